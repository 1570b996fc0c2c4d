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

  /** The approximate size of a sheet with these corners: the longer of each two opposite sides. */
  sheetSize([a, b, c, d]) {
    const length = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    return [Math.max(length(a, b), length(d, c)), Math.max(length(a, d), length(b, c))];
  },

  /** Whether four corners form a convex quadrilateral in clockwise order. */
  isSheet: (corners) => corners.every((a, index) => {
    const [b, c] = [corners[(index + 1) % 4], corners[(index + 2) % 4]];
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 1;
  }),

  /** The corners of a picture. */
  corners: ([width, height]) => [[0, 0], [width, 0], [width, height], [0, height]],
};
