'use strict';

/** The fragment for a page of the website: `docscan.route('doc', 'letters/may', 2)` is `#/doc/letters%2Fmay/2`. */
docscan.route = (...parts) => `#/${parts.map(encodeURIComponent).join('/')}`;

/** Shows the page in the address's fragment. */
docscan.navigate = () => {
  let parts;
  try {
    parts = location.hash.slice(2).split('/').map(decodeURIComponent);
  } catch {
    parts = [''];
  }
  // Links from a search end with the indices of the found words: `#/doc/letters%2Fmay/2/17-18`.
  const [kind, place, number, found] = parts;
  const main = document.getElementById('main');
  const shown = docscan.shown;
  const isSamePage = (kind === 'doc' && shown instanceof docscan.DocumentPage) || (kind === 'page' && shown instanceof docscan.PageEditor);
  if (isSamePage && shown.place === place) {
    shown.turn(Number(number) || 1, found);
    return;
  }
  shown?.end();
  const Page = { receipts: docscan.ReceiptsPage, problems: docscan.ProblemsPage, review: docscan.isReview && docscan.ReviewPage, names: docscan.isReview && docscan.NamesPage, page: docscan.isReview && docscan.PageEditor, doc: docscan.DocumentPage }[kind]
    || docscan.LibraryPage;
  const page = new Page(place);
  docscan.shown = page;
  main.replaceChildren(page.element);
  document.title = docscan.library.facts.name;
  for (const link of document.querySelectorAll('#top nav a')) {
    const isHere = link.getAttribute('href') === ({ doc: '#/', page: '#/review' }[kind] ?? (kind ? `#/${kind}` : '#/'));
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  page.start(Number(number) || 1, found);
  // Screen readers continue at the new page's beginning. The first page after loading needs no focus.
  if (shown) main.focus({ preventScroll: true });
};

/** Starts the website. */
docscan.start = async () => {
  docscan.chooseLanguage();
  const { element, text } = docscan;
  const skip = document.getElementById('skip');
  skip.textContent = text('skip');
  skip.addEventListener('click', (event) => {
    // The fragment is used for routing.
    event.preventDefault();
    document.getElementById('main').focus();
  });
  const main = document.getElementById('main');
  try {
    await docscan.library.open();
  } catch {
    main.append(docscan.notice(text('library.none')));
    return;
  }
  const { facts } = docscan.library;
  const places = [['#/', text('documents')], ...(facts.ledger ? [['#/receipts', text('receipts')]] : []), ['#/problems', text('problems')],
    ...(docscan.isReview ? [['#/review', text('review')], ['#/names', text('names')]] : [])];
  document.getElementById('top').append(
    element('a', { class: 'home', href: '#/', text: facts.name }),
    element('nav', { 'aria-label': text('places') }, ...places.map(([href, label]) => element('a', { href, text: label }))));
  window.addEventListener('hashchange', docscan.navigate);
  docscan.navigate();
};

docscan.start();
