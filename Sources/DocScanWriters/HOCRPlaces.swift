// SPDX-License-Identifier: GPL-3.0-or-later

/// The script that makes browsers show an hOCR file with every word in its place, over the page's picture if there is one. Browsers read the file as
/// XML or as HTML, which escape scripts differently. So the script contains no character that needs escaping.
enum HOCRPlaces {
  static let script = #"""
    addEventListener('load', function () {
      function box(part) { return /bbox (\d+) (\d+) (\d+) (\d+)/.exec(part.title).slice(1).map(Number); }
      document.querySelectorAll('.ocr_page').forEach(function (page) {
        var size = box(page), image = /image .([^;]+\.(?:png|jpe?g)).;/.exec(page.title);
        page.style.cssText = 'position: relative; margin: 1em auto; outline: 1px solid silver; width: ' + size[2]
          + 'px; height: ' + size[3] + 'px';
        if (image) page.style.background = 'url(' + encodeURI(image[1]).replace(/[()']/g, escape) + ') 0 0 / 100% 100%';
        page.querySelectorAll('.ocrx_word').forEach(function (word) {
          var place = box(word);
          word.style.cssText = 'position: absolute; white-space: pre; transform-origin: 0 0; color: navy; '
            + 'background: rgba(255, 255, 255, 0.8); left: ' + place[0] + 'px; top: ' + place[1] + 'px; font: '
            + (place[3] - place[1]) + 'px/1 sans-serif';
          word.style.transform = 'scaleX(' + (place[2] - place[0]) / Math.max(1, word.offsetWidth) + ')';
        });
      });
    });
    """#
}
