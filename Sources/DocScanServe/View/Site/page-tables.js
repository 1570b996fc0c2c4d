'use strict';

/**
 * The tables of a page. Hovering over a cell highlights it on the picture, and hovering over a word on the picture
 * marks its cell. `PageData.swift` describes a table.
 *
 * With `decide`, rows and columns can be split and joined. It receives the table's number, the axis, the number of the
 * row or column, and whether to split it.
 */
docscan.PageTables = class {
  /** Whether the buttons to split and join are visible. */
  static isArranging = false;

  constructor(page, light, decide) {
    Object.assign(this, { light, decide, cells: new Map() });
    const { text, element } = docscan;
    const tables = page.tables ?? [];
    this.element = tables.length === 0 ? '' : element('div', { class: 'tables' },
      element('h2', { text: text('tables') }), ...tables.map((table, index) => this.table(table, index + 1)));
    if (this.element) this.showArranging();
  }

  table(table, number) {
    const { text, element } = docscan;
    const name = text('table.name', { number, rows: table.rows, columns: table.columns });
    const rows = Array.from({ length: table.rows }, () => element('tr'));
    for (const cell of table.cells) rows[cell[0]]?.append(this.cell(cell, table.headers));
    return element('figure', { class: 'table' },
      element('figcaption', {}, element('span', { text: name }), this.decide ? this.arranging() : '',
        docscan.button(text('table.copy'), () => docscan.copy(table.csv, text('table.copied', { number })), { class: 'small' })),
      element('div', { class: 'scrolled', tabindex: '0', role: 'region', 'aria-label': name },
        element('table', {}, element('thead', {}, this.decide ? this.columns(table, number, rows) : '', ...rows.slice(0, table.headers)),
          element('tbody', {}, ...rows.slice(table.headers)))));
  }

  /** A button that shows or hides the buttons to split and join in all tables. */
  arranging() {
    return docscan.button(docscan.text('table.arrange'), () => {
      docscan.PageTables.isArranging = !docscan.PageTables.isArranging;
      this.showArranging();
    }, { 'aria-pressed': 'false', class: 'small toggle arrange' });
  }

  showArranging() {
    const isOn = docscan.PageTables.isArranging;
    this.element.classList.toggle('arranging', isOn);
    for (const button of this.element.querySelectorAll('.arrange')) button.setAttribute('aria-pressed', String(isOn));
  }

  /** Adds the buttons to split and join to each row, and returns a row with the buttons for the columns. */
  columns(table, number, rows) {
    const { element } = docscan;
    rows.forEach((row, index) => row.prepend(element('td', { class: 'border' }, ...this.ways(number, 'row', index + 1, rows.length))));
    return element('tr', { class: 'border' }, element('td', { class: 'border' }),
      ...Array.from({ length: table.columns }, (_, index) => element('td', {}, ...this.ways(number, 'column', index + 1, table.columns))));
  }

  ways(table, axis, number, count) {
    const { text } = docscan;
    const way = (name, sign, isSplit) => docscan.button(text(`table.${name}.${axis}`, { number, next: number + 1 }),
      () => this.decide({ table, axis, number, isSplit }), { sign, id: `${name}-${axis}-${table}-${number}`, class: 'small' });
    return [way('split', '÷', true), number < count ? way('join', '+', false) : ''];
  }

  cell([row, , rowSpan, columnSpan, isHeader, content, confidence, box, words, suggestion, difference, isNumber], headers) {
    const { text, element } = docscan;
    const doubts = [
      suggestion && text('table.perhaps', { text: suggestion }),
      difference !== null && (difference ? text('table.difference', { difference }) : text('table.mismatch')),
      content && confidence < 0.9
        && text('table.uncertain', { percent: confidence.toLocaleString(docscan.language, { style: 'percent' }) }),
    ].filter(Boolean);
    const scope = `${row < headers ? 'col' : 'row'}${(row < headers ? columnSpan : rowSpan) > 1 ? 'group' : ''}`;
    const made = element(isHeader ? 'th' : 'td', {
      rowspan: rowSpan > 1 && rowSpan, colspan: columnSpan > 1 && columnSpan, scope: Boolean(isHeader) && scope, dir: 'auto',
      class: [doubts.length > 0 && 'doubt', isNumber && 'number'].filter(Boolean).join(' ') || null, title: doubts.length > 0 && doubts.join(' '), text: content,
      on: { pointerover: () => this.light(box), pointerleave: () => this.light(null) },
    });
    // Screen readers don't announce colors.
    if (doubts.length > 0) made.append(element('span', { class: 'unseen', text: ` (${doubts.join(' ')})` }));
    for (const word of words) this.cells.set(word, made);
    return made;
  }

  /** Marks the cell of a word, or none if `word` is null. */
  mark(word) {
    this.marked?.classList.remove('lit');
    this.marked = this.cells.get(word);
    this.marked?.classList.add('lit');
  }
};
