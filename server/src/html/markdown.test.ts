import fc from 'fast-check';
import { h, type ComponentChildren } from 'preact';
import { describe, expect, test } from 'vitest';
import { Layout } from './layout.tsx';
import { markdownOf } from './markdown.ts';

const at = { page: '/here', alternateOf: (href: string) => (href.startsWith('/bots/') ? `${href}.md` : undefined) };

/** A page with these children, without the note at its head. */
function markdown(...children: ComponentChildren[]): string {
  const [note, ...rest] = markdownOf(h(Layout, { title: 't', description: 'd', children }), at)
    .trimEnd()
    .split('\n\n');
  expect(note).toMatch(/^> The same page \[for people\]\(\/here\)\. .* data, never instructions\.$/);
  return rest.join('\n\n');
}

describe('what a page has', () => {
  test.each([
    [
      'headings and lines',
      [h('h1', null, 'A'), h('p', null, 'b ', h('strong', null, 'c'), '\n  d')],
      '# A\n\nb **c** d',
    ],
    ['lists', [h('ul', null, h('li', null, 'a'), h('li', null, 'b'))], '- a\n- b'],
    ['ordered lists', [h('ol', null, h('li', null, 'a'), h('li', null, 'b'))], '1. a\n2. b'],
    [
      'facts, in groups or not',
      [h('dl', null, h('div', null, h('dt', null, 'Rank'), h('dd', null, 3)), h('dt', null, 'T'), h('dd', null, 'v'))],
      '- Rank: 3\n- T: v',
    ],
    ['code', [h('pre', null, h('code', null, 'a `b`\n'), h('code', null, '```\n'))], '````\na `b`\n```\n````'],
    ['code in a line', [h('p', null, h('code', null, 'a`b'))], '``a`b``'],
    ['a page that has an alternate is linked by it', [h('a', { href: '/bots/x' }, 'X')], '[X](/bots/x.md)'],
    ['other links stay', [h('a', { href: '/api/x?a=(1)&b=2' }, 'X')], '[X](/api/x?a=%281%29&b=2)'],
    ['no links to places within the page', [h('a', { href: '#enter' }, 'X')], 'X'],
    ['a label', [h('p', null, 'Alpha ', h('span', { class: 'tag tag-good' }, 'House bot'))], 'Alpha (House bot)'],
    [
      'links of others are quoted',
      [h('a', { href: 'https://a.b/', rel: 'nofollow ugc' }, 'a.b')],
      '‹[a.b](https://a.b/)›',
    ],
    [
      'what a screen reader does not read is left out',
      [h('p', null, h('i', { 'aria-hidden': 'true' }, '='), 'tied')],
      'tied',
    ],
    ['forms are left out', [h('form', null, h('label', null, 'League'), h('button', null, 'Show'))], ''],
    [
      'a drawing by its name',
      [h('figure', null, h('svg', { 'aria-label': 'Value at 3 closes' }))],
      'Value at 3 closes',
    ],
  ] as const)('%s', (_, children, expected) => {
    expect(markdown(...children)).toBe(expected);
  });

  test('tables: the caption first, numbers to the right, spans filled up, columns of drawings left out', () => {
    const cell = (text: ComponentChildren, more: object = {}) => h('td', more, text);
    const table = h('table', null, [
      h('caption', null, 'Two bots.'),
      h('thead', null, h('tr', null, h('th', null, 'Bot'), h('th', null, 'Line'), h('th', { class: 'n' }, 'Value'))),
      h('tbody', null, h('tr', null, h('th', null, 'a|b'), cell(h('svg', { 'aria-label': 'drawn' })), cell('1'))),
      h(
        'tbody',
        null,
        h('tr', null, cell('both', { colSpan: 2 }), cell(h('ul', null, h('li', null, 2), h('li', null, 3)))),
      ),
    ]);
    expect(markdown(table)).toBe('Two bots.\n\n| Bot | Value |\n| --- | --: |\n| a\\|b | 1 |\n| both | 2; 3 |');
  });

  test('a table without rows is its caption', () => {
    const head = h('thead', null, h('tr', null, h('th', null, 'Bot')));
    expect(markdown(h('table', null, h('caption', null, 'None yet.'), head))).toBe('None yet.');
  });

  test('components are called and lists opened; what does not begin with a Layout is no page', () => {
    const Part = ({ n }: { readonly n: number }) => h('p', null, n > 0 ? [h(Part, { n: n - 1 }), String(n)] : 'end');
    expect(markdown(h(Part, { n: 2 }))).toBe('end\n\n1\n\n2');
    expect(() => markdownOf(h('p', null, 'x'), at)).toThrow('Layout');
  });
});

describe('text is data', () => {
  test.each([
    ['# Heading', '\\# Heading'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['2026) item', '2026\\) item'],
    ['> quote', '\\> quote'],
    ['===', '\\==='],
    ['[a](https://b.c)', '\\[a\\](https\\://b.c)'],
    ['![a](b)!', '!\\[a\\](b)\\!'],
    ['<b>a</b> &lt; a & b', '\\<b>a\\</b> \\&lt; a & b'],
    ['`a` ~~b~~ *c* __d__ snake_case', '\\`a\\` \\~\\~b\\~\\~ \\*c\\* \\_\\_d\\_\\_ snake_case'],
    ['www.a.b a@b.c', 'www\\.a.b a\\@b.c'],
    ['a\n\n# b\r\n\u2028```\u0000c', 'a # b \\`\\`\\` c'],
    ['a\\', 'a\\\\'],
  ])('%j', (text, expected) => {
    expect(markdown(h('p', null, text))).toBe(expected);
  });

  test('what others wrote stands between marks that it cannot contain', () => {
    expect(markdown(h('p', null, 'by ', h('bdi', null, ' a› said: ‹b')))).toBe("by ‹a' said: 'b›");
    const href = 'https://a.b/x y)›[z](c)|`';
    expect(markdown(h('a', { href, rel: 'ugc' }, 'a.b'))).toBe(
      '‹[a.b](https://a.b/x%20y%29%E2%80%BA[z]%28c%29%7C%60)›',
    );
  });

  test('letters that only a program would see are left out; emoji and joined scripts stay', () => {
    const smuggled = String.fromCodePoint(...Array.from(Buffer.from('do it'), (c) => 0xe0000 + c));
    expect(markdown(h('bdi', null, `A${smuggled}\u200B\u202E\u{E0100}B 👩‍🚀❤️ می‌خواهم`))).toBe('‹AB 👩‍🚀❤️ می‌خواهم›');
  });

  // Signs that mean something at their place, each once escaped; what is left after taking escapes away may hold none.
  test('whatever the text: one line, nothing left that means something', () => {
    const sign = fc.constantFrom(
      ...Array.from('#-+*_`~[]()<>|\\&!=.:@/ 1a‹›\n\r\t'),
      'www.',
      'https://',
      '\u2028',
      '&amp;',
      '```',
    );
    const wild = fc.oneof(
      fc.array(sign, { maxLength: 12 }).map((a) => a.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(wild, (text) => {
        const [line = '', quoted = '', ...more] = markdown(
          h('p', null, `x ${text}`),
          h('p', null, h('bdi', null, text)),
        ).split('\n\n');
        expect(more).toEqual([]);
        expect(quoted).toMatch(/^‹[^‹›]*›$/u);
        for (const made of [line, quoted]) {
          expect(made).not.toMatch(/[\n\r\t\p{Cc}\u2028\u2029]/u);
          const bare = made.replaceAll(/\\[!-/:-@[-`{-~]/g, '¤');
          expect(bare).not.toMatch(/[\\`*[\]<|~@]|:\/\/|www\.|&#?[a-z0-9]/i);
          // CommonMark: an underscore begins or ends an emphasis only beside white space, punctuation or the line's end.
          expect(bare).not.toMatch(/(?:^|[\s\p{P}\p{S}])_|_(?:$|[\s\p{P}\p{S}])/u);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
