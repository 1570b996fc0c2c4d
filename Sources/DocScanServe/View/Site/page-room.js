'use strict';

/**
 * The room where whole pages are put right: the page as it was loaded, with the corners of its sheet; what comes out; and the
 * order of all pages. Each decision is kept at once, and made by the next run of the document's pipeline.
 */
docscan.PageEndpoints = class {
  constructor(place) {
    const { element, text, button } = docscan;
    this.place = place;
    this.corners = new docscan.PageCorners({
      change: (corners) => this.see(corners), done: (corners) => this.decide({ corners }),
    });
    this.preview = new docscan.PagePreview();
    this.order = new docscan.PageOrder({
      change: (order) => this.arrange(order),
      route: (number) => docscan.route('page', place, this.at(number)),
      thumbnail: (entry) => this.thumbnail(entry),
    });
    this.numbers = element('p', { class: 'facts', role: 'status' });
    this.message = element('p', { class: 'notice', hidden: true });
    this.waiting = element('p', { class: 'notice', hidden: true });
    this.title = element('h1');
    this.back = element('a', { text: text('page.look') });
    this.turns = [button(text('page.turn.left'), () => this.turnBy(270), { sign: '↶' }), button(text('page.turn.right'), () => this.turnBy(90), { sign: '↷' })];
    this.whole = button(text('page.corners.whole'), () => this.takeWhole());
    this.undo = button(text('review.undo'), () => this.takeBack(), { disabled: true });
    this.body = element('div', { class: 'room', on: { keydown: (event) => this.key(event) } },
      element('p', { class: 'tools' }, ...this.turns, this.whole, this.undo, this.back),
      this.message,
      element('div', { class: 'sides' },
        element('figure', {}, this.corners.element, element('figcaption', { text: text('page.loaded') })),
        element('figure', {}, this.preview.element, element('figcaption', { text: text('page.preview') }))),
      this.numbers, this.waiting, element('h2', { text: text('page.order') }), this.order.element,
      element('p', { class: 'advice', text: text('page.keys') }));
    this.element = element('div', { class: 'page-room' }, this.title, docscan.notice(text('loading')));
    this.decided = 0;
  }

  async start(at) {
    try {
      this.facts = await docscan.load(`documents/${this.place}/.pages/document`);
      this.pages = await this.ask(`pages?document=${encodeURIComponent(this.place)}`);
    } catch (error) {
      this.element.replaceChildren(docscan.notice(error.message || docscan.text('texts.gone')));
      return;
    }
    this.element.replaceChildren(this.title, this.body);
    const { stages } = this.pages.arrangement;
    for (const button of this.turns) button.disabled = !stages.includes('orientation');
    const missing = ['perspective', 'orientation'].filter((stage) => !stages.includes(stage));
    this.missing = missing.map((stage) => docscan.text(`page.without.${stage}`)).join(' ');
    this.showOrder();
    await this.turn(at);
  }

  end() { this.isOver = true; }

  // MARK: The server

  ask(name, body) { return docscan.reviewer.ask(`/${name}`, body); }

  /** Has the server do one thing after the other; gives null where it does not. `body` is made when its turn comes. */
  change(name, body) {
    const next = async () => {
      try {
        return await this.ask(name, body());
      } catch (error) {
        docscan.toast(error.message || docscan.text('texts.gone'));
        return null;
      }
    };
    this.last = (this.last ?? Promise.resolve()).then(next);
    return this.last;
  }

  // MARK: The page

  /** The place of a page with a number among those that the viewer has, from 1. */
  at(number) { return this.facts.pages.findIndex(([other]) => other === number) + 1; }

  /** Shows the n-th page, from 1. */
  async turn(at) {
    if (!this.facts || this.facts.pages.length === 0) return;
    const within = Math.min(this.facts.pages.length, Math.max(1, at));
    [this.number] = this.facts.pages[within - 1];
    const { number } = this;
    const { text } = docscan;
    const label = text('page.label', { page: number });
    document.title = `${this.facts.title}, ${label}`;
    this.title.textContent = `${this.facts.place || this.facts.title}, ${label}`;
    this.back.href = docscan.route('doc', this.place, within);
    this.order.mark(number);
    let page;
    let image = null;
    try {
      page = await this.ask(`page?document=${encodeURIComponent(this.place)}&page=${number}`);
      if (page.picture && page.state.source) image = await docscan.PageEndpoints.image(docscan.path(page.picture));
    } catch (error) {
      if (!page) docscan.toast(error.message || text('texts.gone'));
    }
    // Somebody went on meanwhile.
    if (this.isOver || this.number !== number) return;
    this.page = page;
    const canStraighten = image !== null && this.pages.arrangement.stages.includes('perspective');
    const said = [image ? '' : text('page.nopicture'), image && !page.showsSource ? text('page.nosource') : '', this.missing].filter(Boolean);
    this.message.textContent = said.join(' ');
    this.message.hidden = said.length === 0;
    this.whole.disabled = !canStraighten;
    const size = page?.state.source ? [page.state.source.width, page.state.source.height] : [1, 1];
    const place = page && !page.showsSource ? page.state.imageCorners : null;
    this.corners.show(size, image, place);
    for (const handle of this.corners.handles) handle.disabled = !canStraighten;
    this.preview.show(size, image, place);
    this.showState();
    docscan.announce(text('page.shown', { page: within, count: this.facts.pages.length }));
  }

  static async image(address) {
    const image = new Image();
    image.alt = '';
    image.draggable = false;
    image.src = address;
    await image.decode();
    return image;
  }

  showState() {
    if (!this.page) return;
    const { corners } = this.page.state;
    this.corners.set(corners);
    this.see(corners);
  }

  /** Shows what corners come to, and what the numbers mean. */
  see(corners) {
    const { text } = docscan;
    const { degrees, source } = this.page.state;
    this.preview.set(corners.map((point) => [...point]), degrees);
    const [width, height] = docscan.geometry.sheetSize(corners).map(Math.round);
    this.numbers.textContent = docscan.geometry.isSheet(corners) ? text('page.numbers', {
      corners: corners.map((point) => point.map(Math.round).join(', ')).join(' · '), width, height, degrees,
      of: source ? `${source.width} × ${source.height}` : '',
    }) : text('page.crossed');
  }

  // MARK: Decisions

  async decide(decision) {
    const { number, place } = this;
    if (decision.corners && !docscan.geometry.isSheet(decision.corners)) {
      docscan.toast(docscan.text('page.crossed'));
      return;
    }
    const page = await this.change('page', () => ({ document: place, page: number, ...decision }));
    if (page) this.kept();
    if (this.number !== number || this.isOver) return;
    if (page) this.page = page;
    // Where somebody holds a corner already, that is newer.
    if (!this.corners.held) this.showState();
  }

  turnBy(degrees) {
    if (!this.page || this.turns[0].disabled) return;
    // The next turn counts from this one, whether the server has answered or not.
    this.page.state.degrees = (this.page.state.degrees + degrees) % 360;
    this.decide({ degrees: this.page.state.degrees });
  }

  takeWhole() {
    const { width, height } = this.page.state.source;
    this.decide({ corners: docscan.geometry.corners([width, height]) });
  }

  async arrange(order) {
    const wanted = order.map((index) => docscan.PageEndpoints.name(this.order.entries[index]));
    this.arranging = wanted;
    const pages = await this.change('order', () => {
      // The one before may have changed how the server counts the pages.
      const names = this.pages.arrangement.entries.map(docscan.PageEndpoints.name);
      return { document: this.place, stamp: this.pages.stamp, order: wanted.map((name) => names.indexOf(name)) };
    });
    this.pages = pages ?? await this.ask(`pages?document=${encodeURIComponent(this.place)}`).catch(() => this.pages);
    if (pages) this.kept();
    // Somebody has gone on ordering, and sees that.
    if (this.arranging === wanted) this.showOrder();
  }

  /** What tells a page of the input from others. */
  static name({ place }) { return JSON.stringify([place.source, place.sourcePage]); }

  async takeBack() {
    const result = await this.change('takeback', () => ({}));
    if (!result) return;
    this.decided = result.left;
    this.undo.disabled = this.decided === 0;
    this.pages = await this.ask(`pages?document=${encodeURIComponent(this.place)}`).catch(() => this.pages);
    this.showOrder();
    await this.turn(this.at(this.number));
  }

  kept() {
    this.decided += 1;
    this.undo.disabled = false;
    this.showWaiting(true);
  }

  showOrder() {
    this.order.show(this.pages.arrangement.entries, this.number);
    this.showWaiting(this.pages.arrangement.isWaiting);
  }

  /** Says when decisions come into the files. */
  showWaiting(isWaiting) {
    this.waiting.hidden = !isWaiting;
    this.waiting.textContent = docscan.text('page.waiting', { pipeline: this.pages.arrangement.pipeline });
  }

  thumbnail(entry) {
    const facts = this.facts.pages[this.at(entry.numbers[0]) - 1];
    return facts?.[4] ? docscan.thumbnail(docscan.path(`${this.facts.pictures}/${facts[4]}`), 84, 92) : null;
  }

  // MARK: Keys

  key(event) {
    if (event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.ctrlKey ? event.key === 'z' && this.decided > 0 : false) this.takeBack();
    else if (event.ctrlKey) return;
    else if (event.key === 'l') this.turnBy(270);
    else if (event.key === 'r') this.turnBy(90);
    else if (event.key === 'PageDown' || event.key === 'PageUp') this.go(event.key === 'PageDown' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  go(step) {
    const at = this.at(this.number) + step;
    if (at >= 1 && at <= this.facts.pages.length) location.hash = docscan.route('page', this.place, at);
  }
};
