'use strict';

/**
 * A list of which only what can be seen is in the page, however long it is; all its items have the same height.
 *
 * It scrolls with the element `scroller`, the page itself where there is none.
 */
docscan.VirtualList = class {
  /**
   * @param {object} options
   * @param {string} options.label the list's name for those who have it read to them
   * @param {(index: number) => HTMLElement} options.make makes an item
   * @param {number} options.height of an item, with the space below it, in pixels
   * @param {number} [options.width] the least of an item, with the space beside it; without it there is one in a row
   * @param {HTMLElement} [options.scroller]
   */
  constructor({ label, make, height, width, scroller }) {
    Object.assign(this, { make, height, width, scroller });
    this.count = 0;
    this.items = new Map();
    this.element = docscan.element('ul', { class: 'virtual', 'aria-label': label });
    this.update = () => {
      if (this.isWaiting) return;
      this.isWaiting = true;
      requestAnimationFrame(() => {
        this.isWaiting = false;
        this.show();
      });
    };
    (scroller ?? window).addEventListener('scroll', this.update, { passive: true });
    this.observer = new ResizeObserver(this.update);
    this.observer.observe(this.element);
  }

  /** Shows other items. */
  reset(count) {
    this.count = count;
    for (const item of this.items.values()) item.remove();
    this.items.clear();
    this.show();
  }

  /** The number of items in a row. */
  get columns() {
    return this.width ? Math.max(1, Math.floor(this.element.clientWidth / this.width)) : 1;
  }

  /** Brings an item into view. */
  reveal(index) {
    const place = Math.floor(index / this.columns) * this.height;
    const { scroller } = this;
    if (!scroller) return window.scrollTo(0, this.element.offsetTop + place);
    if (place < scroller.scrollTop) scroller.scrollTop = place;
    else if (place + this.height > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = place + this.height - scroller.clientHeight;
    }
    return this.show();
  }

  /** Puts the items that can be seen, and some around them, into the page; takes out the others. */
  show() {
    if (!this.element.isConnected) return;
    const { columns, height } = this;
    if (columns !== this.shownColumns) {
      this.shownColumns = columns;
      for (const item of this.items.values()) item.remove();
      this.items.clear();
    }
    this.element.style.height = `${Math.ceil(this.count / columns) * height}px`;
    const top = this.scroller ? this.scroller.scrollTop : -this.element.getBoundingClientRect().top;
    const seen = this.scroller ? this.scroller.clientHeight : window.innerHeight;
    const margin = 2;
    const first = Math.max(0, Math.floor(top / height) - margin) * columns;
    const last = Math.min(this.count, (Math.ceil((top + seen) / height) + margin) * columns);
    for (const [index, item] of this.items) {
      // What has the focus stays, so that it is not lost.
      if ((index < first || index >= last) && !item.contains(document.activeElement)) {
        item.remove();
        this.items.delete(index);
      }
    }
    for (let index = first; index < last; index += 1) {
      if (!this.items.has(index)) this.insert(index, columns);
    }
  }

  insert(index, columns) {
    const item = docscan.element('li', { 'aria-setsize': this.count, 'aria-posinset': index + 1 }, this.make(index));
    item.style.top = `${Math.floor(index / columns) * this.height}px`;
    item.style.left = `${((index % columns) / columns) * 100}%`;
    item.style.width = `${100 / columns}%`;
    // In the order of the list, which is that of the keyboard.
    const next = [...this.items].find(([other]) => other > index)?.[1] ?? null;
    this.element.insertBefore(item, next);
    this.items.set(index, item);
    this.items = new Map([...this.items].sort(([a], [b]) => a - b));
  }

  /** Ends it: it listens no more. */
  end() {
    (this.scroller ?? window).removeEventListener('scroll', this.update);
    this.observer.disconnect();
  }
};
