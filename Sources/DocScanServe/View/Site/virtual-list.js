'use strict';

/**
 * A list that keeps only its visible items in the document. All items have the same height.
 *
 * The list scrolls with the element `scroller`, or with the page if there is none.
 */
docscan.VirtualList = class {
  /**
   * @param {object} options
   * @param {string} options.label the accessible name
   * @param {(index: number) => HTMLElement} options.make creates an item
   * @param {number} options.height the height of an item with the space below it, in pixels
   * @param {number} [options.width] the minimum width of an item with the space next to it; without it, each row has
   * one item
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

  /** Replaces all items. */
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

  /** Scrolls to an item. */
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

  /** Adds the visible items and some around them, and removes the others. */
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
      // Removing the focused item would lose the focus.
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
    // The document's order determines the order of the Tab key.
    const next = [...this.items].find(([other]) => other > index)?.[1] ?? null;
    this.element.insertBefore(item, next);
    this.items.set(index, item);
    this.items = new Map([...this.items].sort(([a], [b]) => a - b));
  }

  /** Removes the event listeners. */
  end() {
    (this.scroller ?? window).removeEventListener('scroll', this.update);
    this.observer.disconnect();
  }
};
