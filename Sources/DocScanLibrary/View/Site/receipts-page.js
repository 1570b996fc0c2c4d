'use strict';

/** What the receipts come to: sums, the chart, a table that leads to the scans. */
docscan.ReceiptsPage = class {
  constructor() {
    const { element, text } = docscan;
    this.body = element('div', {}, element('p', { text: text('loading') }));
    this.element = element('div', { class: 'receipts' }, element('h1', { text: text('receipts') }), this.body);
  }

  async start() {
    try {
      this.ledger ??= await docscan.load('data/ledger');
    } catch {
      this.body.replaceChildren(docscan.notice(docscan.text('receipts.none')));
      return;
    }
    this.show();
  }

  end() {}

  show() {
    const { element, text } = docscan;
    const { receipts, sums, without } = this.ledger;
    const headings = ['date', 'merchant', 'category', 'total', 'scan'].map((key) =>
      element('th', { scope: 'col', text: text(`receipt.${key}`), class: key === 'total' && 'amount' }));
    this.rows = element('tbody');
    this.showRows(receipts, 0);
    this.body.replaceChildren(
      element('ul', { class: 'sums' }, ...sums.map(([currency, total, count]) => element('li', {},
        element('strong', { text: `${total} ${currency}` }), ` ${text('receipts.count', { count })}`))),
      docscan.library.facts.chart
        ? element('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': text('chart') },
          element('img', { class: 'chart', src: `${docscan.folder}data/ledger.svg`, alt: text('chart') })) : '',
      without.length > 0 ? this.without(without) : '',
      element('p', { class: 'advice', text: text('receipts.marks') }),
      element('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': text('receipts') },
        element('table', {}, element('thead', {}, element('tr', {}, ...headings)), this.rows)));
  }

  /** The pages without a receipt: they are in no sum. */
  without(pages) {
    const { element, text } = docscan;
    return element('details', {},
      element('summary', { text: text('receipts.without', { count: pages.length }) }),
      element('ul', {}, ...pages.map(([place, page, cause]) => element('li', {},
        element('a', {
          href: docscan.route('doc', place, page || 1),
          text: page ? text('receipt.place', { name: place, page }) : place,
        }), ` ${text(`without.${cause}`)}`))));
  }

  /** Adds rows a few hundred at a time, so that a long table does not keep anybody waiting. */
  showRows(receipts, from) {
    this.rows.append(...receipts.slice(from, from + 300).map((receipt) => this.row(receipt)));
    if (from + 300 < receipts.length) requestAnimationFrame(() => this.showRows(receipts, from + 300));
  }

  row([date, merchant, category, total, currency, dateMark, totalMark, sources]) {
    const { element, text } = docscan;
    return element('tr', {},
      element('td', { text: `${docscan.day(date)}${date ? dateMark : ''}` }),
      element('td', { text: merchant }),
      element('td', { text: category }),
      element('td', { class: 'amount', text: `${total}${total ? totalMark : ''} ${currency}` }),
      element('td', {}, ...sources.map(([place, page]) => element('a', {
        href: docscan.route('doc', place, page), text: text('receipt.place', { name: place, page }),
      }))));
  }
};
