'use strict';

/**
 * The layers over a page's picture: its words as selectable text and clickable boxes, and the highlighted line or data.
 *
 * All positions are in pixels of the page; the stage scales them with the picture. `PageData.swift` describes the page.
 */
docscan.PageLayers = class {
  constructor(page) {
    const { element } = docscan;
    this.light = element('span', { class: 'light', hidden: true });
    this.words = element('div', { class: 'words' });
    // Screen readers use the text next to the picture.
    this.element = element('div', { class: 'layers', 'aria-hidden': 'true' }, this.light, this.words);
    this.element.addEventListener('copy', (event) => this.copy(event, page));
    const context = document.createElement('canvas').getContext('2d');
    context.font = '100px sans-serif';
    for (const line of docscan.linesOf(page)) {
      for (const word of line.words) this.words.append(this.word(word, context));
      this.words.append(element('br'));
    }
  }

  word(word, context) {
    const [x, y, width, height] = word.box;
    const text = docscan.element('span', { class: 'letters', text: `${word.text} ` });
    const box = docscan.element('span', { class: 'word', 'data-word': word.index, 'data-level': word.level, 'data-edited': Boolean(word.edit) }, text);
    docscan.place(box, word.box);
    // Invisible text is stretched to the size of the word in the picture, so that the selection fits.
    const size = height * 0.8;
    const drawn = context.measureText(word.text).width * size / 100;
    text.style.fontSize = `${size}px`;
    text.style.lineHeight = `${height}px`;
    if (drawn > 0) text.style.transform = `scaleX(${width / drawn})`;
    return box;
  }

  /** Copies the selection line by line. Browsers would put each word on its own line. */
  copy(event, page) {
    const range = document.getSelection().getRangeAt(0);
    const selected = [...this.words.querySelectorAll('.word')].filter((word) => range.intersectsNode(word.firstChild.firstChild));
    // Browsers copy a selection within one word correctly.
    if (selected.length < 2) return;
    const words = selected.map((word) => page.words[Number(word.dataset.word)]);
    const text = words.map((word, index) => {
      const isLast = words[index + 1]?.line !== word.line;
      return `${word.text}${isLast ? '\n' : ' '}`;
    }).join('');
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  }

  /** Highlights a box, or nothing if it is null. */
  show(box) {
    this.light.hidden = !box;
    if (box) docscan.place(this.light, box);
  }

  /** Marks the words that a search found. */
  find(numbers) {
    for (const index of numbers) this.words.querySelector(`[data-word="${index}"]`)?.classList.add('found');
  }

  /** Marks the chosen word. */
  choose(index) {
    this.words.querySelector('.chosen')?.classList.remove('chosen');
    this.words.querySelector(`[data-word="${index}"]`)?.classList.add('chosen');
  }
};

/** Positions an element at a box: `[x, y, width, height]`. */
docscan.place = (element, [x, y, width, height]) => {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
};

/** The level of a confidence, which is a probability: probably wrong, doubtful, or certain. */
docscan.level = (confidence) => (confidence < 0.5 ? 'low' : confidence < 0.9 ? 'middle' : 'high');

/**
 * The lines of a page with their words, numbered in reading order: `{index, block, kind, box, startsParagraph, words:
 * [{index, line, text, box, confidence, level, candidates, edit}]}`.
 */
docscan.linesOf = (page) => {
  if (page.lines) return page.lines;
  page.lines = [];
  page.words = [];
  page.blocks.forEach(([kind, lines], block) => {
    for (const [x, y, width, height, words, startsParagraph] of lines) {
      const line = { index: page.lines.length, block, kind, box: [x, y, width, height], startsParagraph, words: [] };
      for (const [left, top, w, h, text, confidence, candidates, edit] of words) {
        const word = {
          index: page.words.length, line: line.index, text, box: [left, top, w, h], confidence,
          level: docscan.level(confidence), candidates, edit: page.edits?.[edit],
        };
        page.words.push(word);
        line.words.push(word);
      }
      page.lines.push(line);
    }
  });
  return page.lines;
};

/** The text of a page, with an empty line between blocks. */
docscan.textOf = (page) => {
  const lines = docscan.linesOf(page);
  if (lines.length === 0) return page.text ?? '';
  return lines.map((line, index) => {
    const isNew = index > 0 && lines[index - 1].block !== line.block;
    return `${isNew ? '\n' : ''}${line.words.map((word) => word.text).join(' ')}\n`;
  }).join('');
};
