'use strict';

/**
 * The namespace of the whole website.
 *
 * Pages opened from disk can load scripts but can't fetch data. So the data are scripts: each calls
 * `docscan.take(name, value)`, and `docscan.load(name)` loads one.
 */
const docscan = {
  /** The folder of the website's own files, relative to the page. */
  folder: '.docscan/view/',

  /** The callbacks for data being loaded, by name. */
  waiting: new Map(),

  /** Receives the value from a data script. */
  take(name, value) {
    docscan.waiting.get(name)?.(value);
  },

  /**
   * Loads data, such as `data/library`. The promise is rejected if the data don't exist. A server sends JSON instead of
   * scripts, so that nothing in the folder can run.
   * @param {string} name the path in the website's folder, without extension
   */
  async load(name) {
    if (!document.documentElement.dataset.served) return docscan.loadScript(name);
    const answer = await fetch(`${docscan.folder}${docscan.path(name)}.json`);
    if (!answer.ok) throw new Error(`${name} cannot be read`);
    return answer.json();
  },

  /** Loads data as a script, for pages opened from disk. */
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

  /** Escapes a path in the library for use in a link. Throws if the path could lead out of the library. */
  path(path) {
    if (path.split('/').some((name) => name === '.' || name === '..')) throw new Error('This path leads elsewhere.');
    return path.split('/').map(encodeURIComponent).join('/');
  },

  /** The texts of the interface, by language. Each language is a file `strings.….js`. */
  languages: {},

  /** The current language and its texts. */
  language: 'en',
  strings: {},

  /** Chooses the first of the browser's languages that has texts, or English. */
  chooseLanguage() {
    const wanted = navigator.languages.map((tag) => tag.split('-')[0]);
    docscan.language = wanted.find((language) => docscan.languages[language]) ?? 'en';
    docscan.strings = { ...docscan.languages.en, ...docscan.languages[docscan.language] };
    document.documentElement.lang = docscan.language;
  },

  /**
   * Returns a text of the interface. Values replace `{name}` placeholders; numbers are formatted for the language. If
   * `count` is given, a plural form such as `pages.one` takes precedence over `pages`.
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
