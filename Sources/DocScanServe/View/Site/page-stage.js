'use strict';

/**
 * The view of a page's picture, which can be zoomed, moved, and compared with the page as loaded.
 *
 * `swipe` is called with 1 or -1 for a swipe to the next or previous page.
 */
docscan.PageStage = class {
  static largest = 8;

  constructor({ swipe, choose, hover, drawn }) {
    const { element, text } = docscan;
    this.sheet = element('div', { class: 'sheet' });
    this.source = element('div', { class: 'sheet source', hidden: true });
    this.message = element('p', { class: 'notice', hidden: true });
    this.slider = element('input', {
      type: 'range', min: '0', max: '100', value: '50', 'aria-label': text('compare.slider'),
      on: { input: () => this.wipe() },
    });
    this.compareBar = element('label', { class: 'compare', hidden: true },
      element('span', { text: text('compare.source') }), this.slider, element('span', { text: text('compare.page') }));
    this.view = element('div', {
      class: 'view', tabindex: '0', role: 'group', 'aria-label': text('stage'), 'aria-describedby': 'stage-keys',
    }, this.source, this.sheet);
    this.element = element('div', { class: 'stage' }, this.view, this.message, this.compareBar,
      element('p', { class: 'unseen', id: 'stage-keys', text: text('stage.keys') }));
    Object.assign(this, { swipe, choose, hover, drawn, size: [1, 1], scale: 1, x: 0, y: 0, pointers: new Map(), zoomed: 1 });
    this.listen();
  }

  listen() {
    const { view } = this;
    view.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    view.addEventListener('pointerdown', (event) => this.down(event));
    view.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) view.addEventListener(name, (event) => this.up(event));
    view.addEventListener('pointerleave', () => this.hover(null));
    view.addEventListener('keydown', (event) => this.key(event));
    view.addEventListener('dblclick', (event) => this.zoom(this.zoomed > 1 ? 1 / this.zoomed : 2.5, event));
    new ResizeObserver(() => this.fit()).observe(view);
  }

  /**
   * Shows a page.
   * @param {?object} page the page's data, or null if there are none
   * @param {{picture: ?string, source: ?string}} pictures the addresses of the pictures
   */
  show(page, pictures) {
    const { element, text } = docscan;
    this.page = page;
    this.layers = page ? new docscan.PageLayers(page) : null;
    this.size = page?.size ?? page?.source ?? [1000, 1414];
    this.sheet.replaceChildren();
    this.sheet.classList.remove('drawn');
    this.picture = null;
    this.canvas = element('canvas', { role: 'img', 'aria-label': text('picture.alt') });
    this.context = this.canvas.getContext('bitmaprenderer');
    if (pictures.picture) {
      this.sheet.append(this.canvas);
      this.loadPicture(page, pictures.picture);
    }
    if (this.layers) this.sheet.append(this.layers.element);
    this.sheet.classList.toggle('paper', !pictures.picture);
    this.showMessage(page, pictures);
    this.showSource(page, pictures.source);
    this.zoomed = 1;
    this.fit();
  }

  // MARK: The picture

  /** Loads the page's picture. If that fails, the words are shown without it. */
  loadPicture(page, address) {
    const image = new Image();
    this.picture = image;
    image.onload = () => {
      if (this.picture !== image) return;
      // A page without recognized text has no size in its data.
      if (!page?.size) this.size = [image.naturalWidth, image.naturalHeight];
      this.fit();
    };
    image.onerror = () => {
      if (this.picture !== image) return;
      this.picture = null;
      this.canvas.remove();
      this.sheet.classList.add('paper');
      this.showMessage(page, {});
    };
    image.src = address;
  }

  /**
   * Draws the picture at its display size. The result is sharp, and the browser doesn't keep the decoded pictures of
   * all viewed pages (600 MB after 40 pages).
   */
  sharpen() {
    const { picture, canvas, scale } = this;
    if (!picture?.naturalWidth) return;
    const width = Math.min(picture.naturalWidth, Math.ceil(this.size[0] * scale * window.devicePixelRatio));
    if (width === canvas.drawnWidth || this.isDrawing) return;
    this.isDrawing = true;
    createImageBitmap(picture, { resizeWidth: width, resizeQuality: 'high' }).then((bitmap) => {
      this.isDrawing = false;
      if (this.canvas !== canvas) {
        bitmap.close();
        this.sharpen();
        return;
      }
      [canvas.width, canvas.height, canvas.drawnWidth] = [bitmap.width, bitmap.height, width];
      this.context.transferFromImageBitmap(bitmap);
      this.sheet.classList.add('drawn');
      // The scale may have changed while the bitmap was created.
      this.sharpen();
    }, () => {
      this.isDrawing = false;
      canvas.replaceWith(docscan.element('img', { src: picture.src, alt: docscan.text('picture.alt'), draggable: 'false' }));
    });
  }

  showMessage(page, { picture }) {
    // The reason for a failure is shown next to the picture.
    const message = picture || page?.failure ? '' : docscan.text('picture.none');
    this.element.classList.toggle('empty', !picture && Boolean(page?.failure));
    this.message.hidden = !message;
    this.message.textContent = message;
  }

  // MARK: The page as loaded

  showSource(page, address) {
    const { element } = docscan;
    this.source.replaceChildren();
    this.canCompare = Boolean(address && page?.source && page.grid);
    if (this.canCompare) {
      const [width, height] = page.source;
      const lines = docscan.gridLines(page.grid).map((points) => element('svg:polyline', {
        points: points.map((point) => point.join(',')).join(' '), 'vector-effect': 'non-scaling-stroke',
      }));
      this.source.append(element('img', { src: address, alt: docscan.text('source.alt'), draggable: 'false' }),
        element('svg:svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, ...lines));
    }
    this.compare(this.isComparing ?? false);
  }

  /** Shows or hides the comparison with the page as loaded. */
  compare(wanted) {
    this.isComparing = wanted;
    const isShown = wanted && this.canCompare;
    this.source.hidden = !isShown;
    this.compareBar.hidden = !isShown;
    this.element.classList.toggle('comparing', isShown);
    this.wipe();
    this.fit();
  }

  wipe() {
    const share = this.source.hidden ? 0 : Number(this.slider.value);
    const width = this.view.clientWidth;
    const edge = (width * share) / 100;
    // The edge in the coordinates of each sheet.
    const inSheet = (edge - this.x) / this.scale;
    this.sheet.style.clipPath = this.source.hidden ? '' : `inset(0 0 0 ${Math.max(0, inSheet)}px)`;
    if (!this.source.hidden) {
      const inSource = (edge - this.sourceX) / this.sourceScale;
      const [w] = this.page.source;
      this.source.style.clipPath = `inset(0 ${Math.max(0, w - inSource)}px 0 0)`;
    }
  }

  // MARK: Zoom

  /** The scale at which the whole page is visible. */
  get fitting() {
    const [width, height] = this.size;
    return Math.min(this.view.clientWidth / width, this.view.clientHeight / height) || 1;
  }

  fit() {
    if (this.view.clientWidth === 0) return;
    this.view.style.setProperty('--aspect', `${this.size[0]} / ${this.size[1]}`);
    this.view.classList.toggle('enlarged', this.zoomed > 1.001);
    if (this.zoomed <= 1.001) {
      this.zoomed = 1;
      this.x = (this.view.clientWidth - this.size[0] * this.fitting) / 2;
      this.y = (this.view.clientHeight - this.size[1] * this.fitting) / 2;
    }
    this.draw();
  }

  /** Zooms by a factor. The point under the event, or else the center, keeps its position. */
  zoom(factor, event) {
    const box = this.view.getBoundingClientRect();
    const at = event?.clientX === undefined
      ? [box.width / 2, box.height / 2] : [event.clientX - box.left, event.clientY - box.top];
    const zoomed = Math.min(docscan.PageStage.largest, Math.max(1, this.zoomed * factor));
    const change = zoomed / this.zoomed;
    this.zoomed = zoomed;
    this.x = at[0] - (at[0] - this.x) * change;
    this.y = at[1] - (at[1] - this.y) * change;
    this.fit();
  }

  pan(x, y) {
    this.x += x;
    this.y += y;
    this.draw();
  }

  draw() {
    this.scale = this.fitting * this.zoomed;
    const [width, height] = this.size;
    // Keeps the page in view. A page smaller than the view is centered.
    const within = (place, length, room) => (length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, place)));
    this.x = within(this.x, width * this.scale, this.view.clientWidth);
    this.y = within(this.y, height * this.scale, this.view.clientHeight);
    this.transform(this.sheet, this.size, this.x, this.y, this.scale);
    if (!this.source.hidden) this.drawSource();
    this.wipe();
    // Redraws only after the zoom has settled.
    clearTimeout(this.sharpening);
    this.sharpening = setTimeout(() => this.sharpen(), this.sheet.classList.contains('drawn') ? 200 : 0);
  }

  /** Positions the page as loaded, which is scaled to fit the view and moves in proportion to the corrected page. */
  drawSource() {
    const [width, height] = this.page.source;
    const { clientWidth, clientHeight } = this.view;
    this.sourceScale = Math.min(clientWidth / width, clientHeight / height) * this.zoomed;
    const within = (place, length, room) => (length <= room ? (room - length) / 2 : place * (room - length));
    const share = (place, length, room) => (length <= room ? 0.5 : place / (room - length));
    const [w, h] = this.size;
    this.sourceX = within(share(this.x, w * this.scale, clientWidth), width * this.sourceScale, clientWidth);
    this.sourceY = within(share(this.y, h * this.scale, clientHeight), height * this.sourceScale, clientHeight);
    this.transform(this.source, this.page.source, this.sourceX, this.sourceY, this.sourceScale);
  }

  transform(sheet, [width, height], x, y, scale) {
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height}px`;
    sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    // The size of a screen pixel, which keeps line widths constant at every scale.
    sheet.style.setProperty('--pixel', `${1 / scale}px`);
  }

  /** Scrolls to a box of the page. */
  reveal([x, y, width, height]) {
    if (this.zoomed === 1) return;
    const { clientWidth, clientHeight } = this.view;
    const [left, top] = [x * this.scale + this.x, y * this.scale + this.y];
    if (left < 0 || left + width * this.scale > clientWidth) this.x += clientWidth / 2 - left;
    if (top < 0 || top + height * this.scale > clientHeight) this.y += clientHeight / 2 - top;
    this.draw();
  }

  // MARK: Fingers, mouse and keys

  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200), event);
    } else if (this.zoomed > 1) {
      event.preventDefault();
      this.pan(-event.deltaX, -event.deltaY);
    }
  }

  /** Switches between drawing a box and moving the picture. */
  draws(isOn) { this.element.classList.toggle('drawing', this.isDrawingBox = isOn); }

  /** The page coordinates of an event. */
  point(event) {
    const box = this.view.getBoundingClientRect();
    return [(event.clientX - box.left - this.x) / this.scale, (event.clientY - box.top - this.y) / this.scale];
  }

  /** The box being drawn: `[x, y, width, height]`. */
  drawnBox(event) {
    const [from, to] = [this.drawnFrom, this.point(event)];
    return [0, 1].map((axis) => Math.round(Math.min(from[axis], to[axis])))
      .concat([0, 1].map((axis) => Math.round(Math.abs(to[axis] - from[axis]))));
  }

  down(event) {
    if (this.isDrawingBox) {
      this.drawnFrom = this.point(event);
      this.view.setPointerCapture(event.pointerId);
      event.preventDefault();
      return;
    }
    const isOnText = event.target.closest('.word');
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.began = [event.clientX, event.clientY];
    this.hasMoved = false;
    // A mouse drag that begins on a word selects text; any other drag moves the picture.
    this.isPanning = event.pointerType === 'touch' || !isOnText;
  }

  move(event) {
    if (this.drawnFrom) return this.layers?.show(this.drawnBox(event));
    const last = this.pointers.get(event.pointerId);
    if (!last) return this.hover(event.target.closest('.word'));
    const here = [event.clientX, event.clientY];
    if (Math.hypot(here[0] - this.began[0], here[1] - this.began[1]) > 6) this.hasMoved = true;
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const [before, after] = [last, here].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1]));
      const middle = { clientX: (here[0] + other[0]) / 2, clientY: (here[1] + other[1]) / 2 };
      if (before > 0) this.zoom(after / before, middle);
      this.isPinching = true;
    } else if (this.isPanning && this.hasMoved && this.zoomed > 1) {
      this.pan(here[0] - last[0], here[1] - last[1]);
    }
    this.pointers.set(event.pointerId, here);
    return undefined;
  }

  up(event) {
    if (this.drawnFrom) {
      const box = this.drawnBox(event);
      this.drawnFrom = null;
      if (box[2] * this.scale > 8 && box[3] * this.scale > 4) this.drawn(box);
      return;
    }
    if (!this.pointers.delete(event.pointerId) || this.pointers.size > 0) return;
    const [x, y] = [event.clientX - this.began[0], event.clientY - this.began[1]];
    const isSwipe = event.pointerType === 'touch' && !this.isPinching && this.zoomed === 1
      && Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y);
    this.isPinching = false;
    if (event.type === 'pointercancel') return;
    if (isSwipe) this.swipe(x < 0 ? 1 : -1);
    else if (!this.hasMoved) this.choose(event.target.closest('.word'));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = 60;
    const moves = { ArrowUp: [0, step], ArrowDown: [0, -step], ArrowLeft: [step, 0], ArrowRight: [-step, 0] };
    if (event.key === '+' || event.key === '=') this.zoom(1.5);
    else if (event.key === '-') this.zoom(1 / 1.5);
    else if (event.key === '0') this.zoom(1 / this.zoomed);
    else if (this.zoomed > 1 && moves[event.key]) this.pan(...moves[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
};

/** The lines of a grid of nodes: its rows and its columns. */
docscan.gridLines = (rows) => [...rows, ...rows[0].map((_, column) => rows.map((row) => row[column]))];
