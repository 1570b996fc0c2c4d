'use strict';

/** Something that sending again does not help: `key` is its text in the catalogs. */
docscan.SendingError = class extends Error {
  constructor(key) {
    super(key);
    this.key = key;
  }
};

/**
 * Sends to the server that this page is from, until it has answered: a connection may be cut at any time, and everything that is sent
 * may be sent again.
 */
docscan.sending = {
  /** So many bytes of a picture go at once. */
  piece: 512 * 1024,
  /** Seconds until the next try, at first and at last. */
  pauses: [0.5, 8],

  /** What an answer means that is none; another try may help with all others. */
  refusals: {
    400: 'receive.refused', 401: 'receive.signedOut', 403: 'receive.signedOut', 404: 'receive.gone', 413: 'receive.tooLarge',
    415: 'receive.noPicture', 507: 'receive.full',
  },

  /** Waits for a while, or until the browser has a network again. */
  pause(seconds) {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        window.removeEventListener('online', end);
        resolve();
      };
      const timer = setTimeout(end, seconds * 1000);
      window.addEventListener('online', end);
    });
  },

  /**
   * Asks once, and gives the answer.
   * @param {string} path relative to this page
   * @param {object} options as `fetch` takes them
   */
  async once(path, options = {}) {
    const answer = await fetch(path, { ...options, headers: { ...options.headers, 'X-Docscan': 'receive' }, cache: 'no-store' });
    const refusal = docscan.sending.refusals[answer.status];
    if (refusal) throw new docscan.SendingError(refusal);
    return answer;
  },

  /**
   * Asks until there is an answer that says yes; `wait` is told of each try that failed.
   * @param {?function} options.isWanted ends it where that is false
   */
  async untilAnswered(path, options = {}, { isWanted = () => true, wait = () => {} } = {}) {
    let [seconds] = docscan.sending.pauses;
    while (isWanted()) {
      try {
        const answer = await docscan.sending.once(path, options);
        if (answer.ok) return answer;
      } catch (error) {
        if (error instanceof docscan.SendingError) throw error;
      }
      wait();
      await docscan.sending.pause(seconds);
      seconds = Math.min(docscan.sending.pauses[1], seconds * 2);
    }
    return null;
  },

  /**
   * Sends a picture piece by piece, from where the server has it.
   * @param {string} document the id of the document
   * @param {number} number of the page
   * @param {Blob} blob the picture
   */
  async picture(document, number, blob, { isWanted, progress }) {
    const path = `documents/${document}/pages/${number}`;
    let offset = 0;
    let [seconds] = docscan.sending.pauses;
    while (isWanted()) {
      const end = Math.min(blob.size, offset + docscan.sending.piece);
      try {
        const answer = await docscan.sending.once(path, {
          method: 'PUT', body: blob.slice(offset, end),
          headers: { 'Content-Type': 'application/octet-stream', 'Content-Range': `bytes ${offset}-${end - 1}/${blob.size}` },
        });
        if (answer.ok) {
          const page = await answer.json();
          offset = page.received;
          [seconds] = docscan.sending.pauses;
          progress(offset / blob.size, false);
          if (page.isWhole) return;
          continue;
        }
        // The server has less than was thought, or more.
        if (answer.status === 409) {
          if (!answer.headers.has('Upload-Offset')) throw new docscan.SendingError('receive.refused');
          offset = Number(answer.headers.get('Upload-Offset'));
          continue;
        }
      } catch (error) {
        if (error instanceof docscan.SendingError) throw error;
      }
      progress(offset / blob.size, true);
      await docscan.sending.pause(seconds);
      seconds = Math.min(docscan.sending.pauses[1], seconds * 2);
      offset = await docscan.sending.received(document, number, offset);
    }
  },

  /** How much of a picture the server has; what was known before, where it does not answer. */
  async received(document, number, before) {
    try {
      const answer = await docscan.sending.once(`documents/${document}`);
      const page = (await answer.json()).pages?.find((entry) => entry.page === number);
      // One that is whole is sent once more from its beginning: the server says so to its first piece.
      return page && !page.isWhole ? page.received : 0;
    } catch (error) {
      return error instanceof docscan.SendingError ? 0 : before;
    }
  },
};
