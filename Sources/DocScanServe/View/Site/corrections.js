'use strict';

/** The review server: sends requests, and waits until corrections are in the files. */
docscan.reviewer = {
  /** The polling interval, in milliseconds, while files are being written. */
  pause: 400,

  /** Sends a GET request, or a POST request if there is a body, and returns the JSON answer. */
  async ask(name, body) {
    const options = body === undefined ? {} : {
      method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'X-Docscan': 'review' },
    };
    const answer = await fetch(`.docscan/review${name}`, options);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  },

  /** Writes all corrections into the files. A second pass writes those made in the meantime. */
  async write() {
    const { reviewer } = docscan;
    reviewer.isAsked = true;
    reviewer.writing ??= (async () => {
      let state;
      while (reviewer.isAsked) {
        reviewer.isAsked = false;
        state = await reviewer.ask('/apply', {});
        while (state.isRunning) {
          await new Promise((resolve) => { setTimeout(resolve, reviewer.pause); });
          state = await reviewer.ask('/files');
        }
      }
      return state;
    })().finally(() => { reviewer.writing = null; });
    return reviewer.writing;
  },
};

/**
 * Corrections on a document's page: words, lines, missing lines, and fields of receipts. Each correction is saved at
 * once and then written into the files, after which `done` is called.
 */
docscan.Corrections = class {
  constructor(place, done) {
    Object.assign(this, { place, done, decided: 0 });
    this.status = docscan.element('span', { class: 'facts', role: 'status' });
    this.undoing = docscan.button(docscan.text('review.undo'), () => this.undo(), { disabled: true });
  }

  /** Saves a correction. Returns false if the server refuses it. */
  async keep(name, decision) {
    try {
      const { left } = await docscan.reviewer.ask(`/${name}`, { document: this.place, ...decision });
      this.undoing.disabled = left === 0;
    } catch (error) {
      docscan.toast(error.message || docscan.text('texts.gone'));
      return false;
    }
    this.decided += 1;
    this.write();
    return true;
  }

  async undo() {
    try {
      const { left } = await docscan.reviewer.ask('/takeback', {});
      this.undoing.disabled = left === 0;
    } catch (error) {
      docscan.toast(error.message || docscan.text('texts.gone'));
      return;
    }
    this.write();
  }

  async write() {
    const { text } = docscan;
    this.status.textContent = text('review.applying');
    let problems = [];
    try {
      const state = await docscan.reviewer.write();
      problems = [state.problem, ...state.documents.map(({ document: name, problem }) => problem && `${name}: ${problem}`)].filter(Boolean);
    } catch (error) {
      problems = [error.message || text('texts.gone')];
    }
    this.status.textContent = problems.join(' ') || text('review.applied');
    await this.done();
  }

  /** Creates the form on a word's card that corrects the word or its line. */
  form(page, word) {
    const { element, text, button } = docscan;
    const line = page.lines[word.line];
    let words = [word];
    const input = element('input', { type: 'text', id: 'correct', value: word.text, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    const save = async (typed) => {
      const old = words.map((one) => one.text).join(' ');
      await this.keep('text', { page: page.number, words: [words[0].index, words.at(-1).index], old, text: typed });
    };
    const whole = docscan.button(text('correct.line'), () => {
      words = words.length === 1 && line.words.length > 1 ? line.words : [word];
      whole.setAttribute('aria-pressed', String(words.length > 1));
      input.value = words.map((one) => one.text).join(' ');
      input.focus();
    }, { 'aria-pressed': 'false', class: 'toggle' });
    return element('form', { class: 'typed', on: { submit: (event) => { event.preventDefault(); save(input.value); } } },
      element('label', { for: 'correct', text: text('review.type') }), input,
      element('button', { type: 'submit', text: text('review.this') }), line.words.length > 1 ? whole : '',
      button(text('review.nothing'), () => save('')));
  }

  /** Creates the form for the text of a line drawn by the user: a box in pixels of the picture. */
  addLine(page, [x, y, width, height], end) {
    const { element, text, button } = docscan;
    const input = element('input', { type: 'text', id: 'added', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    const form = element('form', {
      class: 'typed added', on: {
        submit: async (event) => {
          event.preventDefault();
          if (await this.keep('text', { page: page.number, box: [x, y, width, height], text: input.value })) end();
        },
        keydown: (event) => { if (event.key === 'Escape') end(); },
      },
    }, element('label', { for: 'added', text: text('correct.added') }), input,
    element('button', { type: 'submit', text: text('review.this') }), button(text('close'), end, { sign: '×' }));
    return { form, input };
  }
};

/**
 * The fields of a receipt or invoice next to its picture. Each highlights its position and can be corrected if the
 * server allows it.
 */
docscan.PageFields = class {
  static names = ['merchant', 'buyer', 'date', 'dueDate', 'total', 'net', 'tax', 'currency', 'number', 'iban', 'category'];
  /** Receipts have these fields only if a reviewer typed them. */
  static ofInvoices = ['buyer', 'dueDate', 'net', 'tax', 'iban'];

  static element(page, { light, corrections, canDecide }) {
    const { element, text } = docscan;
    const known = new Map((page.fields ?? []).map(([name, ...rest]) => [name, rest]));
    if (known.size === 0 && !(corrections && canDecide)) return null;
    const isOffered = (name) => corrections && (page.invoice || !docscan.PageFields.ofInvoices.includes(name));
    const rows = docscan.PageFields.names.filter((name) => known.has(name) || isOffered(name)).flatMap((name) => {
      const [value = '', box = null, mark = '', isEdited = false] = known.get(name) ?? [];
      const label = docscan.strings[`receipt.${name}`] ? text(`receipt.${name}`) : name;
      const show = { pointerenter: () => light(box), focusin: () => light(box, true), pointerleave: () => light(null) };
      const said = [mark && text(mark === '≠' ? 'field.mismatch' : 'field.uncertain'), isEdited && text('field.edited')].filter(Boolean).join(', ');
      const note = element('span', { class: 'facts', text: said });
      if (!corrections) {
        const shown = ['date', 'dueDate'].includes(name) ? docscan.day(value) : value;
        return [element('dt', { text: label }), element('dd', { on: show },
          box ? docscan.button(`${shown}${mark}`, () => light(box, true), { class: 'link' }) : `${shown}${mark}`, ' ', note)];
      }
      const input = element('input', { type: 'text', id: `field-${name}`, value, autocomplete: 'off', spellcheck: 'false', 'data-field': name });
      // Merchant names usually are near the top of the page, so a few letters and an arrow key select the line.
      const isName = ['merchant', 'buyer'].includes(name);
      if (isName) input.setAttribute('list', 'lines-of-page');
      const button = element('button', { type: 'submit', class: 'small', text: text('review.this'), 'aria-label': `${text('review.this')}: ${label}`, disabled: true });
      input.addEventListener('input', () => { button.disabled = input.value === value; });
      const save = () => input.value !== value && corrections.keep('field', { page: page.number, field: name, value: input.value });
      return [element('dt', {}, element('label', { for: `field-${name}`, text: label })), element('dd', { on: show },
        element('form', { on: { submit: (event) => { event.preventDefault(); save(); } } }, input, mark, button, ' ', note,
          ...(name === 'merchant' ? [docscan.pageLines(page)] : [])))];
    });
    const body = element('dl', { class: 'fields' }, ...rows);
    const title = text('fields');
    if (known.size > 0) return element('section', { 'aria-label': title }, element('h2', { text: title }), body);
    return element('details', {}, element('summary', { text: title }), body);
  }
};

/** A list of the page's lines that contain words, to choose a merchant from. */
docscan.pageLines = (page) => {
  const lines = docscan.linesOf(page).map((line) => line.words.map((word) => word.text).join(' ')).filter((line) => /\p{L}{2}/u.test(line));
  return docscan.element('datalist', { id: 'lines-of-page' }, ...[...new Set(lines)].map((value) => docscan.element('option', { value })));
};

/** A form that corrects the language of a page: a tag such as "de", with language names to choose from. */
docscan.pageLanguage = (page, corrections) => {
  const { element, text } = docscan;
  const tags = ['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'it', 'ja', 'ko', 'la', 'nb', 'nl', 'pl', 'pt',
    'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'];
  const value = page.language ?? '';
  const input = element('input', {
    type: 'text', id: 'field-language', value, list: 'languages', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'data-field': 'language',
  });
  const save = () => input.value !== value && corrections.keep('field', { page: page.number, field: 'language', value: input.value });
  const button = element('button', { type: 'submit', class: 'small', text: text('review.this'), 'aria-label': `${text('review.this')}: ${text('language')}`, disabled: true });
  input.addEventListener('input', () => { button.disabled = input.value === value; });
  return element('form', { class: 'page-language', on: { submit: (event) => { event.preventDefault(); save(); } } },
    element('label', { for: 'field-language', text: text('language') }), ' ', input, button, ' ',
    element('span', { class: 'facts', text: value && docscan.languageName(value) }),
    element('datalist', { id: 'languages' }, ...tags.map((tag) => element('option', { value: tag, text: docscan.languageName(tag) }))));
};

/** A list that sets the kind of a document, such as "invoice". Documents whose kind is unknown have an empty first entry. */
docscan.documentKind = (page, kind, corrections) => {
  const { text } = docscan;
  const kinds = ['contract', 'creditNote', 'form', 'invoice', 'letter', 'other', 'receipt', 'statement'];
  const options = [...(kinds.includes(kind) ? [] : [['', '']]), ...kinds.map((key) => [key, text(`documentKind.${key}`)])];
  const choice = docscan.choice(text('kindOfDocument'), options, kind, async (value) => {
    if (value && !await corrections.keep('field', { page: page.number, field: 'kind', value })) list.value = kind;
  });
  const list = choice.querySelector('select');
  list.id = 'field-kind';
  return choice;
};

/** The legend for the colors and frames of words. */
docscan.legend = () => {
  const { element, text } = docscan;
  return element('details', { class: 'legend' }, element('summary', { text: text('legend') }),
    element('div', { class: 'panel' },
      element('ul', {}, ...['high', 'middle', 'low', 'edited'].map((level) => element('li', {},
        element('span', { class: 'sample', 'data-sample': level, 'aria-hidden': 'true', text: text('legend.sample') }), ` ${text(`legend.${level}`)}`))),
      element('p', { class: 'advice', text: text('legend.percent') })));
};
