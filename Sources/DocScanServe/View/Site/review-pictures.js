'use strict';

/** The pictures of words on the review desk, with a cache of recently loaded data. */
docscan.ReviewPictures = class {
  /** The maximum height of a word, in CSS pixels. */
  static wordHeight = 56;
  /** The maximum number of cached pages, page lists, and pictures. */
  static kept = 24;

  constructor() { this.known = new Map(); }

  /**
   * Draws a word with its line and a frame.
   * @param {object} item the list item
   * @param {object} found the result of `find`
   * @param {number} most the maximum width, in CSS pixels
   */
  crop(item, found, most) {
    const [x, y, width, height] = found.box;
    const scale = found.image.naturalWidth / found.size[0];
    // The word determines the scale and is centered; its line fills the width.
    const room = Math.max(200, most);
    const shown = Math.min(docscan.ReviewPictures.wordHeight / height, (0.9 * room) / width);
    const [w, h] = [Math.min(room / shown, found.size[0]), height * 3];
    const left = Math.max(0, Math.min(found.size[0] - w, x + width / 2 - w / 2));
    const top = y + height / 2 - h / 2;
    const canvas = docscan.element('canvas', {
      width: Math.round(w * shown), height: Math.round(h * shown), role: 'img',
      'aria-label': docscan.text('word.picture', { what: item.text }),
    });
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(found.image, left * scale, top * scale, w * scale, h * scale, 0, 0, canvas.width, canvas.height);
    context.strokeStyle = '#d6006c';
    context.lineWidth = 2;
    const margin = height * 0.12;
    context.strokeRect((x - margin - left) * shown, (y - margin - top) * shown, (width + 2 * margin) * shown, (height + 2 * margin) * shown);
    return canvas;
  }

  /** The picture of an item's page, and the word's box in pixels of `size`. Null if there is no picture. */
  async find(item) {
    const folder = `documents/${item.document}/.pages/`;
    const facts = await this.once(`${folder}document`);
    // The viewer counts the document's own pages, which can be a part of the input's.
    const at = facts.pages.findIndex(([number]) => number === item.page);
    const [, , , file] = facts.pages[at] ?? [];
    if (!file) return null;
    const page = await this.once(`${folder}${String(item.page).padStart(4, '0')}`);
    docscan.linesOf(page);
    const image = await this.picture(docscan.path(`${facts.pictures}/${file}`));
    const same = page.words.filter((word) => word.text === item.text);
    // Corrections that aren't in the files yet can shift the indices of words.
    const word = same.find((one) => one.index === item.word)
      ?? same.sort((a, b) => Math.abs(a.index - item.word) - Math.abs(b.index - item.word))[0];
    return word ? { image, size: page.size, box: word.box, index: word.index, at: at + 1 } : null;
  }

  /** Loads data once. */
  once(name) { return this.keep(name, () => docscan.load(name)); }

  picture(address) {
    return this.keep(address, async () => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image;
    });
  }

  keep(name, make) {
    const known = this.known.get(name);
    if (known) return known;
    const made = make();
    this.known.set(name, made);
    if (this.known.size > docscan.ReviewPictures.kept) this.known.delete(this.known.keys().next().value);
    return made;
  }
};
