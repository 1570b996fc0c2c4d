'use strict';

/** Whether the server accepts corrections: docscan review --serve. */
docscan.isReview = document.documentElement.dataset.served === 'review';

/**
 * The review desk: doubtful words one after the other, each with its picture, its reading, and the alternatives. The
 * server determines the order and the remaining words.
 */
docscan.ReviewPage = class {
  /** The maximum time in seconds that is counted for one word, because longer times are breaks. */
  static longestPause = 60;
  /** The polling interval, in milliseconds. */
  static pause = 500;
  /** The confidence below which a word is grouped with words of the same reading. */
  static doubt = 0.9;

  constructor() {
    const { element, text, button } = docscan;
    this.progress = element('p', { class: 'count' });
    this.files = element('p', { role: 'status' });
    this.apply = button(text('review.apply'), () => this.bring(), { hidden: true });
    this.crop = element('div', { class: 'crop' });
    this.line = element('p', { class: 'read' });
    this.place = element('p', { class: 'facts' });
    this.choices = element('div', { class: 'readings' });
    this.input = element('input', {
      type: 'text', id: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      on: { keydown: (event) => this.inputKey(event) },
    });
    this.everywhere = element('input', { type: 'checkbox' });
    this.everywhereText = element('span');
    this.card = element('section', {
      class: 'desk', tabindex: '-1', 'aria-label': text('review.word'), 'aria-describedby': 'review-keys',
      on: { keydown: (event) => this.key(event) },
    },
    this.crop, this.line, this.place, this.choices,
    element('form', { class: 'typed', on: { submit: (event) => { event.preventDefault(); this.take(this.input.value); } } },
      element('label', { for: 'typed', text: text('review.type') }), this.input,
      element('button', { type: 'submit', text: text('review.this') })),
    element('p', { class: 'tools' },
      this.everywhereLabel = element('label', {}, this.everywhere, ' ', this.everywhereText),
      button(text('review.nothing'), () => this.decide('')), button(text('review.skip'), () => this.skip()),
      this.back = button(text('review.undo'), () => this.undo())),
    element('p', { class: 'advice', id: 'review-keys', text: text('review.keys') }));
    this.others = element('div');
    this.body = element('div', {}, element('p', { text: text('loading') }));
    this.element = element('div', { class: 'review' }, element('h1', { text: text('review') }), this.body);
    this.pictures = new docscan.ReviewPictures();
    this.boundaries = new docscan.ReviewBoundaries(this.pictures, () => this.card.focus());
  }

  async start() {
    try {
      this.state = await this.ask('');
    } catch {
      this.body.replaceChildren(docscan.notice(docscan.text('texts.gone')));
      return;
    }
    const { list } = this.state;
    this.items = list.items;
    this.errors = list.expectedErrors;
    this.decided = this.state.decided;
    this.apply.hidden = !(list.pending > 0);
    this.seconds = 0;
    this.counted = 0;
    this.skipped = [];
    window.addEventListener('focus', this.onFocus = () => this.follow());
    this.body.replaceChildren(this.progress, docscan.element('p', { class: 'asked' }, this.apply, this.files), this.boundaries.element, this.card, this.others);
    this.boundaries.take(list.boundaries);
    this.showOthers(list);
    this.show();
    // The focused element receives the keys.
    (this.boundaries.isUncertain ? this.boundaries.element : this.card).focus({ preventScroll: true });
  }

  end() {
    this.isOver = true;
    window.removeEventListener('focus', this.onFocus);
    clearTimeout(this.watching);
  }

  // MARK: The server

  ask(name, body) { return docscan.reviewer.ask(name, body); }

  /** Reloads the list, since another program may have changed the library. */
  async follow() {
    const state = await this.ask('').catch(() => null);
    if (!state || this.isOver) return;
    this.boundaries.take(state.list.boundaries);
    const names = (items) => items.map(docscan.ReviewPage.name).sort().join();
    if (names(state.list.items) === names(this.items)) return;
    const kept = new Set(this.items.map(docscan.ReviewPage.name));
    const fresh = new Map(state.list.items.map((item) => [docscan.ReviewPage.name(item), item]));
    // Words that remain keep the user's order.
    this.items = [...this.items.map((item) => fresh.get(docscan.ReviewPage.name(item))).filter(Boolean),
      ...state.list.items.filter((item) => !kept.has(docscan.ReviewPage.name(item)))];
    this.errors = state.list.expectedErrors;
    this.skipped = [];
    this.pictures.known.clear();
    this.showOthers(state.list);
    this.show();
    docscan.toast(docscan.text('review.followed'));
  }

  /** Sends a change to the server, and shows problems. */
  async change(name, body) {
    if (this.isBusy) return null;
    this.isBusy = true;
    try {
      const result = await this.ask(name, body);
      for (const problem of result.problems ?? []) docscan.toast(problem);
      // There is a correction to apply now.
      if (name !== '/apply') this.apply.hidden = false;
      if (result.problems?.length > 0) setTimeout(() => this.follow());
      return result;
    } catch (error) {
      docscan.toast(error.message || docscan.text('texts.gone'));
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  // MARK: Decisions

  get item() { return this.items[0]; }

  /** The current word, and the doubtful words with the same reading. */
  get alike() {
    const { item } = this;
    return this.items.filter((other) => other === item
      || (other.text === item.text && other.confidence < docscan.ReviewPage.doubt));
  }

  /** Accepts the typed text. An empty text confirms the reading. */
  take(typed) {
    if (typed.trim() === '') this.confirm();
    else this.decide(typed);
  }

  /** Confirms the reading. Enter confirms only probable readings; others need a key that isn't pressed by mistake. */
  confirm(isSure = this.item.confidence >= 0.5) {
    if (isSure) this.decide(this.item.text);
    else docscan.toast(docscan.text('review.unlikely'));
  }

  async decide(text) {
    const { item } = this;
    if (!item) return;
    const items = this.everywhere.checked ? this.alike : [item];
    const result = await this.change('/decide', { items, text });
    if (!result) return;
    const done = new Set(result.items.map(docscan.ReviewPage.name));
    // Words that couldn't be decided go to the end.
    const failed = items.filter((other) => !done.has(docscan.ReviewPage.name(other)));
    this.items = [...this.items.filter((other) => !items.includes(other)), ...failed];
    // From now on, going back undoes this decision.
    this.skipped = [];
    this.count(result.items.length);
    this.errors = result.expectedErrors;
    if (result.items.length > 1) docscan.toast(docscan.text('review.many', { count: result.items.length }));
    this.show();
  }

  skip() {
    if (this.items.length < 2) return;
    this.skipped.push(this.item);
    this.items.push(this.items.shift());
    this.show();
  }

  /** Returns to the last skipped word, or undoes the last decision. */
  goBack() {
    const item = this.skipped.pop();
    if (!item) {
      this.undo();
      return;
    }
    const place = this.items.indexOf(item);
    if (place < 0) {
      this.goBack();
      return;
    }
    this.items.unshift(...this.items.splice(place, 1));
    this.show();
  }

  async undo() {
    const result = await this.change('/undo', {});
    if (!result || result.items.length === 0) return;
    this.decided -= result.items.length;
    this.errors = result.expectedErrors;
    this.items.unshift(...result.items);
    this.show();
  }

  /** Records the number of decided words and the time that they took. */
  count(words) {
    const now = performance.now() / 1000;
    this.seconds += Math.min(docscan.ReviewPage.longestPause, now - (this.since ?? now));
    this.counted += words;
    this.decided += words;
  }

  // MARK: Files

  /** Writes all corrections into the files. */
  async bring() {
    const state = await this.change('/apply', {});
    if (state) this.watch(state.times);
  }

  /** Polls until the files are written. */
  watch(times) {
    const { text } = docscan;
    this.apply.disabled = true;
    this.files.textContent = text('review.applying');
    const look = async () => {
      if (this.isOver) return;
      let state;
      try {
        state = await this.ask('/files');
      } catch {
        state = { isRunning: false, problem: text('texts.gone'), documents: [] };
      }
      if (state.isRunning) {
        this.watching = setTimeout(look, docscan.ReviewPage.pause);
        return;
      }
      const problems = [state.problem, ...state.documents.filter((one) => one.problem).map((one) => `${one.document}: ${one.problem}`)];
      this.apply.disabled = false;
      this.apply.hidden = !problems.some(Boolean);
      this.files.textContent = problems.filter(Boolean).join(' ') || text('review.applied');
      this.files.dataset.times = state.times;
    };
    this.watching = setTimeout(look, docscan.ReviewPage.pause);
  }

  // MARK: Display

  show() {
    const { text, element, button } = docscan;
    const { item } = this;
    this.since = performance.now() / 1000;
    this.showProgress();
    this.card.hidden = !item;
    if (!item) {
      this.files.textContent ||= text('review.done');
      docscan.announce(text('review.done'));
      return;
    }
    const hadFocus = this.card.contains(document.activeElement) || document.activeElement === document.body;
    this.input.value = '';
    this.everywhere.checked = false;
    const alike = this.alike.length;
    this.everywhereLabel.hidden = alike < 2;
    this.everywhereText.textContent = text('review.everywhere', { count: alike });
    this.line.replaceChildren(item.before, item.before && ' ', element('mark', { text: item.text }), item.after && ' ', item.after);
    const cell = item.cell && text(item.cell.header ? 'review.cell.header' : 'review.cell', item.cell);
    this.place.textContent = [text('receipt.place', { name: item.document, page: item.page }), cell].filter(Boolean).join(' · ');
    const percent = item.confidence.toLocaleString(docscan.language, { style: 'percent' });
    this.choices.replaceChildren(
      button('', () => this.decide(item.text)),
      ...item.candidates.slice(0, 9).map((candidate, index) => button('', () => this.decide(candidate), { 'data-number': index + 1 })));
    const isLikely = item.confidence >= 0.5;
    [[isLikely ? '↵' : '=', item.text, text(isLikely ? 'review.right' : 'review.wrong', { percent })], ...item.candidates.slice(0, 9).map((candidate, index) => [index + 1, candidate])]
      .forEach(([key, reading, note], index) => this.choices.children[index].append(
        element('kbd', { text: key }), ` ${reading} `, note ? element('span', { class: 'facts', text: note }) : ''));
    this.back.disabled = this.decided === 0;
    this.showPicture(item);
    if (hadFocus) this.card.focus({ preventScroll: true });
    docscan.announce(text('review.said', { word: item.text, percent, line: `${item.before} ${item.text} ${item.after}` }));
  }

  showProgress() {
    const { text } = docscan;
    const { errorsAtFirst } = this.state;
    const left = this.items.length;
    const minutes = this.counted > 0 ? Math.max(1, Math.round((this.seconds / this.counted) * left / 60)) : 0;
    const parts = [
      text(this.decided > 0 ? 'review.progress' : 'review.errors', {
        before: Math.round(errorsAtFirst), after: Math.max(0, Math.round(this.errors)), count: this.decided,
      }), text('review.left', {
        count: left, wrong: Math.round(this.items.reduce((sum, item) => sum + 1 - item.confidence, 0)),
      }),
    ];
    if (minutes > 0 && left > 0) parts.push(text('review.pace', { count: minutes }));
    this.progress.textContent = parts.join(' · ');
  }

  /** Lists e-invoices that contradict their pages, pages with other problems, and corrections that no longer apply. */
  showOthers({ pages, invoices = [], lostEdits }) {
    const { text, element } = docscan;
    const groups = [
      ['review.invoices', invoices.slice(0, 50).map(({ document: name, difference }) => {
        const page = { document: name, page: difference.page ?? 1 };
        return element('li', {},
          element('a', {
            href: docscan.route('doc', page.document, page.page), text: text('receipt.place', { name, page: page.page }),
            on: { click: (event) => this.open(page, event) },
          }),
          `: ${difference.text}`);
      })],
      ['review.pages', pages.slice(0, 50).map((page) => element('li', {},
        element('a', {
          href: docscan.route('doc', page.document, page.page), text: text('receipt.place', { name: page.document, page: page.page }),
          on: { click: (event) => this.open(page, event) },
        }),
        `: ${page.reason} `,
        element('a', {
          href: docscan.route('page', page.document, page.page), text: text('page.fix'),
          on: { click: (event) => this.open(page, event, 'page') },
        })))],
      ['review.lost', lostEdits.slice(0, 50).map(({ document: name, edit }) =>
        element('li', { text: `${name}: ${edit.old} → ${edit.new} (${edit.by}, ${docscan.day(edit.at.slice(0, 10))})` }))],
    ];
    this.others.replaceChildren(...groups.filter(([, list]) => list.length > 0).map(([key, list]) =>
      element('section', { class: 'others' }, element('h2', { text: text(key) }), element('ul', {}, ...list))));
  }

  /** Opens a page. The viewer counts the document's own pages, which can be a part of the input's. */
  async open(page, event, kind = 'doc') {
    event.preventDefault();
    const facts = await this.pictures.once(`documents/${page.document}/.pages/document`).catch(() => null);
    const at = facts?.pages.findIndex(([number]) => number === page.page) ?? -1;
    location.hash = docscan.route(kind, page.document, at < 0 ? page.page : at + 1);
  }

  // MARK: The picture

  /** Shows the word with its line, cut out of the page's picture, and links to it in the viewer. */
  async showPicture(item) {
    this.crop.replaceChildren();
    const found = await this.pictures.find(item).catch(() => null);
    // The user has moved on in the meantime.
    if (this.item !== item) return;
    if (!found) {
      this.crop.append(docscan.element('p', { class: 'advice', text: docscan.text('review.nopicture') }));
      return;
    }
    this.place.replaceChildren(docscan.element('a', {
      href: `${docscan.route('doc', item.document, found.at)}/${found.index}`, text: this.place.textContent,
    }));
    this.crop.append(this.pictures.crop(item, found, this.crop.clientWidth));
    // Loads the next word's picture in advance.
    if (this.items[1]) this.pictures.find(this.items[1]).catch(() => {});
  }

  // MARK: Keys

  key(event) {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return;
    const isUndo = event.ctrlKey && event.key === 'z';
    if ((event.ctrlKey && !isUndo) || event.target === this.input) return;
    const candidate = this.item?.candidates[Number(event.key) - 1];
    const isControl = event.target.closest('button, a, input');
    if (isUndo) this.undo();
    else if (event.key === 'Enter' && !isControl) this.confirm();
    else if (event.key === '=') this.confirm(true);
    else if (/^[1-9]$/.test(event.key) && candidate !== undefined) this.decide(candidate);
    else if (event.key === '*' && !this.everywhereLabel.hidden) this.everywhere.checked = !this.everywhere.checked;
    else if (event.key === 'Delete') this.decide('');
    else if (event.key === 'ArrowRight') this.skip();
    else if (event.key === 'ArrowLeft') this.goBack();
    // Typing begins a correction. Input methods report the key "Process".
    else if ((event.key.length === 1 && event.key !== ' ') || event.key === 'Process') return void this.input.focus();
    else return;
    event.preventDefault();
  }

  inputKey(event) {
    if (event.key !== 'Escape' || event.isComposing) return;
    this.input.value = '';
    this.card.focus();
    event.preventDefault();
  }

  /** A string that identifies a list item. */
  static name(item) { return JSON.stringify([item.document, item.page, item.word, item.text]); }
};
