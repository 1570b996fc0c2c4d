'use strict';

/** The receipts of a library: totals, the chart, and a table with links to the scans. */
docscan.ReceiptsPage = class {
  constructor() {
    const { element, text } = docscan;
    this.body = element('div', {}, element('p', { text: text('loading') }));
    this.corrections = docscan.isReview ? new docscan.Corrections('', () => this.refresh()) : null;
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

  /** Reloads the receipts after a correction. */
  async refresh() {
    this.ledger = await docscan.load('data/ledger').catch(() => this.ledger);
    this.show();
  }

  show() {
    const { element, text } = docscan;
    const { receipts, sums, without } = this.ledger;
    const headings = ['date', 'merchant', 'category', 'total', 'scan'].map((key) =>
      element('th', { scope: 'col', role: 'columnheader', text: text(`receipt.${key}`), class: key === 'total' && 'amount' }));
    this.rows = element('tbody', { role: 'rowgroup' });
    this.showRows(receipts, 0);
    const uncertain = sums.reduce((sum, [, , , its = 0]) => sum + its, 0);
    const bars = this.bars();
    this.body.replaceChildren(
      element('ul', { class: 'sums' }, ...sums.map(([currency, total, count, its = 0]) => element('li', {},
        element('strong', { text: `${total} ${this.currency(currency)}` }), ` ${text('receipts.count', { count })}`,
        its > 0 ? `, ${count === 1 ? text('field.uncertain') : text('receipts.uncertain', { count: its })}` : ''))),
      this.corrections ? element('p', {}, this.corrections.undoing, ' ', this.corrections.status) : '',
      without.length > 0 ? this.without(without) : '',
      element('p', { class: 'advice', text: text('receipts.marks') }),
      element('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': text('receipts') },
        element('table', { role: 'table' }, element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...headings)), this.rows)),
      bars.childElementCount > 0 && uncertain > 0 ? element('p', { class: 'advice left-out', text: text('chart.leftOut', { count: uncertain }) }) : '',
      docscan.library.facts.chart
        ? element('img', { class: 'chart', src: `${docscan.folder}data/ledger.svg`, alt: text('chart') }) : '',
      bars);
  }

  /** The name of a currency. The code XXX means unknown. */
  currency(code) { return code === 'XXX' ? docscan.text('currency.unknown') : code; }

  /** The chart's values as bars, because the chart's letters would be too small on a phone. */
  bars() {
    const { element, text } = docscan;
    const { sums, sumsBy = {} } = this.ledger;
    const most = 12;
    return element('div', { class: docscan.library.facts.chart ? 'bars narrow' : 'bars' }, ...sums.flatMap(([currency]) =>
      ['month', 'category', 'merchant'].flatMap((grouping) => {
        const rows = (sumsBy[grouping] ?? []).filter(([, its]) => its === currency);
        // Without a month or category, there is nothing to compare.
        if (rows.every(([name]) => name === '') && (grouping !== 'merchant' || rows.length === 0)) return [];
        const shown = grouping === 'merchant' ? rows.slice(0, most) : rows;
        const largest = Math.max(...shown.map(([, , total]) => Number(total)));
        return [
          element('h2', { text: text(`chart.${grouping}`, { currency: this.currency(currency) }) }),
          element('dl', {}, ...shown.flatMap(([name, , total]) => {
            const bar = element('span', { class: 'bar', 'aria-hidden': 'true' });
            bar.style.inlineSize = `${100 * Math.max(0, Number(total)) / Math.max(largest, 1e-9)}%`;
            return [element('dt', { text: name || text(`chart.none.${grouping}`) }), element('dd', {}, element('span', { class: 'amount', text: total }), bar)];
          })),
          rows.length > shown.length ? element('p', { class: 'advice', text: text('chart.more', { count: rows.length - shown.length }) }) : '',
        ];
      })));
  }

  /** The pages without a receipt, which aren't part of any total. */
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

  /** Adds rows 300 at a time, so that a long table doesn't block the browser. */
  showRows(receipts, from) {
    this.rows.append(...receipts.slice(from, from + 300).map((receipt) => this.row(receipt)));
    if (from + 300 < receipts.length) requestAnimationFrame(() => this.showRows(receipts, from + 300));
  }

  row([date, merchant, category, total, currency, dateMark, totalMark, sources, perhaps = [], merchantMark = '']) {
    const { element, text } = docscan;
    return element('tr', { role: 'row' },
      element('td', { role: 'cell', class: 'day', text: date ? `${docscan.day(date)}${dateMark}` : dateMark && '–?' }),
      element('td', { role: 'cell', class: 'merchant', text: merchant ? `${merchant}${merchantMark}` : '–' }),
      element('td', { role: 'cell', class: 'category', text: category }),
      element('td', { role: 'cell', class: 'amount', text: total ? `${total}${totalMark} ${currency}` : totalMark && '–?' }),
      element('td', { role: 'cell', class: 'scans' }, ...sources.map(([place, page]) => element('a', {
        href: docscan.route('doc', place, page), text: text('receipt.place', { name: place, page }),
      })), ...perhaps.map((earlier) => this.offer(sources[0], earlier))));
  }

  /** A note that a receipt may duplicate an earlier one, with buttons to decide if corrections are possible. */
  offer([place, page], [earlier, earlierPage]) {
    const { element, text, button } = docscan;
    const decide = (field) => this.corrections.keep('field', { document: place, page, field, value: `${earlier}:${earlierPage}` });
    return element('p', { class: 'offer' },
      element('a', { href: docscan.route('doc', earlier, earlierPage), text: text('receipt.perhaps', { name: earlier, page: earlierPage }) }),
      ...(this.corrections ? [' ', button(text('receipt.same'), () => decide('sameAs')), ' ',
        button(text('receipt.different'), () => decide('differentFrom'))] : []));
  }
};
