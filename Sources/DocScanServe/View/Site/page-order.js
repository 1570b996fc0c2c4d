'use strict';

/**
 * The pages of a document in a row. Each can be dragged or moved by keys, and left out or put back.
 *
 * `change(order)` receives the indices of the entries in their new order, without those left out.
 */
docscan.PageOrder = class {
  /**
   * The time in milliseconds after which a finger grabs a page, and the distance in pixels after which a mouse does.
   */
  static rest = 300;
  static slack = 6;

  constructor({ change, route, thumbnail }) {
    const { element, text } = docscan;
    Object.assign(this, { change, route, thumbnail, entries: [], order: [] });
    this.list = element('ol', { class: 'order', 'aria-label': text('page.order'), 'aria-describedby': 'order-keys' });
    this.element = element('div', { class: 'order-row' }, this.list,
      element('p', { class: 'advice', id: 'order-keys', text: text('page.order.keys') }));
    // A finger that moves at once scrolls; one that rests on a page grabs it.
    this.list.addEventListener('touchmove', (event) => { if (this.held?.isTaken) event.preventDefault(); }, { passive: false });
    this.list.addEventListener('contextmenu', (event) => { if (this.held?.isTouch) event.preventDefault(); });
    // Thumbnails are loaded only near the view, because documents can have thousands of pages.
    this.seen = new IntersectionObserver((changes) => changes.forEach(({ target, isIntersecting }) => {
      if (!isIntersecting || target.dataset.drawn) return;
      target.dataset.drawn = '1';
      const picture = this.thumbnail(this.entries[Number(target.dataset.index)]);
      if (picture) target.querySelector('.blank').replaceWith(picture);
    }), { root: this.list, rootMargin: '0px 600px' });
  }

  /** Shows the entries in their order, followed by those left out. */
  show(entries, number) {
    this.entries = entries;
    this.number = number;
    this.order = entries.map((_, index) => index).filter((index) => !entries[index].isLeftOut);
    // The indices may have changed since the last call; names identify the same pages.
    const indices = new Map(entries.map((entry, index) => [docscan.PageOrder.name(entry), index]));
    for (const item of [...this.list.children]) {
      const index = indices.get(item.dataset.name);
      if (index === undefined) item.remove();
      else item.dataset.index = index;
    }
    this.draw();
  }

  /** A string that identifies a page of the input. */
  static name({ place, numbers }) { return JSON.stringify([place.source, place.sourcePage, numbers]); }

  /** Marks the current page. */
  mark(number) {
    this.number = number;
    for (const item of this.list.children) {
      const isHere = this.entries[Number(item.dataset.index)].numbers.includes(number);
      item.querySelector('a')?.toggleAttribute('aria-current', isHere);
    }
  }

  draw() {
    this.seen.disconnect();
    const out = this.entries.map((_, index) => index).filter((index) => !this.order.includes(index));
    const items = new Map([...this.list.children].map((item) => [Number(item.dataset.index), item]));
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    this.list.replaceChildren(...[...this.order, ...out].map((index, place) => {
      const item = items.get(index) ?? this.item(index);
      this.label(item, index, place < this.order.length ? place + 1 : 0);
      return item;
    }));
    focused?.focus({ preventScroll: true });
    for (const item of this.list.children) this.seen.observe(item);
    this.mark(this.number);
  }

  item(index) {
    const { element, button } = docscan;
    const { numbers } = this.entries[index];
    const name = docscan.PageOrder.name(this.entries[index]);
    const content = [element('span', { class: 'blank' }), element('span', { class: 'place' })];
    return element('li', { 'data-index': index, 'data-name': name },
      numbers.length > 0
        ? element('a', {
          class: 'thumb', href: this.route(numbers[0]), draggable: 'false',
          on: {
            pointerdown: (event) => this.grab(event), pointermove: (event) => this.drag(event),
            pointerup: (event) => this.drop(event), pointercancel: (event) => this.drop(event, true),
            click: (event) => { if (this.hasDragged) event.preventDefault(); },
            keydown: (event) => this.key(event),
          },
        }, ...content)
        : element('span', { class: 'thumb', tabindex: '0', on: { keydown: (event) => this.key(event) } }, ...content),
      button('', (event) => this.toggle(docscan.PageOrder.index(event)), { class: 'small' }));
  }

  /** The index of the entry that an event belongs to. */
  static index(event) { return Number(event.currentTarget.parentElement.dataset.index); }

  label(item, index, place) {
    const { text } = docscan;
    const entry = this.entries[index];
    const name = `${entry.place.source} ${entry.place.sourcePage}`;
    item.classList.toggle('out', place === 0);
    item.querySelector('.place').textContent = place || '–';
    item.querySelector('.thumb').setAttribute('aria-label',
      text(place ? 'page.order.at' : 'page.order.out', { name, place, count: this.order.length }));
    item.querySelector('.thumb').title = name;
    const [sign, label] = place ? ['×', text('page.order.leave', { name })] : ['↺', text('page.order.back', { name })];
    const button = item.querySelector('button');
    button.textContent = sign;
    button.title = label;
    button.setAttribute('aria-label', label);
    button.disabled = place > 0 && this.order.length < 2;
  }

  // MARK: Changes

  /** Moves an entry to a position, counted from 0, and reports the new order if it has changed. */
  move(index, place) {
    const now = this.order.indexOf(index);
    const to = Math.max(0, Math.min(this.order.length - 1, place));
    if (now < 0 || now === to) return;
    this.order.splice(now, 1);
    this.order.splice(to, 0, index);
    this.tell(index);
  }

  /** Leaves an entry out, or puts it back at the end. */
  toggle(index) {
    const now = this.order.indexOf(index);
    if (now < 0) this.order.push(index);
    else if (this.order.length > 1) this.order.splice(now, 1);
    else return;
    this.tell(index);
  }

  tell(index) {
    this.draw();
    const item = this.list.querySelector(`[data-index="${index}"]`);
    item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    docscan.announce(item.querySelector('.thumb').getAttribute('aria-label'));
    this.change([...this.order]);
  }

  // MARK: Mouse and finger

  grab(event) {
    const index = docscan.PageOrder.index(event);
    this.hasDragged = false;
    if (event.button !== 0 || !this.order.includes(index)) return;
    const isTouch = event.pointerType === 'touch';
    const held = { pointer: event.pointerId, index, from: event.clientX, item: event.currentTarget.parentElement, isTouch };
    this.held = held;
    if (isTouch) held.timer = setTimeout(() => this.take(), docscan.PageOrder.rest);
  }

  take() {
    this.held.isTaken = true;
    this.hasDragged = true;
    this.held.item.classList.add('dragged');
    this.held.item.querySelector('.thumb').setPointerCapture(this.held.pointer);
  }

  drag(event) {
    const { held } = this;
    if (event.pointerId !== held?.pointer) return;
    const distance = event.clientX - held.from;
    if (!held.isTaken) {
      if (Math.abs(distance) < docscan.PageOrder.slack) return;
      if (held.isTouch) return void this.drop(event, true);
      this.take();
    }
    held.item.style.transform = `translateX(${distance}px)`;
    // The drop position is before the first item whose center is to the right of the pointer.
    const others = [...this.list.children].filter((item) => item !== held.item && !item.classList.contains('out'));
    held.place = others.filter((item) => {
      const box = item.getBoundingClientRect();
      return box.left + box.width / 2 < event.clientX;
    }).length;
    for (const item of others) item.classList.remove('before', 'after');
    others[held.place]?.classList.add('before');
    if (held.place === others.length) others.at(-1)?.classList.add('after');
    const view = this.list.getBoundingClientRect();
    if (event.clientX > view.right - 40) this.list.scrollLeft += 20;
    if (event.clientX < view.left + 40) this.list.scrollLeft -= 20;
  }

  drop(event, isCancelled = false) {
    const { held } = this;
    if (event.pointerId !== held?.pointer) return;
    this.held = null;
    clearTimeout(held.timer);
    held.item.style.transform = '';
    for (const item of this.list.children) item.classList.remove('before', 'after', 'dragged');
    if (this.hasDragged && !isCancelled && held.place !== undefined) this.move(held.index, held.place);
  }

  // MARK: Keys

  key(event) {
    if (event.altKey || event.metaKey) return;
    const index = docscan.PageOrder.index(event);
    const now = this.order.indexOf(index);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const end = { Home: 0, End: this.order.length - 1 }[event.key];
    if (event.shiftKey && step) this.move(index, now + step);
    else if (event.shiftKey && end !== undefined) this.move(index, end);
    else if (step && !event.ctrlKey) event.currentTarget.parentElement[step > 0 ? 'nextElementSibling' : 'previousElementSibling']?.querySelector('.thumb').focus();
    else if (event.key === 'Delete' && !event.shiftKey) this.toggle(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
};
