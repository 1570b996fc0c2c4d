'use strict';

/** The details of a word: its picture, confidence, and alternatives. */
docscan.WordCard = class {
  constructor({ close, form }) {
    this.onClose = close;
    this.form = form;
    this.element = docscan.element('aside', {
      class: 'word-card', hidden: true, 'aria-label': docscan.text('word'), tabindex: '-1',
      on: { keydown: (event) => { if (event.key === 'Escape') this.close(); } },
    });
  }

  /**
   * Shows a word. Its text can be changed if the server accepts corrections.
   * @param {object} word the word, as in `docscan.linesOf`
   * @param {?HTMLImageElement} picture the page's picture, from which the word is cut out
   * @param {number[]} size the size of the page, in the pixels of the word's box
   */
  show(word, picture, size) {
    const { element, text } = docscan;
    const percent = (value) => (value ?? 0).toLocaleString(docscan.language, { style: 'percent' });
    this.returnTo = document.activeElement;
    const candidates = (word.candidates ?? []).filter(([candidate]) => candidate !== word.text);
    this.element.replaceChildren(
      docscan.button(text('close'), () => this.close(), { sign: '×', class: 'close' }),
      this.crop(word, picture, size) ?? '',
      element('p', { class: 'read', text: word.text }),
      element('p', { class: 'sureness', 'data-level': word.level },
        element('meter', { min: '0', max: '1', low: '0.5', high: '0.9', optimum: '1', value: word.confidence ?? 0, 'aria-label': text('confidence') }),
        ` ${text(`level.${word.level}`, { percent: percent(word.confidence) })}`),
      docscan.WordCard.decision(word) ?? '',
      this.form?.(word) ?? '',
      docscan.button(text('copy.word'), () => this.copy(word.text)),
      ...(candidates.length === 0 ? [] : [
        element('h3', { text: text('candidates') }),
        element('ul', {}, ...candidates.map(([candidate, confidence]) => element('li', {},
          docscan.button(`${candidate}`, () => this.copy(candidate)), ` ${percent(confidence)}`))),
      ]));
    this.element.hidden = false;
  }

  /** The reviewer's decision about a word, or null if there is none. */
  static decision({ edit }) {
    if (!edit) return null;
    const [old, now, who, day] = edit;
    return docscan.element('p', { class: 'edited', text: docscan.text(old === now ? 'word.confirmed' : 'word.edited', { old, who, day: docscan.day(day) }) });
  }

  copy(text) { docscan.copy(text, docscan.text('copied', { what: text })); }

  /** The enlarged picture of the word with a small margin. */
  crop(word, picture, [pageWidth]) {
    if (!picture?.naturalWidth) return null;
    const scale = picture.naturalWidth / pageWidth;
    const [x, y, width, height] = word.box;
    const margin = height * 0.4;
    const [w, h] = [width + 2 * margin, height + 2 * margin];
    const shown = Math.min(280 / w, 96 / h);
    const canvas = docscan.element('canvas', {
      width: Math.max(1, Math.round(w * shown * 2)), height: Math.max(1, Math.round(h * shown * 2)), role: 'img',
      'aria-label': docscan.text('word.picture', { what: word.text }),
    });
    canvas.style.width = `${Math.round(w * shown)}px`;
    const context = canvas.getContext('bitmaprenderer');
    createImageBitmap(picture, (x - margin) * scale, (y - margin) * scale, w * scale, h * scale,
      { resizeWidth: canvas.width, resizeHeight: canvas.height, resizeQuality: 'high' })
      .then((bitmap) => context.transferFromImageBitmap(bitmap), () => canvas.remove());
    return canvas;
  }

  close() {
    if (this.element.hidden) return;
    const hasFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.onClose();
    if (hasFocus && this.returnTo?.isConnected) this.returnTo.focus({ preventScroll: true });
  }
};
