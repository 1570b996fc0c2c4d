'use strict';

/**
 * Makes an element. Texts only ever become text: nothing of a document is taken for markup.
 * @param {string} name its tag
 * @param {object} properties attributes; `text` is its text, and `on` maps events to what they do
 * @param {...(Node|string)} children what it holds; null is left out
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

/** A button with a text, or with a sign and a name for those who cannot see it. */
docscan.button = (label, action, { sign, ...properties } = {}) =>
  docscan.element('button', {
    type: 'button', text: sign ?? label, 'aria-label': sign && label, title: sign && label, on: { click: action }, ...properties,
  });

/** A choice among `[value, label]` pairs, with its name before it. */
docscan.choice = (label, options, value, action) => {
  const select = docscan.element('select', { on: { change: () => action(select.value) } },
    ...options.map(([key, text]) => docscan.element('option', { value: key, text, selected: key === value })));
  return docscan.element('label', { class: 'choice' }, docscan.element('span', { text: label }), select);
};

/** Says something to those who have the page read to them, and shows it for a moment. */
docscan.announce = (text) => {
  const status = document.getElementById('status');
  status.textContent = '';
  // A text that is the same as before is only read again where it was gone in between.
  requestAnimationFrame(() => { status.textContent = text; });
};

/** A short message that goes away by itself, such as what was copied. */
docscan.toast = (text) => {
  docscan.announce(text);
  document.querySelector('.toast')?.remove();
  const toast = docscan.element('p', { class: 'toast', text, 'aria-hidden': 'true' });
  document.body.append(toast);
  setTimeout(() => toast.remove(), 2500);
};

/** Copies a text, and says so. */
docscan.copy = async (text, message) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without leave to use the clipboard, or in an older browser: what is selected can still be copied.
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

/** The name of a language, such as "German", for its tag. */
docscan.languageName = (tag) => {
  try {
    return new Intl.DisplayNames([docscan.language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** A day as people of the language write it. */
docscan.day = (date) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return date;
  return new Date(`${date}T00:00:00`).toLocaleDateString(docscan.language, { dateStyle: 'medium' });
};

/** A day with what happened then: a receipt, a photograph, or the reading of a scan. */
docscan.dated = (date, kind) => docscan.text(`date.${kind}`, { day: docscan.day(date) });

/** A sentence about something that is not there, or went wrong. */
docscan.notice = (text) => docscan.element('p', { class: 'notice', text });

/**
 * A small picture, drawn as large as it is shown; nothing where it cannot be loaded.
 * @param {string} address
 * @param {number} width the most, in pixels of the page
 * @param {number} height the most
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
