'use strict';

/** The library: the cards of all documents, to sort, filter, and open. */
docscan.LibraryPage = class {
  static cardHeight = 352;
  static cardWidth = 220;
  static rowHeight = 164;

  /** The maximum size of a card's picture, as in the style sheet. */
  static pictureSize(list) { return list.width ? [208, Infinity] : [84, Infinity]; }

  constructor() {
    const { text, choice, element, library } = docscan;
    this.scroll = 0;
    const { isServed } = docscan;
    this.filterBox = element('input', {
      type: 'search', id: 'filter', autocomplete: 'off', spellcheck: 'false', placeholder: text(isServed ? 'search.hint' : 'filter.hint'),
      on: { input: () => this.choose({ text: this.filterBox.value }) },
    });
    this.filterBox.value = library.choice.text;
    this.texts = isServed ? new docscan.TextSearch(this.filterBox) : null;
    this.count = element('p', { class: 'count' });
    this.clear = docscan.button(text('filter.clear'), () => {
      this.filterBox.value = '';
      this.choose({ text: '', year: '', kind: '', language: '', status: '', grade: '', attention: '' });
      this.refresh();
      this.filterBox.focus();
    }, { hidden: true });
    this.choices = element('div', { class: 'choices' });
    const isNarrow = window.matchMedia('(max-width: 40rem)');
    this.list = new docscan.VirtualList({
      label: text('documents'), make: (index) => this.card(this.shown[index]),
      ...(isNarrow.matches
        ? { height: docscan.LibraryPage.rowHeight }
        : { height: docscan.LibraryPage.cardHeight, width: docscan.LibraryPage.cardWidth }),
    });
    this.list.element.classList.toggle('rows', isNarrow.matches);
    this.selection = docscan.isServed ? new docscan.LibrarySelection({
      shown: () => this.shown.map((index) => library.cards[index]), changed: () => this.show(),
    }) : null;
    this.element = element('div', { class: 'library' },
      element('h1', { class: 'unseen', text: text('documents') }),
      element('form', { class: 'filter', role: 'search', on: { submit: (event) => event.preventDefault() } },
        element('label', { class: 'wide' }, element('span', { text: text(isServed ? 'search' : 'filter') }), this.filterBox),
        this.choices),
      isServed ? this.texts.element : element('p', { class: 'hint', text: text('search.file') }),
      this.count, this.selection?.toggle, this.selection?.bar, this.clear, this.list.element);
    this.choice = choice;
    this.shown = [];
  }

  /** Called after the page was inserted into the document. */
  start() {
    docscan.library.onMore = () => this.refresh();
    this.refresh();
    window.scrollTo(0, docscan.LibraryPage.lastScroll ?? 0);
    this.list.show();
  }

  /** Called before the page is removed. Remembers the scroll position. */
  end() {
    docscan.LibraryPage.lastScroll = window.scrollY;
    docscan.library.onMore = null;
    this.list.end();
    this.texts?.end();
  }

  choose(change) {
    Object.assign(docscan.library.choice, change);
    window.scrollTo(0, 0);
    if (change.text !== undefined) this.texts?.ask(change.text);
    this.show();
  }

  /** Rebuilds the filters for the loaded cards, then shows the cards. */
  refresh() {
    const { text, library, card, languageName } = docscan;
    const { choice } = library;
    const any = ['', text('any')];
    const choices = [docscan.choice(text('sort'), ['date', 'oldest', 'name', 'sender', 'total', 'pages', 'grade']
      .map((key) => [key, text(`sort.${key}`)]), choice.sort, (sort) => this.choose({ sort }))];
    const filters = [
      ['year', docscan.yearOf, (key) => key], ['kind', (here) => here[card.kind], (key) => text(`documentKind.${key}`)],
      ['language', (here) => here[card.language], languageName], ['status', (here) => here[card.status], (key) => text(`status.${key}`)],
      ['grade', (here) => here[card.grade], (key) => key],
    ];
    for (const [key, valueOf, label] of filters) {
      const values = library.values(valueOf);
      if (key === 'grade') values.sort();
      if (key === 'year') values.sort().reverse();
      if (values.length < 2 && !choice[key]) continue;
      choices.push(docscan.choice(text(key === 'kind' ? 'kindOfDocument' : key), [any, ...values.map((value) => [value, label(value)])], choice[key],
        (value) => this.choose({ [key]: value })));
    }
    if (choice.attention || library.cards.some(docscan.needsLook)) {
      choices.push(docscan.choice(text('attention'), [any, ['yes', text('attention.yes')]], choice.attention, (attention) => this.choose({ attention })));
    }
    const focused = [...this.choices.querySelectorAll('select')].indexOf(document.activeElement);
    this.choices.replaceChildren(...choices);
    this.choices.querySelectorAll('select')[focused]?.focus();
    this.show();
  }

  show() {
    const { text, library } = docscan;
    this.shown = library.chosen();
    this.list.reset(this.shown.length);
    const total = library.facts.documents;
    const message = !library.isWhole
      ? text('count.loading', { count: library.cards.length, total })
      : this.shown.length === total
        ? text('count.all', { count: total })
        : text(docscan.isServed && library.choice.text.trim() ? 'count.named' : 'count.some', { count: this.shown.length, total });
    this.count.textContent = total === 0 ? text('library.empty') : message;
    this.clear.hidden = this.shown.length > 0 || total === 0;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => docscan.announce(this.count.textContent), 500);
  }

  card(index) {
    const { text, element, library } = docscan;
    const [place, pages, failed, date, language, grade, status, picture, failure, , , , , dateKind, sender, kind, total, currency] = library.cards[index];
    const title = place.split('/').pop();
    const folder = place.split('/').slice(0, -1).join(' / ');
    const payment = [sender, total && `${total} ${currency}`.trim()].filter(Boolean).join(' · ');
    const facts = [kind && kind !== 'other' && text(`documentKind.${kind}`), pages > 0 && text('pages', { count: pages }), language && docscan.languageName(language)].filter(Boolean);
    const { selection } = this;
    const card = selection?.isOn ? ['label', { class: 'card selectable' }, selection.box(place, title)] : ['a', { class: 'card', href: docscan.route('doc', place, 1) }];
    return element(...card,
      element('span', { class: 'picture' }, picture
        ? docscan.thumbnail(docscan.path(picture), ...docscan.LibraryPage.pictureSize(this.list))
        : element('span', { class: 'blank', 'aria-hidden': 'true', text: status === 'failed' ? '⚠' : '¶' })),
      element('span', { class: 'title', text: title }),
      folder ? element('span', { class: 'folder', text: folder }) : null,
      payment ? element('span', { class: 'payment', text: payment }) : null,
      date ? element('span', { class: 'facts', text: docscan.dated(date, dateKind) }) : null,
      element('span', { class: 'facts', text: facts.join(' · ') }),
      element('span', { class: 'marks' },
        grade ? docscan.grade(grade) : null,
        status !== 'complete' ? element('span', {
          class: 'mark bad', title: failure,
          text: status === 'failed' ? text('status.failed') : text('failed.pages', { count: failed }),
        }) : null));
  }
};

/** A grade with its meaning as a tooltip. */
docscan.grade = (grade, label = 'grade.mark') => docscan.element('span', {
  class: 'mark grade', 'data-grade': grade, text: docscan.text(label, { grade }),
  title: docscan.text(`grade.${grade}`),
});

/** The advice for a kind of failure. Null if there is none, and empty if the message already contains it, as for passwords. */
docscan.advice = (kind, message) => (message?.includes('--password-file') ? '' : docscan.strings[`advice.${kind}`] ?? null);

/** The list of failed documents and of pages to check, with advice. */
docscan.ProblemsPage = class {
  constructor() {
    const { element, text } = docscan;
    this.list = element('div');
    this.element = element('div', { class: 'problems' }, element('h1', { text: text('problems') }), this.list);
  }

  async start() {
    docscan.library.onMore = () => this.show();
    this.show();
    if (!docscan.library.facts.ledger) return;
    const ledger = await docscan.load('data/ledger').catch(() => null);
    this.receipts = (ledger?.receipts ?? []).filter(([, , , , , dateMark, totalMark]) => dateMark || totalMark);
    this.show();
  }

  end() { docscan.library.onMore = null; }

  show() {
    const { element, text, library } = docscan;
    const failed = library.cards.filter(docscan.needsLook);
    const { receipts = [] } = this;
    const shown = failed.slice(0, 500);
    const summary = failed.length === 0 ? text(!library.isWhole ? 'loading' : receipts.length > 0 ? 'problems.receiptsOnly' : 'problems.none')
      : text('problems.count', { count: failed.length });
    this.list.replaceChildren(element('p', { text: summary }), element('ul', { class: 'failures' }, ...this.groups(shown)),
      failed.length > shown.length ? element('p', { text: text('problems.more', { count: failed.length - shown.length }) }) : '', ...this.uncertain(receipts));
  }

  /** The documents by cause, each with its advice. The cause with the most documents comes first. */
  groups(cards) {
    const { element, text, card } = docscan;
    const groups = new Map();
    const add = (cause, advice, entry) => {
      const key = `${cause}\n${advice}`;
      if (!groups.has(key)) groups.set(key, { cause, advice, entries: [] });
      groups.get(key).entries.push(entry);
    };
    for (const here of cards) {
      if (here[card.status] !== 'complete') {
        add(here[card.failure], docscan.advice(here[card.failureKind], here[card.failure]), this.entry(here, element('span', {
          class: 'mark bad', text: here[card.status] === 'failed' ? text('status.failed') : text('failed.pages', { count: here[card.failedPages] }),
        })));
      }
      for (const reason of ['noText', 'untrusted', 'poor']) {
        const numbers = here[card[reason]];
        if (numbers.length === 0) continue;
        const advice = docscan.isReview && docscan.strings[`advice.${reason}.here`];
        const links = numbers.flatMap((number) => [' ', element('a', { href: docscan.route('doc', here[card.place], number), text: number })]);
        add(text(`problem.${reason}`), advice || text(`advice.${reason}`), this.entry(here, ...links));
      }
    }
    return [...groups.values()].sort((a, b) => b.entries.length - a.entries.length).map(({ cause, advice, entries }) => element('li', {},
      cause ? element('h2', { text: cause }) : null, advice ? element('p', { class: 'advice', text: advice }) : null, ...entries));
  }

  /** A document's name with a link, its folder, and what follows. */
  entry(here, ...more) {
    const { element, card } = docscan;
    const names = here[card.place].split('/');
    const name = names.pop();
    return element('p', {}, element('a', { href: docscan.route('doc', here[card.place], 1), text: name }),
      names.length > 0 ? element('span', { class: 'folder', text: ` ${names.join(' / ')}` }) : null, ...more);
  }

  /** The receipts with an uncertain date or total, with links to their pages. */
  uncertain(receipts) {
    const { element, text } = docscan;
    if (receipts.length === 0) return [];
    const shown = receipts.slice(0, 500);
    return [element('h2', { text: text('problems.receipts', { count: receipts.length }) }),
      element('ul', { class: 'failures' }, ...shown.map(([date, merchant, , total, currency, dateMark, totalMark, [[place, page]]]) => element('li', {},
        element('a', { href: docscan.route('doc', place, page), text: text('receipt.place', { name: place, page }) }),
        element('p', { text: [merchant, date ? `${docscan.day(date)}${dateMark}` : dateMark && text('chart.none.month'),
          total ? `${total}${totalMark} ${currency}` : ''].filter(Boolean).join(' · ') })))),
      receipts.length > shown.length ? element('p', { text: text('problems.more', { count: receipts.length - shown.length }) }) : ''];
  }
};
