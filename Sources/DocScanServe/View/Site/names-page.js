'use strict';

/** The documents without a name by their content, each with a suggestion: Enter accepts or changes it, an arrow skips it. */
docscan.NamesPage = class {
  constructor() {
    const { element, text } = docscan;
    this.items = [];
    this.count = element('p', { class: 'count', role: 'status' });
    this.list = element('ul', { class: 'failures names' });
    this.element = element('div', { class: 'problems' }, element('h1', { text: text('names') }),
      element('p', { class: 'advice', id: 'names-keys', text: text('names.keys') }), this.count, this.list);
  }

  async start() {
    try {
      const { documents, areMore } = await docscan.reviewer.ask('/names');
      this.items = documents;
      this.areMore = areMore;
    } catch (error) {
      docscan.toast(error.message);
    }
    if (this.isOver) return;
    this.list.replaceChildren(...this.items.map((item) => this.row(item)));
    this.show();
    this.list.querySelector('input')?.focus();
  }

  end() { this.isOver = true; }

  show() {
    const count = this.list.children.length;
    this.count.textContent = count > 0 ? docscan.text('names.count', { count }) : docscan.text('names.none');
  }

  row(item) {
    const { element, text, button } = docscan;
    const input = element('input', {
      type: 'text', class: 'name', value: item.suggestion ?? '', autocomplete: 'off', spellcheck: 'false',
      'aria-label': text('names.name', { document: item.document }), 'aria-describedby': 'names-keys',
      on: {
        keydown: (event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          this.go(row, step);
        },
      },
    });
    const row = element('li', {},
      element('a', { href: docscan.route('doc', item.document, 1), text: item.document }),
      element('p', { text: item.reason }),
      element('form', { class: 'naming', on: { submit: (event) => { event.preventDefault(); this.accept(item, input.value, row); } } },
        input, element('button', { type: 'submit', text: text('names.accept') }), button(text('review.skip'), () => this.go(row, 1))));
    return row;
  }

  /** Moves to the next or the previous document. */
  go(row, step) {
    const rows = [...this.list.children];
    const next = rows[(rows.indexOf(row) + step + rows.length) % rows.length];
    next?.querySelector('input').focus();
    next?.querySelector('input').select();
  }

  async accept(item, name, row) {
    if (name.trim() === '' || row.dataset.busy) return;
    row.dataset.busy = 'true';
    try {
      await docscan.reviewer.ask('/name', { document: item.document, name });
    } catch (error) {
      docscan.toast(error.message);
      delete row.dataset.busy;
      return;
    }
    this.go(row, 1);
    row.remove();
    this.show();
    try {
      await docscan.reviewer.write();
      await docscan.library.reload();
    } catch (error) {
      docscan.toast(error.message);
    }
  }
};
