/** Every link of every Markdown file, and every name of a document in the code, leads to something that is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const notOurs = /(^|\/)(node_modules|dist|data|packed|\.git)(\/|$)/;

const files = listed(root);
const documents = files.filter((path) => path.endsWith('.md'));
const code = files.filter((path) => /\.(ts|tsx|mjs|py|sql)$/.test(path) && !/\.test\.tsx?$/.test(path));

test.each(documents)('the links of %s', (path) => {
  const broken = linksOf(read(path)).filter((link) => !/^[a-z]+:/.test(link) && !leads(path, link));
  expect(broken).toEqual([]);
});

test('a document that the code names is there, and so is its heading', () => {
  const named = code.flatMap((path) =>
    [...read(path).matchAll(/(?<![\w/.])\/?docs\/[\w./-]+\.(?:md|sql)(?:#[\w-]+)?/g)].map(([link]) => ({ path, link })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ link }) => !leads('README.md', link.replace(/^\//, '')))).toEqual([]);
});

test('a link to nothing is found', () => {
  expect(linksOf('[a](no.md) `[b](c.md)` <img src="d.png">\n```\n[e](f.md)\n```')).toEqual(['no.md', 'd.png']);
  expect(leads('docs/README.md', 'no.md')).toBe(false);
  expect(leads('README.md', 'docs/README.md#no-such-heading')).toBe(false);
  expect(leads('docs/README.md', '../README.md')).toBe(true);
});

test('docs/README.md leads to every document', () => {
  const index = linksOf(read('docs/README.md')).map((link) => join('docs', link));
  const inDocs = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
  expect(inDocs.filter((path) => !index.includes(path))).toEqual([]);
});

function leads(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(root, path))) return false;
  return heading === undefined || headingsOf(read(path)).includes(heading);
}

function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map((m) => (m[1] ?? m[2])!);
}

/** As GitHub names them. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map((m) =>
    m[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function listed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (notOurs.test(name)) return [];
    return entry.isDirectory() ? listed(path) : [name];
  });
}
