/** What a bot is shown: both editions of the book, page by page, and the text of each task. */
import { pageFrame } from '../../../page-frame.ts';
import type { Edition, Part, Table } from './book.ts';
import phrases from './phrases.json' with { type: 'json' };
import type { Dish, World } from './world.ts';

const rowsPerPage = 3;

/** The pages by their paths. */
export function sitePages({ editions }: World): ReadonlyMap<string, string> {
  const [current] = editions;
  const start = `<h1>The book of foods</h1>
<p>The current edition is number ${current?.number}. Each edition has its own errata.</p>
<ul>
${editions.map(({ number }) => `<li><a href="e${number}/contents">Edition ${number}</a></li>`).join('\n')}
</ul>`;
  return new Map([['', pageFrame('The book of foods', start)], ...editions.flatMap(editionPages)]);
}

function editionPages(edition: Edition): [string, string][] {
  const { number, tables } = edition;
  const titled = (path: string, title: string, body: string): [string, string] => [
    `e${number}/${path}`,
    pageFrame(`${title}, edition ${number}`, `<h1>${title}</h1>\n<p>Edition ${number}</p>\n${body}`),
  ];
  const pages = tables.flatMap((table, t) =>
    Array.from({ length: Math.ceil(table.rows.length / rowsPerPage) }, (_, p) => ({
      path: `t${t + 1}-${p + 1}`,
      title: `Table ${t + 1}, ${table.name}, page ${p + 1}`,
      body: tablePage(table, p),
    })),
  );
  const links = pages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`);
  const contents = `<ul>\n${links.join('\n')}\n<li><a href="errata">Errata</a></li>\n</ul>`;
  return [
    titled('contents', 'Contents', contents),
    ...pages.map(({ path, title, body }) => titled(path, title, body)),
    titled('errata', 'Errata', errataList(edition)),
  ];
}

function tablePage({ unit, base, notes, rows }: Table, page: number): string {
  const own = rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  const used = notes.filter(({ mark }) => own.some(({ marks }) => marks.includes(mark)));
  return `<p>Values are ${unit} in ${base} g of the raw food.</p>
<table><tr><th>Food</th>${phrases.nutrients.map((each) => `<th>${each}</th>`).join('')}<th>Notes</th></tr>
${own.map(({ name, values, marks }) => `<tr><td>${name}</td>${values.map((value) => `<td>${value}</td>`).join('')}<td>${marks.join(' ')}</td></tr>`).join('\n')}
</table>
${used.map(({ mark, preparation, percent }) => `<p>${mark}: ${preparation}, ${percent}% of the raw value.</p>`).join('\n')}`;
}

function errataList({ tables, errata }: Edition): string {
  const items = errata.map(
    ({ table, row, nutrient, value, before }) =>
      `<li>Table ${table + 1}, ${tables[table]?.rows[row]?.name}, ${phrases.nutrients[nutrient]}: read ${value} instead of ${before}.</li>`,
  );
  return `<p>In the order in which they came out. A later one counts before an earlier one.</p>\n<ol>\n${items.join('\n')}\n</ol>`;
}

export function promptOf({ editions }: World, { nutrient, parts, unit }: Dish): string {
  const tables = editions[0]?.tables ?? [];
  const part = ({ table, row, preparation, grams }: Part): string =>
    `- ${grams} g of ${tables[table]?.rows[row]?.name}, ${preparation ?? 'raw'}`;
  return `How much ${phrases.nutrients[nutrient]} do these foods hold together, by the current edition of the book on the site and its errata?
${parts.map(part).join('\n')}
Each table says its unit and its weight. For a food that is prepared, the notes of its row lead to the footnote for that preparation: take that percentage of the raw value; the weight is of the food as it is eaten. An erratum replaces a value of its own edition; the last one for a value counts. 1 mg is 1000 µg.
Answer with an integer of ${unit}. Round the sum only, halves up.`;
}
