'use strict';

/**
 * The cards of all documents. The newest ones come with the library's data, the others in chunks.
 *
 * A card is an array, written by `DocumentData.swift`. `docscan.card` names its indices.
 */
docscan.card = {
  place: 0, pages: 1, failedPages: 2, date: 3, language: 4, grade: 5, status: 6, picture: 7, failure: 8, failureKind: 9,
  noText: 10, untrusted: 11, poor: 12, dateKind: 13,
};

docscan.library = {
  /** The library's data: `{name, documents, pages, chunks, newest, ledger, chart}`. */
  facts: null,
  cards: [],
  /** The cards' names without case and accents, for filtering. */
  names: [],
  isWhole: false,
  /** Called whenever more cards have been loaded. */
  onMore: null,

  /** The filters and the sort order, which are kept while documents are viewed. */
  choice: { text: '', sort: 'date', language: '', status: '', grade: '' },

  /** Loads the library's data with the first cards, and then the other chunks in the background. */
  async open() {
    const { library } = docscan;
    if (library.facts) return;
    library.facts = await docscan.load('data/library');
    library.take(library.facts.newest);
    library.loadAll();
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
    docscan.library.names = cards.map((card) => docscan.fold(card[docscan.card.place]));
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
    const compare = {
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

  /** The indices of the cards that match the filters, in the chosen order. */
  chosen() {
    const { cards, names, choice } = docscan.library;
    const { card } = docscan;
    const words = docscan.fold(choice.text).split(/\s+/).filter(Boolean);
    return docscan.library.order(choice.sort).filter((index) => {
      const here = cards[index];
      return words.every((word) => names[index].includes(word))
        && (!choice.language || here[card.language] === choice.language)
        && (!choice.status || here[card.status] === choice.status)
        && (!choice.grade || here[card.grade] === choice.grade);
    });
  },

  /** The distinct values of a card property, most frequent first. */
  values(place) {
    const counts = new Map();
    for (const card of docscan.library.cards) {
      if (card[place]) counts.set(card[place], (counts.get(card[place]) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
  },
};

/** Removes case and accents from a text, for searching. */
docscan.fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');
