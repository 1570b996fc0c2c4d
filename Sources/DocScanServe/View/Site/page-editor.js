'use strict';

/**
 * The editor for whole pages: the page as loaded with its sheet's corners, a preview of the result, and the order of all
 * pages. Each correction is saved at once; the next run of the document's pipeline applies it.
 */
docscan.PageEditor = class {
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
    this.body = element('div', { class: 'editor', on: { keydown: (event) => this.key(event) } },
      element('p', { class: 'tools' }, ...this.turns, this.whole, this.undo, this.back),
      this.message,
      element('div', { class: 'sides' },
        element('figure', {}, this.corners.element, element('figcaption', { text: text('page.loaded') })),
        element('figure', {}, this.preview.element, element('figcaption', { text: text('page.preview') }))),
      this.numbers, this.waiting, element('h2', { text: text('page.order') }), this.order.element,
      element('p', { class: 'advice', text: text('page.keys') }));
    this.element = element('div', { class: 'page-editor' }, this.title, docscan.notice(text('loading')));
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

  /** Sends requests one after the other. Returns null on failure. `body` is called when the request is sent. */
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

  /** The position, from 1, of the page with this number among the document's pages. */
  at(number) { return this.facts.pages.findIndex(([other]) => other === number) + 1; }

  /** Shows the n-th page, counted from 1. */
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
      if (page.picture && page.state.source) image = await docscan.PageEditor.image(docscan.path(page.picture));
    } catch (error) {
      if (!page) docscan.toast(error.message || text('texts.gone'));
    }
    // The user has moved to another page in the meantime.
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

  /** Shows the preview and the numbers for these corners. */
  see(corners) {
    const { text } = docscan;
    const { degrees, source } = this.page.state;
    this.preview.set(corners.map((point) => [...point]), degrees);
    const [width, height] = docscan.geometry.sheetSize(corners, source ? [source.width, source.height] : [1, 1]).map(Math.round);
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
    // A corner that is being dragged is newer than the server's answer.
    if (!this.corners.held) this.showState();
  }

  turnBy(degrees) {
    if (!this.page || this.turns[0].disabled) return;
    // The next rotation is relative to this one, even if the server hasn't answered yet.
    this.page.state.degrees = (this.page.state.degrees + degrees) % 360;
    this.decide({ degrees: this.page.state.degrees });
  }

  takeWhole() {
    const { width, height } = this.page.state.source;
    this.decide({ corners: docscan.geometry.corners([width, height]) });
  }

  async arrange(order) {
    const wanted = order.map((index) => docscan.PageEditor.name(this.order.entries[index]));
    this.arranging = wanted;
    const pages = await this.change('order', () => {
      // An earlier change may have renumbered the server's entries.
      const names = this.pages.arrangement.entries.map(docscan.PageEditor.name);
      return { document: this.place, stamp: this.pages.stamp, order: wanted.map((name) => names.indexOf(name)) };
    });
    this.pages = pages ?? await this.ask(`pages?document=${encodeURIComponent(this.place)}`).catch(() => this.pages);
    if (pages) this.kept();
    // If the user has changed the order again, the newer order stays visible.
    if (this.arranging === wanted) this.showOrder();
  }

  /** A string that identifies a page of the input. */
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

  /** Shows or hides the note that the next run will apply the corrections. */
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
