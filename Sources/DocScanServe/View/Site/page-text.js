'use strict';

/**
 * The text of a page next to its picture: lines of words, the data found in them, and translations.
 *
 * The Tab key moves the focus to one word. From there, the arrow keys move to other words, and Enter shows a word's
 * details.
 */
docscan.PageText = class {
  constructor({ choose, light, fields, kind, language, table }) {
    Object.assign(this, { choose, light, fields, kind, language, table });
    this.element = docscan.element('section', { class: 'text', 'aria-label': docscan.text('text') });
    this.element.addEventListener('click', (event) => this.click(event));
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('pointerover', (event) => this.hover(event));
    this.element.addEventListener('pointerleave', () => this.light(null));
  }

  /** Shows a page, or if it is null, the message. */
  show(page, message, advice) {
    this.advice = advice;
    const { text, element } = docscan;
    this.page = page;
    if (!page) {
      this.element.replaceChildren(docscan.notice(message ?? text('text.none')), ...this.advised());
      return;
    }
    this.body = element('div', { class: 'lines' });
    this.tables = new docscan.PageTables(page, this.light, this.table && ((decision) => this.table({ page: page.number, ...decision })));
    const translations = page.translations ?? [];
    const choices = [['', text('original')], ...translations.map(({ to }, index) => [String(index), docscan.languageName(to)])];
    this.element.replaceChildren(
      ...(translations.length > 0 ? [docscan.choice(text('translation'), choices, '', (key) => this.showVersion(key))] : []),
      this.kind?.(page) ?? '', this.fields?.(page) ?? '', this.language?.(page) ?? '', this.body, this.tables.element, ...this.found());
    this.showVersion('');
    this.element.scrollTop = 0;
  }

  /** Shows the original text, or the translation with this index. */
  showVersion(key) {
    const { text, element } = docscan;
    const translation = this.page.translations?.[Number(key)];
    this.body.classList.toggle('translated', key !== '');
    if (key !== '' && translation) {
      this.body.lang = translation.to;
      this.body.replaceChildren(
        ...translation.text.split('\n').map((line) => element('p', { dir: 'auto', text: line })),
        element('p', { class: 'advice', text: text('translation.by', { name: translation.provider }) }));
      return;
    }
    this.body.lang = this.page.language;
    this.body.replaceChildren(...this.blocks());
    if (!this.body.firstChild) {
      this.body.append(docscan.notice(this.page.failure ?? text(this.page.noText ? 'text.notFound' : 'text.none')), ...this.advised());
    }
    this.focusable?.setAttribute('tabindex', '0');
  }

  /** The advice for a failed page. */
  advised() {
    const advice = this.advice ?? (this.page?.noText ? docscan.text('advice.noText') : '');
    return advice ? [docscan.element('p', { class: 'advice', text: advice })] : [];
  }

  blocks() {
    const { element } = docscan;
    const lines = docscan.linesOf(this.page);
    if (lines.length === 0 && this.page.text) return this.page.text.split('\n').map((text) => element('p', { dir: 'auto', text }));
    const blocks = [];
    let block = null;
    for (const line of lines) {
      if (line.block !== block) {
        block = line.block;
        blocks.push(element(line.kind === 'heading' ? 'h3' : 'p', {
          class: `block ${line.kind.toLowerCase()}-block`, dir: 'auto', 'data-flows': !this.page.fields && docscan.PageText.flows(lines, line),
        }));
      }
      const words = line.words.flatMap((word) => [
        element('span', { class: 'word', 'data-word': word.index, 'data-level': word.level, 'data-edited': Boolean(word.edit), tabindex: '-1', text: word.text }), ' ']);
      blocks.at(-1).append(element('span', { class: `line${line.startsParagraph ? ' starts' : ''}`, dir: 'auto', 'data-line': line.index }, ...words));
    }
    this.focusable = blocks[0]?.querySelector('.word');
    return blocks;
  }

  /**
   * Whether the lines of a block form continuous text, in which all but the last have a similar width. Lists and tables
   * don't.
   */
  static flows(lines, first) {
    const own = lines.filter((line) => line.block === first.block);
    const widths = own.map((line) => line.box[2]);
    const widest = Math.max(...widths);
    const full = widths.slice(0, -1).filter((width) => width > 0.6 * widest).length;
    return own.length > 1 && first.kind !== 'table' && full >= 0.7 * (own.length - 1);
  }

  /** The typed data and codes of the page, with their actions. */
  found() {
    const { text, element } = docscan;
    const detections = this.page.detections ?? [];
    const barcodes = (this.page.barcodes ?? []).map((code) => ({ ...code, value: code.text }));
    const all = [...detections, ...barcodes];
    if (all.length === 0) return [];
    const items = all.map((found) => {
      const link = docscan.links.of(found);
      const amount = found.currency ? `${found.value} ${found.currency}` : found.value;
      return element('li', { on: { pointerover: () => this.light(found.box), focusin: () => this.light(found.box) } },
        element('span', { class: 'kind', text: docscan.strings[`kind.${found.type}`] ?? found.type }),
        element('span', { class: 'value', text: found.type === 'url' || amount === found.text ? found.text : `${found.text} → ${amount}` }),
        link ? docscan.links.element(link) : null,
        docscan.button(text('copy.this', { what: found.text }), () => docscan.copy(amount, text('copied', { what: amount })),
          { sign: text('copy.word'), class: 'small' }));
    });
    return [element('h2', { text: text('found') }), element('ul', { class: 'found' }, ...items)];
  }

  // MARK: Words

  /** The element of a word. */
  word(index) { return this.body?.querySelector(`.word[data-word="${index}"]`); }

  /** Marks the words that a search found, and scrolls to the first one. */
  find(numbers) {
    const words = numbers.map((index) => this.word(index)).filter(Boolean);
    for (const word of words) word.classList.add('found');
    if (words.length > 0) this.bringIntoView(words[0]);
  }

  /** Marks the chosen word and makes it the one that the Tab key reaches. */
  mark(index) {
    this.body?.querySelector('.chosen')?.classList.remove('chosen');
    const word = this.word(index);
    if (!word) return;
    this.focusable?.setAttribute('tabindex', '-1');
    this.focusable = word;
    word.setAttribute('tabindex', '0');
    word.classList.add('chosen');
    this.bringIntoView(word);
  }

  /** Highlights a line and scrolls to it, or highlights none if `index` is null. */
  lightLine(index) {
    this.body?.querySelector('.line.lit')?.classList.remove('lit');
    if (index === null) return;
    const line = this.body?.querySelector(`.line[data-line="${index}"]`);
    line?.classList.add('lit');
    if (line) this.bringIntoView(line);
  }

  /** Scrolls only the text pane. `scrollIntoView` would also scroll the page. */
  bringIntoView(element) {
    const { element: pane } = this;
    const [here, room] = [element.getBoundingClientRect(), pane.getBoundingClientRect()];
    if (here.top < room.top) pane.scrollTop += here.top - room.top - 20;
    else if (here.bottom > room.bottom) pane.scrollTop += here.bottom - room.bottom + 20;
  }

  click(event) {
    const word = event.target.closest('.word');
    if (word && document.getSelection().isCollapsed) this.choose(Number(word.dataset.word));
  }

  hover(event) {
    const line = event.target.closest('.line');
    if (line) this.light(this.page.lines[Number(line.dataset.line)].box);
    else if (!event.target.closest('.found, .fields, .page-language, .tables')) this.light(null);
  }

  key(event) {
    const word = event.target.closest('.word');
    if (!word || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = Number(word.dataset.word);
    const { words, lines } = this.page;
    const line = lines[words[index].line];
    const target = {
      ArrowRight: () => words[index + 1], ArrowLeft: () => words[index - 1],
      ArrowDown: () => lines[line.index + 1]?.words[0], ArrowUp: () => lines[line.index - 1]?.words[0],
      Home: () => line.words[0], End: () => line.words.at(-1),
    }[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.choose(index, true);
    else if (target) {
      const next = target();
      if (next) {
        this.mark(next.index);
        this.word(next.index).focus({ preventScroll: true });
        this.light(next.box);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
};
