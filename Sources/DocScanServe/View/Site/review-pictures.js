'use strict';

/** The words of the desk as they stand on their pages; what was loaded last is kept. */
docscan.ReviewPictures = class {
  /** The most, in pixels of the window. */
  static wordHeight = 56;
  /** Pages, lists of pages and pictures. */
  static kept = 24;

  constructor() { this.known = new Map(); }

  /**
   * A word and its line around it, with a frame.
   * @param {object} item what is shown
   * @param {object} found what `find` gave for it
   * @param {number} most how wide it may be
   */
  crop(item, found, most) {
    const [x, y, width, height] = found.box;
    const scale = found.image.naturalWidth / found.size[0];
    // As large as the word allows, and as much of its line around it as there is room for; the word in the middle.
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

  /** The picture of an item's page, and its word's box in the pixels of `size`; null where there is none. */
  async find(item) {
    const folder = `documents/${item.document}/.pages/`;
    const facts = await this.once(`${folder}document`);
    // The viewer counts the pages that there are, which may be some of the input's.
    const at = facts.pages.findIndex(([number]) => number === item.page);
    const [, , , file] = facts.pages[at] ?? [];
    if (!file) return null;
    const page = await this.once(`${folder}${String(item.page).padStart(4, '0')}`);
    docscan.linesOf(page);
    const image = await this.picture(docscan.path(`${facts.pictures}/${file}`));
    const same = page.words.filter((word) => word.text === item.text);
    // Decisions that are not in the files yet may have moved the numbers of words.
    const word = same.find((one) => one.index === item.word)
      ?? same.sort((a, b) => Math.abs(a.index - item.word) - Math.abs(b.index - item.word))[0];
    return word ? { image, size: page.size, box: word.box, index: word.index, at: at + 1 } : null;
  }

  /** Data that were loaded before are not loaded again. */
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
