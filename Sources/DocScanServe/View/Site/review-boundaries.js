'use strict';

/**
 * The review of piles: the pages on both sides of each possible boundary next to each other, with a key for each
 * decision. Boundaries set by a reviewer are listed only on request.
 */
docscan.ReviewBoundaries = class {
  /** `done` is called when no boundary is left to decide. */
  constructor(pictures, done) {
    const { element, text, button } = docscan;
    Object.assign(this, { pictures, done, items: [], cuts: [], decided: [], skipped: [], isOpen: false });
    this.count = element('p', { class: 'count' });
    this.likely = element('p', { class: 'read' });
    this.pages = element('div', { class: 'sides' });
    this.cut = button('', () => this.decide(true));
    this.whole = button('', () => this.decide(false));
    for (const [key, one, label] of [['1', this.cut, 'boundary.cut'], ['2', this.whole, 'boundary.whole']]) {
      one.append(element('kbd', { text: key }), ` ${text(label)}`);
    }
    this.back = button(text('review.undo'), () => this.undo());
    this.open = button('', () => this.openCuts());
    this.waiting = element('p', { class: 'facts', role: 'status' });
    this.asking = element('div', {}, this.likely, this.pages,
      element('p', { class: 'ways' }, this.cut, this.whole, button(text('review.skip'), () => this.skip())),
      element('p', { class: 'advice', id: 'boundary-keys', text: text('boundary.keys') }));
    this.element = element('section', {
      class: 'boundaries', tabindex: '-1', hidden: true, 'aria-label': text('boundary'), 'aria-describedby': 'boundary-keys',
      on: { keydown: (event) => this.key(event) },
    }, element('h2', { text: text('boundary') }), this.count, this.asking, element('p', { class: 'tools' }, this.back, this.open), this.waiting);
  }

  /** A string that identifies a boundary. */
  static name(item) { return JSON.stringify([item.document, item.page]); }

  /**
   * A string that identifies a boundary and its state, since a boundary decided before a run may be presented again
   * after it.
   */
  static state(item) { return JSON.stringify([item.document, item.page, Boolean(item.by)]); }

  /** The current list: boundaries to decide, or boundaries set by a reviewer if these are open. */
  get row() { return this.items.length === 0 && this.isOpen ? this.cuts : this.items; }

  get item() { return this.row[0]; }

  /** Whether the current boundary isn't cut yet. */
  get isUncertain() { return Boolean(this.item && !this.item.isCut); }

  /** Updates the list from the server, keeping the user's order. */
  take(items = []) {
    if (this.deciding) return;
    // After a run, the pages belong to other documents.
    this.pictures.known.clear();
    // The list may be older than decisions made here.
    const decided = new Set(this.decided.map(docscan.ReviewBoundaries.state));
    const fresh = new Map(items.filter((item) => !decided.has(docscan.ReviewBoundaries.state(item)))
      .map((item) => [docscan.ReviewBoundaries.name(item), item]));
    const kept = [...this.items, ...this.cuts].map((item) => fresh.get(docscan.ReviewBoundaries.name(item))).filter(Boolean);
    const all = [...kept, ...[...fresh.values()].filter((item) => !kept.includes(item))];
    this.items = all.filter((item) => !item.by);
    this.cuts = all.filter((item) => item.by);
    this.show();
  }

  openCuts() {
    this.isOpen = true;
    this.show();
    this.element.focus({ preventScroll: true });
  }

  /** Removes a boundary from the lists, or moves it to the front. */
  move(item, isFirst) {
    const name = docscan.ReviewBoundaries.name(item);
    const others = (list) => list.filter((other) => docscan.ReviewBoundaries.name(other) !== name);
    this.items = [...(isFirst && !item.by ? [item] : []), ...others(this.items)];
    this.cuts = [...(isFirst && item.by ? [item] : []), ...others(this.cuts)];
  }

  // MARK: Decisions

  async decide(isCut) {
    const { item } = this;
    if (!item || this.isBusy) return;
    this.isBusy = true;
    this.deciding = item;
    try {
      await docscan.reviewer.ask('/boundary', { document: item.document, page: item.page, isCut });
      this.move(item, false);
      this.decided.push(item);
      this.skipped = [];
      this.show();
      if (!this.item) this.done();
    } catch (error) {
      docscan.toast(error.message || docscan.text('texts.gone'));
      this.move(item, true);
    } finally {
      this.isBusy = false;
      this.deciding = null;
    }
  }

  async undo() {
    if (this.decided.length === 0 || this.isBusy) return;
    this.isBusy = true;
    try {
      await docscan.reviewer.ask('/takeback', {});
      this.move(this.decided.pop(), true);
      this.show();
      this.element.focus({ preventScroll: true });
    } catch (error) {
      docscan.toast(error.message || docscan.text('texts.gone'));
    } finally {
      this.isBusy = false;
    }
  }

  skip() {
    const { row } = this;
    if (row.length < 2) {
      this.done();
      return;
    }
    this.skipped.push(row[0]);
    row.push(row.shift());
    this.show();
  }

  /** Returns to the last skipped boundary, or undoes the last decision. */
  goBack() {
    const { row } = this;
    const place = row.indexOf(this.skipped.pop());
    if (place < 0) {
      this.undo();
      return;
    }
    row.unshift(...row.splice(place, 1));
    this.show();
  }

  // MARK: Display

  show() {
    const { text, element } = docscan;
    const { item } = this;
    this.element.hidden = !item && this.decided.length === 0 && this.cuts.length === 0;
    this.asking.hidden = !item;
    this.open.hidden = this.cuts.length === 0 || Boolean(item);
    this.open.textContent = text('boundary.cuts', { count: this.cuts.length });
    this.back.disabled = this.decided.length === 0;
    this.waiting.textContent = this.decided.length === 0 ? '' : text('boundary.waiting');
    this.count.textContent = text('boundary.left', { count: this.items.length });
    if (!item) return;
    const hadFocus = this.element.contains(document.activeElement);
    // Rounded down, since a boundary that wasn't cut must not be shown with the probability of one that was.
    const percent = (Math.floor(item.probability * 100) / 100).toLocaleString(docscan.language, { style: 'percent' });
    const { by, page, document: name } = item;
    const said = text(by ? 'boundary.wasCut' : item.isCut ? 'boundary.isCut' : 'boundary.likely', { percent, page, name, by });
    this.likely.textContent = said;
    this.showPages(item);
    if (hadFocus) this.element.focus({ preventScroll: true });
    docscan.announce(said);
  }

  async showPages(item) {
    const { text, element } = docscan;
    const sides = [[item.before, 'boundary.before'], [item.after, 'boundary.after']];
    const figures = await Promise.all(sides.map(async ([place, label]) => {
      const picture = place ? await this.picture(place).catch(() => null) : null;
      const caption = place ? text('receipt.place', { name: place.document, page: place.page }) : '';
      const image = picture ? element('img', { src: picture.src, alt: `${text(label)}: ${caption}` }) : null;
      return element('figure', {}, element('figcaption', {}, `${text(label)}: `, element('span', { class: 'facts', text: caption })),
        image ?? element('p', { class: 'advice', text: text('review.nopicture') }));
    }));
    // The user has moved on in the meantime.
    if (this.item === item) this.pages.replaceChildren(...figures);
  }

  async picture({ document: name, page }) {
    const facts = await this.pictures.once(`documents/${name}/.pages/document`);
    const [, , , file] = facts.pages.find(([number]) => number === page) ?? [];
    return file ? this.pictures.picture(docscan.path(`${facts.pictures}/${file}`)) : null;
  }

  // MARK: Keys

  key(event) {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return;
    if (event.ctrlKey ? event.key === 'z' : event.key === 'ArrowLeft') {
      if (event.ctrlKey) this.undo();
      else this.goBack();
    } else if (event.ctrlKey) return;
    else if (event.key === '1') this.decide(true);
    else if (event.key === '2') this.decide(false);
    else if (event.key === 'ArrowRight') this.skip();
    else return;
    event.preventDefault();
  }
};
