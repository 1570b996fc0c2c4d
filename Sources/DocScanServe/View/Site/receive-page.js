'use strict';

/** The page that photographs a document page by page and shows the state of documents already sent. */
docscan.ReceivePage = class {
  /** The storage key of the current document, since phones may unload a page while the camera is open. */
  static key = 'docscan-receive';
  /** The polling interval, in seconds. */
  static pause = 1;

  constructor() {
    const { button, element, text } = docscan;
    this.pages = [];
    this.list = element('ol', { class: 'taken', 'aria-label': text('receive.pages') });
    this.thumbs = element('div', { class: 'thumbs', role: 'group', 'aria-label': text('receive.pages') });
    this.name = element('input', { id: 'name', maxlength: 100, autocomplete: 'off' });
    this.send = button(text('receive.send'), () => this.finish(), { class: 'main', id: 'send' });
    this.drop = button(text('receive.drop'), () => this.dropAll());
    this.hindrance = element('p', { class: 'bad', role: 'status' });
    this.sent = element('ul', { class: 'sent' });
    this.sentTitle = element('h2', { text: text('receive.sent'), hidden: true });
    this.note = element('p', { class: 'notice', hidden: true });
    this.element = element('div', { class: 'receive' },
      element('div', { class: 'take' },
        this.pick(text('receive.take'), (files) => this.add(files), { isMain: true, capture: 'environment', id: 'take' }),
        this.pick(text('receive.choose'), (files) => this.add(files), { multiple: true, id: 'choose' })),
      this.note, this.thumbs, this.list,
      this.finishing = element('div', { class: 'finish' },
        element('label', {}, element('span', { text: text('receive.name') }), this.name), this.send, this.drop, this.hindrance),
      this.sentTitle, this.sent);
  }

  /** A label that looks like a button and opens the camera or a file chooser. */
  pick(label, action, { isMain, capture, multiple, id }) {
    const input = docscan.element('input', { type: 'file', accept: 'image/*', capture, multiple, id, 'aria-label': label });
    input.addEventListener('change', () => {
      action([...input.files]);
      // Without this, choosing the same picture again would fire no event.
      input.value = '';
    });
    return docscan.element('label', { class: isMain ? 'pick main' : 'pick' }, docscan.element('span', { text: label }), input);
  }

  // MARK: The current document

  /** Restores the document that was being photographed, or begins a new one. */
  async start() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(docscan.ReceivePage.key));
    } catch {
      // Without storage, there is nothing to restore.
    }
    this.begin(typeof kept?.id === 'string' ? kept.id : null);
    const answer = kept && await this.ask(`documents/${this.document}`);
    if (answer?.state === 'open') {
      const whole = answer.pages.filter((page) => page.isWhole).map((page) => page.page);
      const order = Array.isArray(kept.order) ? kept.order.filter((number) => whole.includes(number)) : [];
      this.pages = [...order, ...whole.filter((number) => !order.includes(number))].map((number) => new docscan.TakenPage(this.document, number, null));
      this.next = Math.max(0, ...answer.pages.map((page) => page.page)) + 1;
    } else if (answer || kept) {
      this.begin(null);
    }
    this.draw();
    this.watch();
  }

  begin(id) {
    const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    this.document = id ?? random();
    this.pages = [];
    this.next = 1;
    this.isFinishing = false;
    this.name.value = '';
  }

  remember() {
    try {
      localStorage.setItem(docscan.ReceivePage.key, JSON.stringify({ id: this.document, order: this.pages.map((page) => page.number) }));
    } catch {
      // Without storage, the document is only lost if the page is reloaded.
    }
  }

  async ask(path, options) {
    try {
      const answer = await docscan.sending.once(path, options);
      return answer.ok ? await answer.json() : null;
    } catch (error) {
      if (error.key === 'receive.signedOut') this.tell(docscan.text(error.key));
      return null;
    }
  }

  add(files, place = this.pages.length) {
    for (const file of files) {
      const page = new docscan.TakenPage(this.document, this.next, file);
      // Most documents are one or the other throughout.
      page.isGray = this.pages[place - 1]?.isGray ?? false;
      this.next += 1;
      this.pages.splice(place, 0, page);
      place += 1;
    }
    this.draw();
    this.sendNext();
  }

  /** Sends the pictures one after the other, so that the first one arrives sooner. */
  async sendNext() {
    if (this.isSending) return;
    this.isSending = true;
    for (let page; (page = this.pages.find((entry) => entry.blob && !entry.isWhole && !entry.problem));) {
      await page.send(() => this.drawStates());
    }
    this.isSending = false;
  }

  remove(page) {
    const index = this.pages.indexOf(page);
    this.pages.splice(index, 1);
    page.end();
    this.ask(`documents/${page.document}/pages/${page.number}`, { method: 'DELETE' });
    this.draw();
    (this.list.children[Math.min(index, this.pages.length - 1)]?.querySelector('button:not(:disabled)') ?? document.getElementById('take')).focus();
    docscan.announce(docscan.text('receive.removed', { page: index + 1 }));
  }

  retake(page, [file]) {
    if (!file) return;
    const index = this.pages.indexOf(page);
    this.pages.splice(index, 1);
    page.end();
    this.ask(`documents/${page.document}/pages/${page.number}`, { method: 'DELETE' });
    this.add([file], index);
  }

  move(page, by) {
    const from = this.pages.indexOf(page);
    const to = from + by;
    this.pages.splice(from, 1);
    this.pages.splice(to, 0, page);
    this.draw();
    const buttons = this.list.children[to].querySelectorAll('.move');
    [...buttons].find((button) => !button.disabled && (by < 0) === button.classList.contains('earlier'))?.focus();
    docscan.announce(docscan.text('receive.moved', { from: from + 1, to: to + 1 }));
  }

  /** A small picture of a page: a tap shows the page, and dragging moves it. */
  thumb(page, index) {
    const { element, text } = docscan;
    const thumb = element('button', {
      type: 'button', class: 'thumb', 'aria-label': text('receive.page', { page: index + 1 }), 'data-thumb': page.number, on: {
        click: () => this.list.children[index]?.scrollIntoView({ inline: 'center', block: 'nearest' }),
        pointerdown: (event) => this.drag(event, page, thumb),
      },
    }, element('img', { src: page.address, alt: '', draggable: 'false' }));
    return thumb;
  }

  /** Lets a small picture follow the finger, and moves its page to the nearest place. */
  drag(start, page, thumb) {
    if (!start.isPrimary || start.button !== 0) return;
    thumb.setPointerCapture(start.pointerId);
    let isDragged = false;
    const follow = (event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      isDragged ||= Math.hypot(x, y) > 8;
      if (isDragged) thumb.style.transform = `translate(${x}px, ${y}px)`;
    };
    const end = (event) => {
      thumb.removeEventListener('pointermove', follow);
      for (const type of ['pointerup', 'pointercancel']) thumb.removeEventListener(type, end);
      thumb.style.transform = '';
      if (!isDragged || event.type !== 'pointerup') return;
      const distances = [...this.thumbs.children].map((other) => {
        const { left, top, width, height } = other.getBoundingClientRect();
        return Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
      });
      const by = distances.indexOf(Math.min(...distances)) - this.pages.indexOf(page);
      if (by !== 0) this.move(page, by);
    };
    thumb.addEventListener('pointermove', follow);
    for (const type of ['pointerup', 'pointercancel']) thumb.addEventListener(type, end);
  }

  dropAll() {
    if (!window.confirm(docscan.text('receive.drop.sure'))) return;
    for (const page of this.pages) page.end();
    this.ask(`documents/${this.document}`, { method: 'DELETE' });
    this.begin(null);
    this.draw();
  }

  /** Sends the document once all of its pages have arrived, then begins the next one. */
  async finish() {
    this.isFinishing = true;
    this.drawStates();
  }

  async sendIfReady() {
    if (!this.isFinishing || this.isPosting || !this.pages.every((page) => page.isWhole && (page.isExamined || page.problem))) return;
    this.isPosting = true;
    const body = {
      name: this.name.value.trim() || undefined,
      pages: this.pages.map(({ number, corners, isGray }) => ({ page: number, corners: corners ?? undefined, isGray: isGray || undefined })),
    };
    try {
      await docscan.sending.untilAnswered(`documents/${this.document}/send`, {
        method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' },
      }, { wait: () => this.tell(docscan.text('receive.offline')) });
      this.tell('');
      for (const page of this.pages) page.end();
      this.begin(null);
      docscan.announce(docscan.text('receive.done'));
    } catch (error) {
      this.isFinishing = false;
      this.tell(docscan.text(error.key ?? 'receive.refused'));
    }
    this.isPosting = false;
    this.draw();
  }

  // MARK: The server

  /** Polls the state of the current document and of those sent before. */
  async watch() {
    for (;;) {
      if (this.pages.some((page) => page.isWhole && !page.isExamined)) {
        const { document } = this;
        const answer = await this.ask(`documents/${document}`);
        for (const known of answer?.pages ?? []) {
          const page = this.pages.find((entry) => entry.document === document && entry.number === known.page);
          if (page?.isWhole) page.take(known);
        }
        this.drawStates();
      }
      await this.sendIfReady();
      await this.look();
      await docscan.sending.pause(docscan.ReceivePage.pause);
    }
  }

  /** Shows the sent documents. Stops asking once none of them can change anymore. */
  async look() {
    if (this.isSettled && !this.wasSent) return;
    const answer = await this.ask('documents');
    if (!answer) return;
    const sent = answer.documents.filter((document) => document.state !== 'open').slice(0, 20);
    this.isSettled = !sent.some(({ state }) => ['waiting', 'reading'].includes(state));
    this.wasSent = false;
    const drawn = JSON.stringify(sent);
    if (drawn === this.drawn) return;
    const before = this.drawn;
    this.drawn = drawn;
    this.sentTitle.hidden = sent.length === 0;
    this.sent.replaceChildren(...sent.map((document) => this.sentDocument(document)));
    const done = sent.find(({ state }) => ['complete', 'partial', 'failed'].includes(state));
    if (before && done) docscan.announce(docscan.text(`receive.state.${done.state}`));
  }

  sentDocument({ id, name, state, results = [] }) {
    const { element, text } = docscan;
    const link = (path, label) => path && element('a', {
      href: `documents/${id}/${path}`, target: '_blank', rel: 'noopener', text: text(label),
    });
    return element('li', { 'data-id': id, 'data-state': state },
      element('strong', { text: name }), element('p', { text: text(`receive.state.${state}`) }),
      ...results.map((result) => element('div', {},
        results.length > 1 ? element('span', { text: `${result.name} ` }) : null,
        link(result.pdf, 'receive.pdf'), link(result.text, 'receive.text'))));
  }

  // MARK: Drawing

  tell(sentence) {
    this.note.hidden = !sentence;
    this.note.textContent = sentence;
    if (sentence) docscan.announce(sentence);
  }

  draw() {
    const { button, element, text } = docscan;
    this.remember();
    this.wasSent = true;
    this.thumbs.replaceChildren(...this.pages.length > 1 ? this.pages.map((page, index) => this.thumb(page, index)) : []);
    this.list.replaceChildren(...this.pages.map((page, index) => {
      const number = index + 1;
      const outline = element('svg:polygon', { 'vector-effect': 'non-scaling-stroke' });
      const drawing = element('svg:svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none' }, outline);
      const state = element('p', {});
      const adjust = button(text('receive.adjust'), () => {
        new docscan.AdjustDialog(page, text('receive.adjust.page', { page: number }), () => {
          this.drawStates();
          adjust.focus();
        });
      }, { class: 'adjusts' });
      const turn = button(text('receive.turn', { page: number }), () => {
        page.turn();
        this.drawStates();
        docscan.announce(text('receive.turned', { page: number }));
      }, { sign: '⟳', class: 'turns' });
      const gray = button(text('receive.gray', { page: number }), () => {
        page.isGray = !page.isGray;
        this.drawStates();
      }, { sign: '◐', class: 'grays' });
      const earlier = button(text('receive.earlier', { page: number }), () => this.move(page, -1), { sign: '←', class: 'move earlier', disabled: index === 0 });
      const later = button(text('receive.later', { page: number }), () => this.move(page, 1), { sign: '→', class: 'move later', disabled: number === this.pages.length });
      const away = button(text('receive.delete', { page: number }), () => this.remove(page), { sign: '×', class: 'away' });
      const sheet = element('div', { class: 'turning' }, element('img', { src: page.address, alt: text('receive.page', { page: number }) }), drawing);
      page.drawn = { state, drawing, outline, adjust, turn, gray, sheet };
      return element('li', { 'data-page': page.number },
        element('div', { class: 'shot', on: { click: () => adjust.click() } }, sheet),
        element('h2', { text: text('receive.page', { page: number }) }), state,
        element('div', { class: 'does' }, adjust, turn, gray,
          this.pick(text('receive.retake'), (files) => this.retake(page, files), { capture: 'environment' }), earlier, later, away));
    }));
    this.drawStates();
  }

  drawStates() {
    for (const page of this.pages) {
      if (!page.drawn) continue;
      const { state, drawing, outline, adjust, turn, gray, sheet } = page.drawn;
      if (state.textContent !== page.state) state.textContent = page.state;
      state.classList.toggle('bad', Boolean(page.problem));
      adjust.disabled = !page.size;
      turn.disabled = !page.size;
      const [width, height] = page.size ?? [1, 1];
      // A page on its side is smaller, so that it stays within its frame.
      const scale = page.turns % 2 === 1 ? Math.min(width, height) / Math.max(width, height) : 1;
      const small = this.thumbs.querySelector(`[data-thumb="${page.number}"] img`);
      if (small) small.style.transform = `rotate(${page.turns * 90}deg)`;
      gray.setAttribute('aria-pressed', String(page.isGray));
      for (const picture of [small, sheet.firstChild]) picture?.classList.toggle('gray', page.isGray);
      sheet.style.transform = page.turns === 0 ? '' : `rotate(${page.turns * 90}deg) scale(${scale})`;
      drawing.setAttribute('viewBox', `0 0 ${page.size?.join(' ') ?? '1 1'}`);
      outline.setAttribute('points', (page.corners ?? []).map((point) => point.join(',')).join(' '));
    }
    this.finishing.hidden = this.pages.length === 0;
    // The page may be outside the screen.
    const bad = this.pages.find((page) => page.problem);
    this.hindrance.textContent = bad ? `${docscan.text('receive.page', { page: bad.number })}: ${bad.state}` : '';
    this.send.disabled = this.isFinishing || Boolean(bad);
    this.send.textContent = docscan.text(this.isFinishing ? 'receive.sending.all' : 'receive.send');
  }
};

docscan.chooseLanguage();
document.title = docscan.text('receive');
document.getElementById('top').append(docscan.element('h1', { text: docscan.text('receive') }));
docscan.receive = new docscan.ReceivePage();
document.getElementById('main').append(docscan.receive.element);
docscan.receive.start();
