'use strict';

/**
 * What can be done with a piece of typed data: call, write, open, put into a calendar, find on a map.
 *
 * Anybody can print a page. Nothing is opened before somebody clicks on it, and only addresses of known kinds are links.
 */
docscan.links = {
  /** `{href, text}` for a detection; `download` names a file; null where nothing can be done with it. */
  of(detection) {
    const { type, value } = detection;
    const make = docscan.links.kinds[type];
    return make ? make(value) : null;
  },

  kinds: {
    phone: (value) => (/^\+?[0-9]{3,20}$/.test(value) ? { href: `tel:${value}`, text: docscan.text('link.phone') } : null),
    email: (value) => (/^[^\s@?&#%]+@[^\s@?&#%]+$/.test(value) ? { href: `mailto:${value}`, text: docscan.text('link.email') } : null),
    url: (value) => docscan.links.web(value, docscan.text('link.url')),
    address: (value) => docscan.links.web(
      `https://www.openstreetmap.org/search?query=${encodeURIComponent(value)}`, docscan.text('link.map')),
    date: (value) => docscan.links.day(value),
  },

  /** A link to a page of the web; null for addresses of other kinds, such as scripts. */
  web(address, text) {
    try {
      const { protocol, href } = new URL(address);
      return protocol === 'https:' || protocol === 'http:' ? { href, text, isWeb: true } : null;
    } catch {
      return null;
    }
  },

  /** A day as a file for calendars (RFC 5545). */
  day(value) {
    const parts = /^(\d{4})-(\d\d)-(\d\d)/.exec(value);
    if (!parts) return null;
    const day = parts.slice(1).join('');
    const lines = [
      'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//docscan//viewer//EN', 'BEGIN:VEVENT', `UID:${day}-docscan`,
      `DTSTAMP:${day}T000000Z`, `DTSTART;VALUE=DATE:${day}`, `SUMMARY:${document.title.replace(/[\\;,]/g, '\\$&')}`,
      'END:VEVENT', 'END:VCALENDAR', '',
    ];
    return {
      href: `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`,
      text: docscan.text('link.date'), download: `${value.slice(0, 10)}.ics`,
    };
  },

  /** The link as an element. */
  element({ href, text, isWeb, download }) {
    return docscan.element('a', {
      href, text, download, rel: 'noreferrer noopener nofollow', target: isWeb ? '_blank' : undefined,
    });
  },
};
