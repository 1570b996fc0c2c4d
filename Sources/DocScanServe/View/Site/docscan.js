'use strict';

/**
 * Everything of the website is in this one object.
 *
 * A page that is opened as a file may load scripts and nothing else. So data are scripts there: each calls
 * `docscan.take(name, value)`, and `docscan.load(name)` is how the rest of the website asks for one.
 */
const docscan = {
  /** The folder of the website's own files, relative to the page. */
  folder: '.docscan/view/',

  /** The data that somebody waits for, by name: what to call with the value. */
  waiting: new Map(),

  /** What a data script calls. */
  take(name, value) {
    docscan.waiting.get(name)?.(value);
  },

  /**
   * Loads data, such as `data/library`; the promise fails where there is none. A server gives them as JSON: nothing of the folder
   * runs there.
   * @param {string} name its path in the website's folder, without the ending
   */
  async load(name) {
    if (!document.documentElement.dataset.served) return docscan.loadScript(name);
    const answer = await fetch(`${docscan.folder}${docscan.path(name)}.json`);
    if (!answer.ok) throw new Error(`${name} cannot be read`);
    return answer.json();
  },

  /** Loads data as a script, for a page that is opened as a file. */
  loadScript(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      let value;
      docscan.waiting.set(name, (taken) => { value = taken; });
      const end = () => {
        script.remove();
        docscan.waiting.delete(name);
        if (value === undefined) reject(new Error(`${name} cannot be read`));
        else resolve(value);
      };
      script.onload = end;
      script.onerror = end;
      script.src = `${docscan.folder}${docscan.path(name)}.js`;
      document.head.append(script);
    });
  },

  /** A path of the library as a link: what a name may have, and a link may not, is escaped. None leads out of it. */
  path(path) {
    if (path.split('/').some((name) => name === '.' || name === '..')) throw new Error('This path leads elsewhere.');
    return path.split('/').map(encodeURIComponent).join('/');
  },

  /** The texts of the interface, by language; each language is a file `strings.….js`. */
  languages: {},

  /** The language in use, and its texts. */
  language: 'en',
  strings: {},

  /** Takes the first of the browser's languages that there are texts in. */
  chooseLanguage() {
    const wanted = navigator.languages.map((tag) => tag.split('-')[0]);
    docscan.language = wanted.find((language) => docscan.languages[language]) ?? 'en';
    docscan.strings = { ...docscan.languages.en, ...docscan.languages[docscan.language] };
    document.documentElement.lang = docscan.language;
  },

  /**
   * A text of the interface. `{name}` in it is replaced by that value; numbers are written as the language does.
   * A text for one of something is its own entry, `pages.one` beside `pages`, in languages that have a form for it.
   */
  text(key, values = {}) {
    const form = typeof values.count === 'number' ? new Intl.PluralRules(docscan.language).select(values.count) : 'other';
    const text = docscan.strings[`${key}.${form}`] ?? docscan.strings[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return typeof value === 'number' ? value.toLocaleString(docscan.language) : value ?? whole;
    });
  },
};
