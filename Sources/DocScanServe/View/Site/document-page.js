'use strict';

/** A document: the picture of a page next to its text, with navigation to the other pages. */
docscan.DocumentPage = class {
  static keptPages = 8;
  /** The view settings, which are kept for the next document. */
  static settings = { boxes: true, compare: false, view: 'scan', lines: false };

  constructor(place) {
    this.place = place;
    /** The recently viewed pages, by number. */
    this.pages = new Map();
    this.element = docscan.element('div', { class: 'document' }, docscan.notice(docscan.text('loading')));
  }

  get folder() { return `documents/${this.place}/.pages/`; }

  start(number, found) {
    this.onKey = (event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
    document.body.classList.add('filled');
    return this.open(number, found);
  }

  end() {
    document.removeEventListener('keydown', this.onKey);
    document.body.classList.remove('filled');
    this.strip?.end();
  }

  async open(number, found) {
    try {
      this.facts = await docscan.load(`${this.folder}document`);
    } catch {
      this.element.replaceChildren(docscan.notice(docscan.text('document.none', { name: this.place })));
      return;
    }
    if (this.facts.pages.length === 0) {
      const { place, title, failure, failureKind } = this.facts;
      const advice = docscan.advice(failureKind, failure);
      this.element.replaceChildren(docscan.element('div', { class: 'heading' }, docscan.element('h1', { text: place || title }), this.links()),
        docscan.notice(failure || docscan.text('document.empty')),
        advice ? docscan.element('p', { class: 'advice next', text: advice }) : '');
      document.title = title;
      return;
    }
    this.build();
    await this.turn(number, found);
  }

  // MARK: Layout

  build() {
    const { element, text, button } = docscan;
    const { settings } = docscan.DocumentPage;
    const { facts } = this;
    this.corrections = docscan.isReview ? new docscan.Corrections(this.place, () => this.refresh()) : null;
    this.card = new docscan.WordCard({
      close: () => this.choose(null), form: this.corrections && ((word) => this.corrections.form(this.page, word)),
    });
    this.stage = new docscan.PageStage({
      swipe: (step) => this.turnBy(step),
      choose: (word) => this.choose(word ? Number(word.dataset.word) : null),
      hover: (word) => this.hover(word ? Number(word.dataset.word) : null),
      drawn: (box) => this.addLine(box),
    });
    this.text = new docscan.PageText({
      choose: (index, byKey) => this.choose(index, byKey), light: (box) => this.stage.layers?.show(box),
      table: this.corrections && ((decision) => this.corrections.keep('table', decision)),
      kind: (page) => (this.corrections ? docscan.documentKind(page, this.facts.kind, this.corrections) : null),
      language: (page) => (this.corrections && facts.stages?.includes('languages')
        ? docscan.pageLanguage(page, this.corrections) : null),
      fields: (page) => docscan.PageFields.element(page, {
        corrections: this.corrections, canDecide: facts.stages?.includes('receipt'),
        light: (box, reveals) => {
          this.stage.layers?.show(box);
          if (box && reveals) this.stage.reveal(box);
        },
      }),
    });
    this.strip = facts.pages.length > 1 ? this.makeStrip() : null;
    this.number = element('input', {
      type: 'number', id: 'page-number', min: '1', max: String(facts.pages.length), 'aria-label': text('page.number'),
      on: { change: () => this.go(Number(this.number.value)) },
    });
    this.boxes = this.toggle(text('boxes'), settings.boxes, (on) => { settings.boxes = on; this.showSettings(); });
    this.comparing = this.toggle(text('compare'), settings.compare, (on) => { settings.compare = on; this.showSettings(); });
    this.lines = this.toggle(text('text.lines'), settings.lines, (on) => { settings.lines = on; this.showSettings(); });
    this.views = ['scan', 'text'].map((view) => this.toggle(text(`view.${view}`), settings.view === view, () => {
      settings.view = view;
      this.showSettings();
    }));
    this.fixing = docscan.isReview ? element('a', { text: text('page.fix') }) : null;
    this.drawing = this.corrections ? this.toggle(text('correct.missing'), false, (on) => this.draw(on)) : null;
    // On phones, the other tools are behind a button.
    this.more = button(text('tools.more'), () => {
      this.more.setAttribute('aria-pressed', String(tools.classList.toggle('open')));
    }, { sign: '⋯', 'aria-pressed': 'false', class: 'toggle more' });
    const tools = element('div', { class: 'tools', role: 'group', 'aria-label': text('tools') },
      element('span', { class: 'turn' },
        button(text('page.previous'), () => this.turnBy(-1), { sign: '‹', id: 'previous' }), this.number,
        element('span', { text: text('page.of', { count: facts.pages.length }) }),
        button(text('page.next'), () => this.turnBy(1), { sign: '›', id: 'next' })),
      element('span', { class: 'views' }, ...this.views), this.more,
      element('span', {}, button(text('smaller'), () => this.stage.zoom(1 / 1.5), { sign: '−' }),
        button(text('larger'), () => this.stage.zoom(1.5), { sign: '+' }),
        button(text('fit'), () => this.stage.zoom(1 / this.stage.zoomed), { sign: '⤢' })),
      element('span', {}, this.boxes, this.lines, this.comparing),
      button(text('copy.page'), () => this.copyPage()), docscan.legend(),
      ...(this.corrections ? [element('span', {}, this.drawing, this.corrections.undoing), this.corrections.status] : []),
      this.fixing, this.links());
    this.facts.element = element('p', { class: 'facts' });
    this.panes = element('div', { class: 'panes' },
      this.strip ? element('nav', { class: 'strip', 'aria-label': text('pages.all'), tabindex: '-1' }, this.strip.element) : null,
      this.stage.element, this.text.element, this.card.element);
    this.element.replaceChildren(
      element('div', { class: 'heading' }, element('h1', { text: facts.place || facts.title }), this.facts.element), tools, this.panes);
    if (this.strip) this.strip.scroller = this.panes.querySelector('.strip');
    this.strip?.scroller.addEventListener('scroll', this.strip.update, { passive: true });
    this.strip?.reset(facts.pages.length);
    this.showSettings();
  }

  toggle(label, isOn, action) {
    const button = docscan.button(label, () => action(button.getAttribute('aria-pressed') !== 'true'), {
      'aria-pressed': String(isOn), class: 'toggle',
    });
    return button;
  }

  showSettings() {
    const { settings } = docscan.DocumentPage;
    this.boxes.setAttribute('aria-pressed', String(settings.boxes));
    this.comparing.setAttribute('aria-pressed', String(settings.compare && this.stage.canCompare));
    this.comparing.disabled = !this.stage.canCompare;
    this.comparing.title = this.stage.canCompare ? '' : docscan.text('compare.none');
    this.lines.setAttribute('aria-pressed', String(settings.lines));
    this.panes.classList.toggle('reflowed', !settings.lines);
    this.panes.classList.toggle('hopeless', this.page?.grade === 'F');
    ['scan', 'text'].forEach((view, index) => this.views[index].setAttribute('aria-pressed', String(settings.view === view)));
    this.panes.classList.toggle('with-boxes', settings.boxes);
    this.panes.dataset.view = settings.view;
    this.stage.compare(settings.compare);
  }

  /** The links to the document's files. */
  links() {
    const { element, text } = docscan;
    const names = this.facts.files.map((file) => element('li', {}, element('a', {
      href: docscan.path(`${this.place}/${file}`), text: file.split('.').pop().toUpperCase(), title: file,
    })));
    return element('ul', { class: 'files', 'aria-label': text('files') }, ...names);
  }

  makeStrip() {
    const { element, text } = docscan;
    return new docscan.VirtualList({
      label: text('pages.all'), height: 132, scroller: element('div'),
      make: (index) => {
        const [number, status, , , small] = this.facts.pages[index];
        return element('a', {
          class: 'thumb', href: docscan.route('doc', this.place, index + 1), 'data-status': status,
          'aria-current': index + 1 === this.at ? 'page' : undefined, 'aria-label': text('page.label', { page: number }),
        }, small ? docscan.thumbnail(this.picture(small), 84, 92)
          : element('span', { class: 'blank', text: status === 'failed' ? '⚠' : '' }), element('span', { text: number }));
      },
    });
  }

  // MARK: Pages

  /** The address of a picture of this document. */
  picture(file) { return file ? docscan.path(`${this.facts.pictures}/${file}`) : null; }

  /** Loads the data of the page at a position, counted from 1. Returns null if there is none. */
  async load(at) {
    const known = this.pages.get(at);
    if (known) return known;
    const [number] = this.facts.pages[at - 1];
    try {
      const page = await docscan.load(`${this.folder}${String(number).padStart(4, '0')}`);
      this.pages.set(at, page);
      if (this.pages.size > docscan.DocumentPage.keptPages) this.pages.delete(this.pages.keys().next().value);
      return page;
    } catch {
      return null;
    }
  }

  turnBy(step) { this.go(this.at + step); }

  go(at) {
    const within = Math.min(this.facts.pages.length, Math.max(1, Math.round(at) || 1));
    if (within !== this.at) location.hash = docscan.route('doc', this.place, within);
    else this.number.value = within;
  }

  /**
   * Shows the n-th page of the document, counted from 1. `found` contains the indices of words to mark, such as
   * `17-18`.
   */
  async turn(wanted, found = '') {
    if (!this.stage) return;
    const { text } = docscan;
    const at = Math.min(this.facts.pages.length, Math.max(1, wanted));
    const [number, , grade, picture, , source, failure, kind] = this.facts.pages[at - 1];
    this.at = at;
    this.number.value = at;
    if (this.fixing) this.fixing.href = docscan.route('page', this.place, at);
    this.element.querySelector('#previous').disabled = at === 1;
    this.element.querySelector('#next').disabled = at === this.facts.pages.length;
    this.card.close();
    const page = await this.load(at);
    // The user has moved to another page in the meantime.
    if (this.at !== at) return;
    this.stage.show(page, { picture: this.picture(picture) ?? this.picture(source), source: this.picture(source) });
    this.text.show(page, failure || text('text.unread'), docscan.advice(kind, failure));
    this.showFound(page, found);
    this.showSettings();
    this.showFacts(page, grade);
    document.title = `${this.facts.title}, ${text('page.label', { page: number })}`;
    docscan.announce(text('page.shown', { page: at, count: this.facts.pages.length }));
    this.markThumb();
    if (at < this.facts.pages.length) this.load(at + 1);
  }

  /** Marks the words that a search found, and scrolls to the first one. */
  showFound(page, found) {
    const numbers = found.split('-').filter((number) => number !== '' && page?.words[number]).map(Number);
    if (numbers.length === 0) return;
    for (const part of [this.stage.layers, this.text]) part?.find(numbers);
    this.stage.reveal(page.words[numbers[0]].box);
    docscan.announce(docscan.text('found.words', { words: numbers.map((number) => page.words[number].text).join(' ') }));
  }

  showFacts(page, grade) {
    const { facts } = this;
    const said = [facts.date && docscan.dated(facts.date, facts.dateKind), facts.source.slice(0, 3).join(', '),
      page?.language && docscan.languageName(page.language)].filter(Boolean);
    const isSeveral = facts.pages.length > 1 && facts.grade;
    facts.element.replaceChildren(said.join(' · '), ' ',
      isSeveral ? docscan.grade(facts.grade, 'grade.document') : '', ' ',
      grade ? docscan.grade(grade, isSeveral ? 'grade.page' : 'grade.mark') : '',
      ...facts.notes.map((note) => docscan.element('span', { class: 'note', text: note })));
  }

  markThumb() {
    if (!this.strip) return;
    this.strip.element.querySelector('[aria-current]')?.removeAttribute('aria-current');
    this.strip.reveal(this.at - 1);
    this.strip.items.get(this.at - 1)?.firstChild.setAttribute('aria-current', 'page');
  }

  // MARK: Words

  get page() { return this.stage.page; }

  /** Shows the details of a word. If it was chosen by keyboard, its text field gets the focus. */
  choose(index, byKey = false) {
    this.chosen = index;
    if (index === null) {
      this.stage.layers?.choose(-1);
      if (!this.card.element.hidden) this.card.close();
      return;
    }
    const word = this.page.words[index];
    this.stage.layers.choose(index);
    this.stage.reveal(word.box);
    this.text.mark(index);
    this.card.show(word, this.stage.picture, this.page.size ?? [1]);
    if (byKey) this.card.element.querySelector('#correct')?.select();
  }

  hover(index) {
    this.text.lightLine(index === null || !this.page ? null : this.page.words[index].line);
    this.text.tables?.mark(index);
  }

  // MARK: Corrections

  /** Switches the drawing of a missing line on or off. */
  draw(isOn) {
    this.drawing.setAttribute('aria-pressed', String(isOn));
    this.stage.draws(isOn);
    this.adding?.remove();
    if (isOn) docscan.toast(docscan.text('correct.draw'));
  }

  addLine(box) {
    this.stage.layers?.show(box);
    this.adding?.remove();
    const { form, input } = this.corrections.addLine(this.page, box, () => {
      this.stage.layers?.show(null);
      this.draw(false);
    });
    this.adding = form;
    this.stage.element.append(form);
    input.focus();
  }

  /** Reloads the page after its files have changed. */
  async refresh() {
    const facts = await docscan.load(`${this.folder}document`).catch(() => null);
    if (!facts || !this.stage) return;
    this.facts = Object.assign(this.facts, facts);
    this.pages.clear();
    const focused = document.activeElement?.id;
    const typed = this.card.element.contains(document.activeElement) ? this.chosen : null;
    const { zoomed, x, y } = this.stage;
    await this.turn(this.at);
    Object.assign(this.stage, { zoomed, x, y });
    this.stage.draw();
    // Keeps the focus on the field or word that the user was in.
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    if (typed !== null) this.text.word(typed)?.focus({ preventScroll: true });
  }

  copyPage() {
    if (this.page) docscan.copy(docscan.textOf(this.page), docscan.text('copied.page'));
  }

  // MARK: Keys

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !this.stage) return;
    if (event.target.closest('input, select, textarea')) return;
    const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.turnBy(step);
    } else if (event.key === 'Escape') this.card.close();
  }
};
