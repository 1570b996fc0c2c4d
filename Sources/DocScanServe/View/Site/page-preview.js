'use strict';

/** An approximate preview of the result: the page as loaded, straightened and rotated by a CSS transform. */
docscan.PagePreview = class {
  constructor() {
    const { element, text } = docscan;
    this.frame = element('div', { class: 'frame', role: 'img', 'aria-label': text('page.preview') });
    this.element = element('div', { class: 'preview' }, this.frame);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /**
   * Shows a picture.
   * @param {[number, number]} size the size of the page as loaded
   * @param {?HTMLImageElement} image
   * @param {?[number, number][]} place the picture's corners on the page as loaded, or null if it shows that page
   */
  show(size, image, place) {
    this.size = size;
    this.place = place ?? docscan.geometry.corners(size);
    this.image = image?.cloneNode() ?? null;
    this.frame.replaceChildren(...(this.image ? [this.image] : []));
    this.draw();
  }

  set(corners, degrees) {
    Object.assign(this, { corners, degrees });
    this.draw();
  }

  draw() {
    const { clientWidth, clientHeight } = this.element;
    if (!this.image || !this.corners || clientWidth === 0 || !docscan.geometry.isSheet(this.corners)) return;
    const [width, height] = docscan.geometry.sheetSize(this.corners, this.size);
    const isAcross = this.degrees % 180 !== 0;
    const [w, h] = isAcross ? [height, width] : [width, height];
    const scale = Math.min((clientWidth - 16) / w, (clientHeight - 16) / h);
    this.frame.style.width = `${w * scale}px`;
    this.frame.style.height = `${h * scale}px`;
    // With a rotation of 90 degrees to the right, the sheet's first corner becomes the frame's second one.
    const frame = docscan.geometry.corners([w * scale, h * scale]);
    const turned = frame.map((_, index) => frame[(index + this.degrees / 90) % 4]);
    const straighten = docscan.geometry.homography(this.corners, turned);
    // If the picture shows the corrected page, it is first mapped to its position on the page as loaded.
    const { naturalWidth, naturalHeight } = this.image;
    const onPage = docscan.geometry.homography(docscan.geometry.corners([naturalWidth || 1, naturalHeight || 1]), this.place);
    if (!straighten || !onPage) return;
    this.image.style.width = `${naturalWidth}px`;
    this.image.style.height = `${naturalHeight}px`;
    this.image.style.transform = `${docscan.geometry.matrix3d(straighten)} ${docscan.geometry.matrix3d(onPage)}`;
  }
};
