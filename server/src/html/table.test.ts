import { readdirSync, readFileSync } from 'node:fs';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Table, type TableProps } from './table.tsx';

const rows = h('tr', null, h('td', null, '1'));
const html = (props: Omit<TableProps, 'children'>): string => renderToString(h(Table, { ...props, children: rows }));

test('a frame that can be reached and is named, a caption where there is one, a head for each column', () => {
  expect(html({ label: 'Seats', columns: ['League', { n: 'Free' }, { n: '<b>', foreign: true }] })).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-label="Seats"><table class="plain"><thead><tr>' +
      '<th scope="col">League</th><th scope="col" class="n">Free</th><th scope="col" class="n"><bdi>&lt;b></bdi></th>' +
      '</tr></thead><tbody><tr><td>1</td></tr></tbody></table></div>',
  );
  expect(html({ labelledBy: 'log', kind: 'prose', caption: 'All.', columns: ['When'], roles: true })).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-labelledby="log"><table class="plain prose" role="table">' +
      '<caption>All.</caption><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">When</th></tr></thead>' +
      '<tbody role="rowgroup"><tr><td>1</td></tr></tbody></table></div>',
  );
});

test('cells by what their columns hold: the head of the row, numbers, sentences that repeat the name of their column', () => {
  const columns = [{ head: 'Code' }, 'Of', { n: 'Seats' }, { text: 'When' }];
  const of = (roles: boolean): string =>
    renderToString(h(Table, { columns, roles, rows: [['a', 'b', 1, 'c']], rowIds: ['a'] })).replace(/^.*<\/thead>/, '');
  expect(of(false)).toBe(
    '<tbody><tr id="a"><th scope="row">a</th><td>b</td><td class="n">1</td>' +
      '<td class="text" data-label="When:">c</td></tr></tbody></table></div>',
  );
  expect(of(true)).toBe(
    '<tbody role="rowgroup"><tr id="a" role="row"><th scope="row" role="rowheader">a</th><td role="cell">b</td>' +
      '<td role="cell" class="n">1</td><td role="cell" class="text" data-label="When:">c</td></tr></tbody></table></div>',
  );
});

test('a table that folds says of each value which column it is of, and that it is a table', () => {
  const folded = html({ label: 'Seats', folds: true, columns: [{ head: 'League' }, 'Since', { n: 'Free' }] });
  expect(folded).toContain('<table class="plain prose inline folds" role="table">');
  const columns = [{ n: 'Place' }, { head: 'Bot' }, 'State'];
  expect(renderToString(h(Table, { columns, folds: true, rows: [[1, 'a', 'stays']] }))).toContain(
    '<tr role="row"><td role="cell" class="n" data-label="Place:">1</td><th scope="row" role="rowheader">a</th>' +
      '<td role="cell" data-label="State:">stays</td></tr>',
  );
});

test('no page and no report frames a table by itself, but for the board', () => {
  const source = new URL('../', import.meta.url);
  const framed = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && readFileSync(new URL(path, source), 'utf8').includes('<table'))
    .map((path) => path.split(/[\\/]/).at(-1)!);
  expect(framed.toSorted()).toEqual(['board-table.tsx', 'table.tsx']);
});
