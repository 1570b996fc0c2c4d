'use strict';

/** A picture of the current document. */
docscan.TakenPage = class {
  /**
   * @param {number} number identifies the picture in its document, independent of the order of pages
   * @param {?Blob} blob the picture, or null if only the server has it after a reload
   */
  constructor(document, number, blob) {
    Object.assign(this, { document, number, blob, share: blob ? 0 : 1, isWaiting: false, isWhole: !blob, isExamined: false });
    this.address = blob ? URL.createObjectURL(blob) : `documents/${document}/pages/${number}`;
    /**
     * The size of the picture as the server loads it, the detected corners, and the chosen corners. Null if unknown.
     */
    Object.assign(this, { size: null, found: null, corners: null, turns: 0, isGray: false, problem: null, isGone: false });
  }

  /** Sends the picture. The promise is fulfilled once the picture has arrived or can't be sent. */
  async send(change) {
    try {
      await docscan.sending.picture(this.document, this.number, this.blob, {
        isWanted: () => !this.isGone,
        progress: (share, isWaiting) => {
          Object.assign(this, { share, isWaiting });
          change();
        },
      });
      this.isWhole = !this.isGone;
    } catch (error) {
      this.problem = error.key ?? 'receive.refused';
    }
    change();
  }

  /** Takes over the server's state of the picture. */
  take({ isExamined, width, height, corners, problem }) {
    if (this.isExamined || !isExamined) return;
    this.isExamined = true;
    if (problem) this.problem = 'receive.noPicture';
    if (!width) return;
    this.size = [width, height];
    this.found = corners ?? null;
    this.corners = this.corners ?? this.found;
  }

  /** Turns the page by 90 degrees to the right: the sheet's last corner becomes its first one. */
  turn() {
    this.corners = docscan.TakenPage.turned(this.corners ?? docscan.geometry.corners(this.size), 1);
    this.turns = (this.turns + 1) % 4;
  }

  /** Corners of a sheet that was turned to the right this many times. */
  static turned(corners, times) { return corners.map((_, index) => corners[(index + 4 - times) % 4]); }

  /** The state as a text for the user. */
  get state() {
    const { text } = docscan;
    if (this.problem) return text(this.problem);
    if (this.isWaiting) return text('receive.offline');
    if (!this.isWhole) return text('receive.sending', { percent: Math.floor(this.share * 100) });
    if (!this.isExamined) return text('receive.looking');
    if (!this.corners) return text('receive.noSheet');
    return text('receive.sheet');
  }

  end() {
    this.isGone = true;
    if (this.blob) URL.revokeObjectURL(this.address);
  }
};

/** A dialog to adjust the corners of a page's sheet. */
docscan.AdjustDialog = class {
  constructor(page, title, done) {
    const { button, element, geometry, text } = docscan;
    this.page = page;
    this.editor = new docscan.PageCorners({ change: () => this.check(), done: () => this.check() });
    this.ready = button(text('receive.use'), () => {
      if (this.hasMoved) page.corners = this.editor.corners.map((point) => [...point]);
      this.element.close();
    }, { class: 'main' });
    const set = (corners) => {
      this.editor.set(docscan.TakenPage.turned(corners, page.turns));
      this.check();
    };
    this.problem = element('p', { role: 'alert', class: 'bad' });
    this.element = element('dialog', { class: 'adjust', 'aria-labelledby': 'adjust-title', on: { close: () => { this.element.remove(); done(); } } },
      element('h2', { id: 'adjust-title', text: title }), this.editor.element, this.problem,
      element('div', { class: 'does' }, this.ready,
        button(text('page.corners.whole'), () => set(geometry.corners(page.size))),
        page.found && button(text('receive.found'), () => set(page.found)),
        button(text('receive.cancel'), () => this.element.close())));
    document.body.append(this.element);
    this.element.showModal();
    const image = element('img', { alt: '' });
    image.onload = () => {
      this.editor.show(page.size, image, null);
      this.editor.set(page.corners ?? geometry.corners(page.size));
      this.editor.handles[0].focus();
    };
    image.onerror = () => { this.problem.textContent = text('receive.unseen'); };
    image.src = page.address;
  }

  check() {
    this.hasMoved = true;
    const isSheet = docscan.geometry.isSheet(this.editor.corners);
    this.ready.disabled = !isSheet;
    this.problem.textContent = isSheet ? '' : docscan.text('page.crossed');
  }
};
