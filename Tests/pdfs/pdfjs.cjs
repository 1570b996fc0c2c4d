// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the text of each page of the PDFs named, as pdf.js finds it: one JSON object a line.
const fs = require("fs");
const home = process.env.PDFJS || "/usr/share/nodejs/pdfjs-dist";
const pdfjs = require(`${home}/build/pdf.js`);

async function pages(path) {
  const data = new Uint8Array(fs.readFileSync(path));
  const task = pdfjs.getDocument({ data, verbosity: 0, cMapUrl: `${home}/cmaps/`, cMapPacked: true, isEvalSupported: false });
  const document = await task.promise;
  const texts = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    texts.push(content.items.map((item) => item.str + (item.hasEOL ? "\n" : "")).join(""));
  }
  await task.destroy();
  return texts;
}

(async () => {
  for (const path of process.argv.slice(2)) {
    try {
      console.log(JSON.stringify({ path, pages: await pages(path) }));
    } catch (error) {
      console.log(JSON.stringify({ path, pages: [], error: String(error) }));
    }
  }
})();
