'use strict';

/** An error that a retry can't fix. `key` is the key of its text. */
docscan.SendingError = class extends Error {
  constructor(key) {
    super(key);
    this.key = key;
  }
};

/**
 * Sends requests to this page's server until they are answered. A connection can break at any time, so all requests can
 * be repeated.
 */
docscan.sending = {
  /** The maximum number of bytes in one request. */
  piece: 512 * 1024,
  /** The first and the longest pause before a retry, in seconds. */
  pauses: [0.5, 8],

  /** The texts for statuses that a retry can't fix. All other failures are retried. */
  refusals: {
    400: 'receive.refused', 401: 'receive.signedOut', 403: 'receive.signedOut', 404: 'receive.gone', 413: 'receive.tooLarge',
    415: 'receive.noPicture', 507: 'receive.full',
  },

  /** Waits for some seconds, or until the browser is online again. */
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
   * Sends a request once.
   * @param {string} path the path, relative to this page
   * @param {object} options the options of `fetch`
   */
  async once(path, options = {}) {
    const answer = await fetch(path, { ...options, headers: { ...options.headers, 'X-Docscan': 'receive' }, cache: 'no-store' });
    const refusal = docscan.sending.refusals[answer.status];
    if (refusal) throw new docscan.SendingError(refusal);
    return answer;
  },

  /**
   * Repeats a request until it succeeds. `wait` is called after each failure.
   * @param {?function} options.isWanted stops the retries when it returns false
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
   * Sends a picture in chunks, beginning with the bytes that the server doesn't have.
   * @param {string} document the document's ID
   * @param {number} number the page number
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
        // The server has a different number of bytes.
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

  /** The number of bytes that the server has, or the previous number if it doesn't answer. */
  async received(document, number, before) {
    try {
      const answer = await docscan.sending.once(`documents/${document}`);
      const page = (await answer.json()).pages?.find((entry) => entry.page === number);
      // A complete picture is sent again from its beginning; the server then answers that it is complete.
      return page && !page.isWhole ? page.received : 0;
    } catch (error) {
      return error instanceof docscan.SendingError ? 0 : before;
    }
  },
};
