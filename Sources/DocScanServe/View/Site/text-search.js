'use strict';

/** Whether docscan serves the website. Pages opened from disk can't search texts. */
docscan.isServed = 'served' in document.documentElement.dataset;

/** The results of a full-text search: pages with the words marked, each with a link. */
docscan.TextSearch = class {
  /** The time in milliseconds without a key press before the server is asked. */
  static pause = 250;
  /** The number of results shown at first. */
  static few = 5;
  /** The last query with its results, which are kept while documents are viewed. */
  static last = { words: '', fuzzy: false, found: null, showsAll: false };

  /** @param {HTMLInputElement} box the search field */
  constructor(box) {
    const { element, text } = docscan;
    const { last } = docscan.TextSearch;
    this.box = box;
    this.status = element('p', { class: 'count', role: 'status' });
    this.fuzzy = element('input', {
      type: 'checkbox', checked: last.fuzzy, on: { change: () => this.ask(last.words, { fuzzy: this.fuzzy.checked, atOnce: true }) },
    });
    this.notes = element('div');
    this.hits = element('ol', { class: 'hits', on: { keydown: (event) => this.key(event) } });
    this.more = docscan.button('', () => {
      last.showsAll = true;
      this.show();
      this.links[docscan.TextSearch.few]?.focus();
    });
    this.element = element('section', { class: 'texts', 'aria-labelledby': 'texts', hidden: true },
      element('h2', { id: 'texts', text: text('texts') }),
      element('p', { class: 'asked' }, this.status, element('label', {}, this.fuzzy, ` ${text('texts.fuzzy')}`)),
      this.notes, this.hits, this.more);
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.ask(box.value, { atOnce: true });
      else if (event.key === 'ArrowDown' && this.links.length > 0) {
        event.preventDefault();
        this.links[0].focus();
      }
    });
    this.show();
  }

  get links() { return [...this.hits.querySelectorAll('a')]; }

  /** Searches when the user stops typing, or at once. */
  ask(words, { fuzzy = this.fuzzy.checked, atOnce = false } = {}) {
    const { last, pause } = docscan.TextSearch;
    const asked = words.trim();
    clearTimeout(this.waiting);
    if (asked === last.words && fuzzy === last.fuzzy && last.found) return;
    this.asking?.abort();
    Object.assign(last, { words: asked, fuzzy, found: null, showsAll: false });
    this.fuzzy.checked = fuzzy;
    if (asked === '') this.show();
    else this.waiting = setTimeout(() => this.search(), atOnce ? 0 : pause);
  }

  async search() {
    const { last } = docscan.TextSearch;
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const question = new URLSearchParams({ q: last.words, fuzzy: last.fuzzy ? '1' : '0' });
      const answer = await fetch(`.docscan/search?${question}`, { signal });
      const found = await answer.json();
      if (signal.aborted) return;
      last.found = found;
    } catch {
      if (signal.aborted) return;
      last.found = { error: docscan.text('texts.gone') };
    }
    this.show();
  }

  show() {
    const { text, element } = docscan;
    const { last, few } = docscan.TextSearch;
    const { found } = last;
    this.element.hidden = last.words === '' || !found;
    if (this.element.hidden) {
      this.status.textContent = '';
      return;
    }
    const hits = found.hits ?? [];
    const shown = last.showsAll ? hits : hits.slice(0, few);
    this.status.textContent = found.error
      ?? (hits.length === 0 ? text('texts.none') : text(found.areMore ? 'texts.many' : 'texts.count', { count: found.pages }));
    const notes = (found.notes ?? []).map((note) => element('p', { class: 'advice', text: note }));
    if (found.isWhole === false) notes.push(element('p', { class: 'advice', text: text('texts.partial') }));
    if (found.perhapsMisread > 0) {
      notes.push(docscan.button(text('texts.misread', { count: found.perhapsMisread }),
        () => this.ask(last.words, { fuzzy: true, atOnce: true })));
    }
    this.notes.replaceChildren(...notes);
    this.hits.replaceChildren(...shown.map((hit) => this.hit(hit)));
    this.more.hidden = shown.length === hits.length;
    this.more.textContent = text(found.pages > hits.length ? 'texts.first' : 'texts.all', { count: hits.length });
  }

  hit({ document: name, page, route, likelihood, snippet, crop }) {
    const { text, element } = docscan;
    return element('li', {},
      element('a', { href: route },
        element('span', { class: 'title', text: name }),
        element('span', { class: 'facts', text: [text('page.label', { page }),
          likelihood < 1 && text('texts.likely', { percent: likelihood.toLocaleString(docscan.language, { style: 'percent' }) })].filter(Boolean).join(' · ') }),
        crop ? docscan.TextSearch.crop(crop) : '',
        element('span', { class: 'snippet', dir: 'auto' }, ...this.marked(snippet))));
  }

  /** An excerpt of the page's picture with the words marked. It stays empty if the picture can't be loaded. */
  static crop({ picture, size: [pageWidth, pageHeight], boxes }) {
    const canvas = docscan.element('canvas', { class: 'found-crop', width: 1, height: 1, 'aria-hidden': 'true' });
    const [x, y, width, height] = boxes[0];
    const h = Math.min(pageHeight, height * 4);
    const w = Math.min(pageWidth, Math.max(h * 7, width * 1.4));
    const within = (at, length, most) => Math.max(0, Math.min(most - length, at));
    const [left, top] = [within(x + width / 2 - w / 2, w, pageWidth), within(y + height / 2 - h / 2, h, pageHeight)];
    const image = new Image();
    image.onload = () => {
      const scale = image.naturalWidth / pageWidth;
      const shown = Math.min(2, 640 / (w * scale));
      [canvas.width, canvas.height] = [Math.round(w * scale * shown), Math.round(h * scale * shown)];
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, left * scale, top * scale, w * scale, h * scale, 0, 0, canvas.width, canvas.height);
      context.globalCompositeOperation = 'multiply';
      context.fillStyle = '#ffd54f';
      for (const [bx, by, bw, bh] of boxes) {
        context.fillRect((bx - left) * scale * shown, (by - top) * scale * shown, bw * scale * shown, bh * scale * shown);
      }
    };
    image.src = docscan.path(picture);
    return canvas;
  }

  /** The text of a snippet with the found words marked. Positions count Unicode code points. */
  marked({ text, marks }) {
    const points = Array.from(text);
    const pieces = [];
    let place = 0;
    for (const [start, length] of marks) {
      pieces.push(points.slice(place, start).join(''));
      pieces.push(docscan.element('mark', { text: points.slice(start, start + length).join('') }));
      place = start + length;
    }
    return [...pieces, points.slice(place).join('')];
  }

  key(event) {
    const { links } = this;
    const at = links.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1, Escape: -1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    (next < 0 ? this.box : links[Math.min(next, links.length - 1)]).focus();
  }

  /** Cancels the request in progress. */
  end() {
    clearTimeout(this.waiting);
    this.asking?.abort();
  }
};
