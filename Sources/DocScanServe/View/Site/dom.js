'use strict';

/**
 * Creates an element. Texts are never interpreted as markup, since they come from documents.
 * @param {string} name the tag
 * @param {object} properties the attributes; `text` is the text content, and `on` maps events to handlers
 * @param {...(Node|string)} children the child nodes; null is ignored
 */
docscan.element = (name, properties = {}, ...children) => {
  const element = name.startsWith('svg:')
    ? document.createElementNS('http://www.w3.org/2000/svg', name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'text') element.textContent = value;
    else if (key === 'on') for (const [event, action] of Object.entries(value)) element.addEventListener(event, action);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};

/** Creates a button with a text, or with a sign and an accessible name. */
docscan.button = (label, action, { sign, ...properties } = {}) =>
  docscan.element('button', {
    type: 'button', text: sign ?? label, 'aria-label': sign && label, title: sign && label, on: { click: action }, ...properties,
  });

/** Creates a labeled selection among `[value, label]` pairs. */
docscan.choice = (label, options, value, action) => {
  const select = docscan.element('select', { on: { change: () => action(select.value) } },
    ...options.map(([key, text]) => docscan.element('option', { value: key, text, selected: key === value })));
  return docscan.element('label', { class: 'choice' }, docscan.element('span', { text: label }), select);
};

/** Announces a text to screen readers. */
docscan.announce = (text) => {
  const status = document.getElementById('status');
  status.textContent = '';
  // Screen readers announce an unchanged text only if it was absent for a moment.
  requestAnimationFrame(() => { status.textContent = text; });
};

/** Shows a short message for 2.5 seconds. */
docscan.toast = (text) => {
  docscan.announce(text);
  document.querySelector('.toast')?.remove();
  const toast = docscan.element('p', { class: 'toast', text, 'aria-hidden': 'true' });
  document.body.append(toast);
  setTimeout(() => toast.remove(), 2500);
};

/** Copies a text to the clipboard and shows a message. */
docscan.copy = async (text, message) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without clipboard permission or in older browsers, a selection can still be copied.
    const area = docscan.element('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: '-1' });
    const focused = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    focused?.focus({ preventScroll: true });
    if (!isCopied) return docscan.toast(docscan.text('copy.failed'));
  }
  return docscan.toast(message);
};

/** The name of a language, such as "German", for its BCP 47 tag. */
docscan.languageName = (tag) => {
  try {
    return new Intl.DisplayNames([docscan.language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** A date in the format of the current language. */
docscan.day = (date) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return date;
  return new Date(`${date}T00:00:00`).toLocaleDateString(docscan.language, { dateStyle: 'medium' });
};

/** A date with its meaning: a receipt, a photo, or a scan. */
docscan.dated = (date, kind) => docscan.text(`date.${kind}`, { day: docscan.day(date) });

/** A paragraph that reports an error or missing content. */
docscan.notice = (text) => docscan.element('p', { class: 'notice', text });

/**
 * A thumbnail, drawn at its display size to save memory. It stays empty if the picture can't be loaded.
 * @param {string} address
 * @param {number} width the maximum width, in CSS pixels
 * @param {number} height the maximum height, in CSS pixels
 */
docscan.thumbnail = (address, width, height) => {
  const canvas = docscan.element('canvas', { width: 1, height: 1, 'aria-hidden': 'true' });
  const context = canvas.getContext('bitmaprenderer');
  const image = new Image();
  image.onload = async () => {
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const dots = Math.min(1, scale * window.devicePixelRatio);
    const bitmap = await createImageBitmap(image, {
      resizeWidth: Math.ceil(image.naturalWidth * dots), resizeHeight: Math.ceil(image.naturalHeight * dots), resizeQuality: 'high',
    });
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.style.width = `${image.naturalWidth * scale}px`;
    context.transferFromImageBitmap(bitmap);
    canvas.classList.add('drawn');
  };
  image.src = address;
  return canvas;
};
