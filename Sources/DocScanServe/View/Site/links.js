'use strict';

/**
 * Actions for typed data: call, write, open, add to a calendar, find on a map.
 *
 * The data are untrusted, because anyone can print a page. Nothing opens without a click, and only known URL schemes
 * become links.
 */
docscan.links = {
  /** The link `{href, text, download}` for a detection, or null if there is no action for it. */
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

  /** A link to a web page, or null for other URL schemes, such as `javascript:`. */
  web(address, text) {
    try {
      const { protocol, href } = new URL(address);
      return protocol === 'https:' || protocol === 'http:' ? { href, text, isWeb: true } : null;
    } catch {
      return null;
    }
  },

  /** A link to a calendar file with an all-day event (RFC 5545). */
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

  /** The anchor element of a link. */
  element({ href, text, isWeb, download }) {
    return docscan.element('a', {
      href, text, download, rel: 'noreferrer noopener nofollow', target: isWeb ? '_blank' : undefined,
    });
  },
};
