/** A document as a page: what stands in it, and no markup but what its Markdown says. */
import fc from 'fast-check';
import { lexer } from 'marked';
import { h } from 'preact';
import { expect, test } from 'vitest';
import { page } from '../html/layout.tsx';
import { addressOfLink } from './address.ts';
import { DocumentPage } from './document-page.tsx';

const addressOf = (href: string): string | undefined =>
  addressOfLink('docs/bots/x.md', href, (path) => path === 'docs/bots/rules.md' || path === 'docs/images/a.png');

function htmlOf(markdown: string, baseUrl = 'https://league.example'): string {
  const props = { path: 'docs/bots/x.md', tokens: lexer(markdown), addressOf, baseUrl };
  return page(h(DocumentPage, props), { site: { style: '/s', scripts: null } });
}

function bodyOf(markdown: string): string {
  return /<div class="document">([\s\S]*)<\/div><\/main>/.exec(htmlOf(markdown))?.[1] ?? '';
}

test.each([
  ['# A `b` *c*', '<h1 id="a-b-c">A <code>b</code> <em>c</em></h1>'],
  ['## Limits\n\n## Limits', '<h2 id="limits">Limits</h2><h2 id="limits-1">Limits</h2>'],
  ['a **b** <c> & d', '<p>a <strong>b</strong> &lt;c> &amp; d</p>'],
  ['[r](rules.md#x)', '<p><a href="/docs/bots/rules#x">r</a></p>'],
  ['[r](https://a.test/)', '<p><a href="https://a.test/" rel="noopener">r</a></p>'],
  ['[r](javascript:alert(1))', '<p>r</p>'],
  ['![i](../images/a.png)', '<p><img src="/docs/images/a.png" alt="i" loading="lazy"/></p>'],
  ['![i](https://a.test/i.png)', '<p>i</p>'],
  ['call http://HOST:PORT or www.a.test', '<p>call http://HOST:PORT or www.a.test</p>'],
  ['<!-- not shown -->\na', '<p>a</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script>alert(1)&lt;/script></p>'],
  ['```js\n<b>\n```', '<pre tabIndex="0"><code>&lt;b></code></pre>'],
  ['1. a\n2. b', '<ol start="1"><li>a</li><li>b</li></ol>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
])('%j', (markdown, html) => {
  expect(bodyOf(markdown).replace('tabindex', 'tabIndex')).toBe(html);
});

test('a table has a name, and its numbers stand to the right', () => {
  const html = bodyOf('| a | b |\n|---|--:|\n| `x\\|y` | 1 |');
  expect(html).toContain('role="group" aria-label="a, b"');
  expect(html).toContain('<td><code>x|y</code></td><td class="n">1</td>');
});

test('where the examples call another address than that of the service, the page says so', () => {
  const example = '# A\n\n```\ncurl http://127.0.0.1:4000/x\n```';
  expect(htmlOf(example)).toContain('this one is <code>https://league.example</code>');
  expect(htmlOf(example, 'http://127.0.0.1:4000')).not.toContain('stands for the service');
  expect(htmlOf('# A')).not.toContain('stands for the service');
});

test('whatever stands in a document, only tags of its own kinds come of it, and no address that runs', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&lt;',
      '<script>',
      '<img src=x onerror=',
      '](',
      '[a](',
      '![',
      '`',
      '\n',
      '|',
      '# ',
    ),
    fc.constantFrom('javascript:x', '<!--', '-->', '**', '> ', '- ', 'data:', '\n\n', '---', '<a href="'),
    fc.string({ maxLength: 6 }),
  );
  const allowed =
    /^\/?(?:h[1-6]|p|a|img|code|pre|em|strong|del|br|hr|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|div)$/;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = bodyOf(pieces.join(''));
      for (const [, tag] of html.matchAll(/<(\/?[^\s>/]*)/g)) expect(tag).toMatch(allowed);
      for (const [, href] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) expect(href).toMatch(/^(?:[/#]|https?:\/\/)/);
      expect(html).not.toMatch(/<[^>]*\son\w+=/);
    }),
    { numRuns: 500 },
  );
});
