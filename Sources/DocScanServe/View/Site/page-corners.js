'use strict';

/**
 * A page as loaded, with its sheet's corners, which can be dragged by mouse or finger or moved with the arrow keys. A
 * magnifier shows the area under the finger.
 *
 * `change(corners)` is called for each move, `done(corners)` when a corner is released. Both receive pixels of the page
 * as loaded.
 */
docscan.PageCorners = class {
  static names = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
  /** The side of the magnifier in CSS pixels, and its magnification. */
  static lens = 132;
  static larger = 3;

  constructor({ change, done }) {
    const { element, text } = docscan;
    Object.assign(this, { change, done, size: [1, 1], corners: [] });
    this.outline = element('svg:polygon', { 'vector-effect': 'non-scaling-stroke' });
    this.drawing = element('svg:svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none' }, this.outline);
    this.picture = element('div', { class: 'picture' });
    this.lens = element('canvas', {
      class: 'lens', width: docscan.PageCorners.lens, height: docscan.PageCorners.lens, hidden: true, 'aria-hidden': 'true',
    });
    this.handles = docscan.PageCorners.names.map((name, index) => element('button', {
      type: 'button', class: 'corner', 'data-corner': name, 'aria-describedby': 'corner-keys',
      on: {
        pointerdown: (event) => this.grab(event, index), pointermove: (event) => this.drag(event, index),
        pointerup: (event) => this.drop(event), pointercancel: (event) => this.drop(event),
        keydown: (event) => this.key(event, index), blur: () => { this.lens.hidden = true; },
      },
    }));
    this.sheet = element('div', { class: 'source-sheet' }, this.picture, this.drawing, ...this.handles);
    this.element = element('div', { class: 'corners' }, this.sheet, this.lens,
      element('p', { class: 'unseen', id: 'corner-keys', text: text('page.corner.keys') }));
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  /**
   * Shows a page.
   * @param {[number, number]} size the size of the page as loaded
   * @param {?HTMLImageElement} image its picture
   * @param {?[number, number][]} place the picture's corners on the page as loaded, or null if the picture shows that
   * page
   */
  show(size, image, place) {
    Object.assign(this, { size, image, place });
    this.drawing.setAttribute('viewBox', `0 0 ${size[0]} ${size[1]}`);
    this.picture.replaceChildren();
    if (image) this.picture.append(image);
    for (const handle of this.handles) handle.disabled = !image;
    this.fit();
  }

  /** Sets the corners. */
  set(corners) {
    this.corners = corners.map((point) => [...point]);
    this.draw();
  }

  fit() {
    const [width, height] = this.size;
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0) return;
    // Space for the handles of corners at the page's edge.
    const margin = 22;
    this.scale = Math.min((clientWidth - 2 * margin) / width, (clientHeight - 2 * margin) / height);
    this.sheet.style.width = `${width * this.scale}px`;
    this.sheet.style.height = `${height * this.scale}px`;
    this.sheet.style.left = `${(clientWidth - width * this.scale) / 2}px`;
    this.sheet.style.top = `${(clientHeight - height * this.scale) / 2}px`;
    if (this.image) {
      const shown = [this.image.naturalWidth, this.image.naturalHeight];
      this.image.style.width = `${shown[0]}px`;
      this.image.style.height = `${shown[1]}px`;
      const to = (this.place ?? docscan.geometry.corners(this.size)).map(([x, y]) => [x * this.scale, y * this.scale]);
      const map = docscan.geometry.homography(docscan.geometry.corners(shown), to);
      this.image.style.transform = map ? docscan.geometry.matrix3d(map) : '';
    }
    this.draw();
  }

  draw() {
    if (this.corners.length < 4) return;
    this.outline.setAttribute('points', this.corners.map((point) => point.join(',')).join(' '));
    this.element.classList.toggle('crossed', !docscan.geometry.isSheet(this.corners));
    this.handles.forEach((handle, index) => {
      const [x, y] = this.corners[index];
      handle.style.left = `${x * this.scale}px`;
      handle.style.top = `${y * this.scale}px`;
      handle.setAttribute('aria-label', docscan.text('page.corner', {
        name: docscan.text(`page.corner.${docscan.PageCorners.names[index]}`), x: Math.round(x), y: Math.round(y),
      }));
    });
  }

  /** Moves a corner, at most 10% beyond the picture: a sheet that is cut off has corners outside it. */
  move(index, [x, y]) {
    const [width, height] = this.size;
    const within = (value, length) => Math.round(Math.min(1.1 * length, Math.max(-0.1 * length, value)));
    this.corners[index] = [within(x, width), within(y, height)];
    this.draw();
    this.magnify(index);
    this.change(this.corners);
  }

  // MARK: Mouse and finger

  grab(event, index) {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = this.handles[index];
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    const [x, y] = this.corners[index];
    this.held = { pointer: event.pointerId, from: [event.clientX, event.clientY], corner: [x, y] };
    this.magnify(index);
  }

  drag(event, index) {
    if (event.pointerId !== this.held?.pointer) return;
    const { from, corner } = this.held;
    this.held.hasMoved = true;
    this.move(index, [corner[0] + (event.clientX - from[0]) / this.scale, corner[1] + (event.clientY - from[1]) / this.scale]);
  }

  drop(event) {
    if (event.pointerId !== this.held?.pointer) return;
    const { hasMoved } = this.held;
    this.held = null;
    this.lens.hidden = true;
    if (hasMoved) this.done(this.corners);
  }

  // MARK: Keys

  key(event, index) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    // One CSS pixel, or ten with Shift.
    const step = Math.max(1, 1 / this.scale) * (event.shiftKey ? 10 : 1);
    const [x, y] = this.corners[index];
    this.move(index, [x + step * way[0], y + step * way[1]]);
    this.done(this.corners);
  }

  // MARK: The magnifier

  /** Shows the area around a corner enlarged, with the sheet's edges. */
  magnify(index) {
    if (!this.image || this.place) return;
    const { lens, larger } = docscan.PageCorners;
    const [x, y] = this.corners[index];
    const context = this.lens.getContext('2d');
    const scale = this.image.naturalWidth / this.size[0];
    const side = lens / (larger * this.scale);
    context.fillStyle = '#777';
    context.fillRect(0, 0, lens, lens);
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.image, (x - side / 2) * scale, (y - side / 2) * scale, side * scale, side * scale, 0, 0, lens, lens);
    context.strokeStyle = '#d6006c';
    context.lineWidth = 2;
    for (const neighbour of [(index + 1) % 4, (index + 3) % 4]) {
      const [u, v] = this.corners[neighbour];
      context.beginPath();
      context.moveTo(lens / 2, lens / 2);
      context.lineTo(lens / 2 + ((u - x) * lens) / side, lens / 2 + ((v - y) * lens) / side);
      context.stroke();
    }
    // Next to the corner, so that a finger doesn't cover the magnifier, and inside the view.
    const { offsetLeft, offsetTop } = this.sheet;
    const [left, top] = [offsetLeft + x * this.scale, offsetTop + y * this.scale];
    const gap = 28;
    this.lens.style.left = `${left + gap + lens > this.element.clientWidth ? left - gap - lens : left + gap}px`;
    this.lens.style.top = `${Math.max(4, Math.min(this.element.clientHeight - lens - 4, top - gap - lens < 0 ? top + gap : top - gap - lens))}px`;
    this.lens.hidden = false;
  }
};
