'use strict';

/** Perspective maps between quadrilaterals. Points are `[x, y]`; y points down. */
docscan.geometry = {
  /**
   * The perspective map from four points to four others (P. Heckbert, "Fundamentals of Texture Mapping and Image
   * Warping", 1989): nine numbers in row-major order, or null if there is none.
   */
  homography(from, to) {
    const rows = [];
    from.forEach(([x, y], index) => {
      const [u, v] = to[index];
      rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
    });
    // Gaussian elimination with partial pivoting.
    for (let column = 0; column < 8; column += 1) {
      let pivot = column;
      for (let row = column + 1; row < 8; row += 1) if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
      if (Math.abs(rows[pivot][column]) < 1e-12) return null;
      [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
      for (let row = 0; row < 8; row += 1) {
        const factor = row === column ? 0 : rows[row][column] / rows[column][column];
        if (factor !== 0) for (let place = column; place < 9; place += 1) rows[row][place] -= factor * rows[column][place];
      }
    }
    return [...rows.map((row, index) => row[8] / row[index]), 1];
  },

  /** A map as a CSS transform, for an element with its origin at the top left. */
  matrix3d: ([a, b, c, d, e, f, g, h, i]) => `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(', ')})`,

  /** The size of a sheet with these corners on a page of a size, as `SheetShape.swift` computes it, without snapping to paper sizes. */
  sheetSize([a, b, c, d], size) {
    const length = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const [across, down] = [Math.max(length(a, b), length(d, c)), Math.max(length(a, d), length(b, c))];
    const simple = across / down;
    const ratio = docscan.geometry.proportions([a, b, d, c], size) ?? simple;
    const isBent = Math.max(ratio / simple, simple / ratio) > 1.8 && Math.max(ratio, 1 / ratio) > Math.max(1.8, simple, 1 / simple);
    const shape = isBent ? simple : ratio;
    const width = Math.max(across, down * shape);
    return [width, width / shape];
  },

  /** A sheet's width divided by its height, from its corners from left to right and from top to bottom, or null if it can't be computed. */
  proportions(corners, [width, height]) {
    const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const [m1, m2, m3, m4] = corners.map(([x, y]) => [x - width / 2, y - height / 2, 1]);
    const side = cross(m1, m4);
    const [k2, k3] = [dot(side, m3) / dot(cross(m2, m4), m3), dot(side, m2) / dot(cross(m3, m4), m2)];
    const [n2, n3] = [m2.map((value, index) => value * k2 - m1[index]), m3.map((value, index) => value * k3 - m1[index])];
    const longest = Math.max(width, height);
    let focal = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2]);
    if (!(focal >= (0.4 * longest) ** 2 && focal <= (4 * longest) ** 2)) focal = (1.1 * longest) ** 2;
    const measure = (n) => Math.sqrt((n[0] ** 2 + n[1] ** 2) / focal + n[2] ** 2);
    const ratio = measure(n2) / measure(n3);
    return ratio > 0.05 && ratio < 20 ? ratio : null;
  },

  /** Whether four corners form a convex quadrilateral in clockwise order. */
  isSheet: (corners) => corners.every((a, index) => {
    const [b, c] = [corners[(index + 1) % 4], corners[(index + 2) % 4]];
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 1;
  }),

  /** The corners of a picture. */
  corners: ([width, height]) => [[0, 0], [width, 0], [width, height], [0, height]],
};
