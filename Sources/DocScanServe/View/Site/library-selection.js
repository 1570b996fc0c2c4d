'use strict';

/** The selection of several documents in the library: save their PDFs, move them to a folder, or correct a field of all. */
docscan.LibrarySelection = class {
  static fields = ['merchant', 'date', 'currency', 'category'];

  /** `changed` is called when the selection mode, the selection, or the documents have changed. */
  constructor({ shown, changed }) {
    const { element, text, button } = docscan;
    Object.assign(this, { shown, changed, isOn: false, places: new Set() });
    this.toggle = button(text('select'), () => this.turn(!this.isOn), { class: 'toggle select', 'aria-pressed': 'false' });
    this.count = element('span', { class: 'count', role: 'status' });
    this.folder = element('input', { type: 'text', id: 'select-folder', autocomplete: 'off', spellcheck: 'false' });
    this.field = element('select', { 'aria-label': text('select.field') },
      ...docscan.LibrarySelection.fields.map((name) => element('option', { value: name, text: text(`receipt.${name}`) })));
    this.value = element('input', { type: 'text', 'aria-label': text('select.value'), autocomplete: 'off', spellcheck: 'false' });
    const form = (action, ...children) => element('form', { on: { submit: (event) => { event.preventDefault(); this.run(action); } } }, ...children);
    this.bar = element('div', { class: 'selection', hidden: true }, this.count,
      button(text('select.all'), () => { for (const card of this.shown()) this.places.add(card[docscan.card.place]); this.show(); }),
      button(text('select.save'), () => this.save()),
      ...(docscan.isReview ? [
        form((place) => docscan.reviewer.ask('/name', { document: place, name: [this.folder.value.trim(), place.split('/').pop()].filter(Boolean).join('/') }),
          element('label', { for: 'select-folder', text: text('select.folder') }), this.folder, element('button', { type: 'submit', text: text('select.move') })),
        form((place) => docscan.reviewer.ask('/field', { document: place, page: 1, field: this.field.value, value: this.value.value }),
          this.field, this.value, element('button', { type: 'submit', text: text('select.correct') })),
      ] : []));
  }

  turn(isOn) {
    this.isOn = isOn;
    this.places.clear();
    this.toggle.setAttribute('aria-pressed', String(isOn));
    this.show();
  }

  /** Shows the number of selected documents, and the cards again. */
  show() {
    this.bar.hidden = !this.isOn;
    this.count.textContent = docscan.text('select.count', { count: this.places.size });
    this.changed();
  }

  /** The checkbox of a card. */
  box(place, title) {
    const box = docscan.element('input', {
      type: 'checkbox', checked: this.places.has(place), 'aria-label': title, on: {
        change: () => {
          if (box.checked) this.places.add(place);
          else this.places.delete(place);
          this.count.textContent = docscan.text('select.count', { count: this.places.size });
        },
      },
    });
    return box;
  }

  /** Saves the PDFs one after the other, because browsers drop downloads that start together. */
  async save() {
    for (const place of this.places) {
      const name = `${place.split('/').pop()}.pdf`;
      const link = docscan.element('a', { href: docscan.path(`${place}/${name}`), download: name });
      document.body.append(link);
      link.click();
      link.remove();
      await new Promise((resolve) => { setTimeout(resolve, 300); });
    }
  }

  /** Sends a decision about each document, writes the files once, and shows the documents with their new names and fields. */
  async run(decide) {
    if (this.isBusy || this.places.size === 0) return;
    this.isBusy = true;
    const refused = [];
    let decided = 0;
    for (const place of this.places) {
      try {
        await decide(place);
        decided += 1;
      } catch (error) {
        refused.push(`${place}: ${error.message}`);
      }
    }
    try {
      const state = await docscan.reviewer.write();
      refused.push(...state.documents.map(({ document: name, problem }) => problem && `${name}: ${problem}`).filter(Boolean), ...[state.problem].filter(Boolean));
      await docscan.library.reload();
    } catch (error) {
      refused.push(error.message);
    }
    this.isBusy = false;
    // After a mistake in the value, the documents stay selected.
    if (decided > 0) this.turn(false);
    docscan.toast(refused.length > 0 ? refused.join(' ') : docscan.text('review.applied'));
  }
};
