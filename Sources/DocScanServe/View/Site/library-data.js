'use strict';

/**
 * The cards of all documents. The newest ones come with the library's data, the others in chunks.
 *
 * A card is an array, written by `DocumentData.swift`. `docscan.card` names its indices.
 */
docscan.card = {
  place: 0, pages: 1, failedPages: 2, date: 3, language: 4, grade: 5, status: 6, picture: 7, failure: 8, failureKind: 9,
  noText: 10, untrusted: 11, poor: 12, dateKind: 13, sender: 14, kind: 15, total: 16, currency: 17,
};

/** Whether a document failed, or some of its pages failed, have no text, or have doubtful text. */
docscan.needsLook = (here) => here[docscan.card.status] !== 'complete'
  || ['noText', 'untrusted', 'poor'].some((reason) => here[docscan.card[reason]].length > 0);

/** The year of a document, or empty if only the day of its scan is known. */
docscan.yearOf = (here) => here[docscan.card.dateKind] === 'scan' ? '' : here[docscan.card.date].slice(0, 4);

docscan.library = {
  /** The library's data: `{name, documents, pages, chunks, newest, ledger, chart}`. */
  facts: null,
  cards: [],
  /** The cards' names and senders without case and accents, for filtering. */
  names: [],
  isWhole: false,
  /** Called whenever more cards have been loaded. */
  onMore: null,

  /** The filters and the sort order, which are kept while documents are viewed. */
  choice: { text: '', sort: 'date', year: '', kind: '', language: '', status: '', grade: '', attention: '' },

  /** Loads the library's data with the first cards, and then the other chunks in the background. */
  async open() {
    const { library } = docscan;
    if (library.facts) return;
    library.facts = await docscan.load('data/library');
    library.take(library.facts.newest);
    library.loadAll();
  },

  /** Loads everything again, after documents were named or corrected. */
  async reload() {
    docscan.library.facts = null;
    await docscan.library.open();
    docscan.library.onMore?.();
  },

  async loadAll() {
    const { library } = docscan;
    const all = [];
    try {
      for (const chunk of library.facts.chunks) {
        const cards = await docscan.load(chunk);
        for (const card of cards) all.push(card);
      }
      library.take(all);
      library.isWhole = true;
    } catch (error) {
      docscan.toast(docscan.text('library.broken', { what: error.message }));
    }
    library.orders.clear();
    library.onMore?.();
  },

  take(cards) {
    docscan.library.cards = cards;
    docscan.library.names = cards.map((card) => docscan.fold(`${card[docscan.card.place]} ${card[docscan.card.sender]}`));
    docscan.library.orders.clear();
  },

  /** The sorted card indices, by sort order. Sorting 100,000 names is slow; filtering isn't. */
  orders: new Map(),

  order(name) {
    const { library } = docscan;
    const known = library.orders.get(name);
    if (known) return known;
    const { cards } = library;
    const { card } = docscan;
    const order = cards.map((_, index) => index);
    const byName = library.byName(order);
    const bySender = name === 'sender' ? library.bySender() : null;
    const compare = {
      sender: (a, b) => bySender.get(cards[a][card.sender]) - bySender.get(cards[b][card.sender]),
      total: (a, b) => (cards[b][card.total] || -Infinity) - (cards[a][card.total] || -Infinity) || 0,
      name: () => 0,
      date: (a, b) => (b[card.date] < a[card.date] ? -1 : b[card.date] > a[card.date] ? 1 : 0),
      oldest: (a, b) => (a[card.date] < b[card.date] ? -1 : a[card.date] > b[card.date] ? 1 : 0),
      pages: (a, b) => b[card.pages] - a[card.pages],
      grade: (a, b) => (b[card.grade] < a[card.grade] ? -1 : b[card.grade] > a[card.grade] ? 1 : 0),
    }[name];
    order.sort((a, b) => compare(cards[a], cards[b]) || byName[a] - byName[b]);
    library.orders.set(name, order);
    return order;
  },

  /** The rank of each card by its name, in natural order. */
  byName(order) {
    const known = docscan.library.orders.get('rank');
    if (known) return known;
    const { compare } = new Intl.Collator(docscan.language, { numeric: true });
    const { cards } = docscan.library;
    const sorted = [...order].sort((a, b) => compare(cards[a][0], cards[b][0]));
    const rank = new Int32Array(order.length);
    sorted.forEach((index, place) => { rank[index] = place; });
    docscan.library.orders.set('rank', rank);
    return rank;
  },

  /** The rank of each sender in alphabetical order. Documents without a sender are last. */
  bySender() {
    const { compare } = new Intl.Collator(docscan.language, { numeric: true });
    const senders = [...new Set(docscan.library.cards.map((card) => card[docscan.card.sender]))].filter(Boolean).sort(compare);
    return new Map([...senders, ''].map((sender, rank) => [sender, rank]));
  },

  /** The indices of the cards that match the filters, in the chosen order. */
  chosen() {
    const { cards, names, choice } = docscan.library;
    const { card } = docscan;
    const words = docscan.fold(choice.text).split(/\s+/).filter(Boolean);
    return docscan.library.order(choice.sort).filter((index) => {
      const here = cards[index];
      return words.every((word) => names[index].includes(word))
        && (!choice.year || docscan.yearOf(here) === choice.year)
        && (!choice.kind || here[card.kind] === choice.kind)
        && (!choice.attention || docscan.needsLook(here))
        && (!choice.language || here[card.language] === choice.language)
        && (!choice.status || here[card.status] === choice.status)
        && (!choice.grade || here[card.grade] === choice.grade);
    });
  },

  /** The distinct values that a function returns for the cards, most frequent first. */
  values(valueOf) {
    const counts = new Map();
    for (const card of docscan.library.cards) {
      const value = valueOf(card);
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
  },
};

/** Removes case and accents from a text, for searching. */
docscan.fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');
