// node validate.mjs PAGES: holds the HTML of pages against the standard rules of html-validate. PAGES is a file of JSON, a list of
// [path, html]. Prints what it found as JSON: one line for each rule that a page breaks, with the first place.

import { readFile } from 'node:fs/promises';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';

const pages = JSON.parse(await readFile(process.argv[2], 'utf8'));
const validator = new HtmlValidate(new FileSystemConfigLoader({ root: true, extends: ['html-validate:standard'] }));
const found = [];
for (const [path, html] of pages) {
  const { results } = await validator.validateString(html, `${path}.html`);
  const first = new Map();
  for (const { messages } of results)
    for (const { ruleId, message, selector } of messages)
      if (!first.has(ruleId)) first.set(ruleId, `${path}: ${ruleId}: ${message} (${selector})`);
  found.push(...first.values());
}
process.stdout.write(`${JSON.stringify(found)}\n`);
