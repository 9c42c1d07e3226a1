/**
 * Pages of a pack. A page is HTML that is also well-formed XML; of it elements and attributes of a list are kept and written anew, in the
 * frame that all pages of rounds have. What is not in the list is a finding and is never left out silently, so that a page says what its author
 * sees.
 *
 * In: the pages of a pack. Out: each page written anew, and findings.
 *
 * Example: `<html><head><title>T</title></head><body><p>a &amp; b</p></body></html>` has the title T and the body `<p>a &amp; b</p>`.
 */
import { SaxesParser } from 'saxes';
import { escapeHtml, pageFrame } from '../page-frame.ts';
import type { Finding, PackFiles, PackPage } from './format.ts';

const folder = 'site/';
const first = 'index.html';
/** As addresses of pages are served: at most four parts. */
const namePattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*){0,3}$/;

const structure = new Set(['html', 'head', 'body', 'title', 'meta']);
const elements = new Set(
  (
    'a abbr address article aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small span strong sub summary sup table tbody td tfoot ' +
    'th thead time tr u ul var wbr'
  ).split(' '),
);
const empty = new Set(['br', 'col', 'hr', 'wbr']);
const attributesOfAll = new Set(['id', 'lang', 'dir', 'title']);
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'scope', 'headers'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  time: ['datetime'],
};
/** Texts in them are no texts of the page. */
const unread = new Set(['', 'html', 'head', 'meta']);

const entities: Readonly<Record<string, string>> = {
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  euro: '€',
  pound: '£',
  yen: '¥',
  deg: '°',
  times: '×',
  middot: '·',
  hellip: '…',
};

export function sitePages(files: PackFiles): { readonly pages: readonly PackPage[]; readonly findings: Finding[] } {
  const names = [...files.keys()].filter((name) => name.startsWith(folder)).toSorted();
  const findings: Finding[] = [];
  const pages: PackPage[] = [];
  if (names.length > 0 && !files.has(folder + first))
    findings.push({ file: folder, place: first, what: 'it is not there', fix: 'A site has a first page, index.html.' });
  const known = new Set(names.map((name) => name.slice(folder.length)));
  for (const file of names) {
    const name = file.slice(folder.length);
    if (!namePattern.test(name) || !name.endsWith('.html')) {
      const fix =
        'Name pages with lower-case letters, digits, dots, hyphens and underscores, in at most three folders, ending in .html.';
      findings.push({ file, place: '', what: 'it is no name of a page', fix });
      continue;
    }
    const read = readPage(file, files.get(file)?.toString('utf8') ?? '', known);
    findings.push(...read.findings);
    pages.push({ path: name === first ? '' : name, html: pageFrame(read.title, read.body) });
  }
  return { pages: pages.toSorted((a, b) => (a.path === '' ? -1 : b.path === '' ? 1 : 0)), findings };
}

interface Read {
  readonly title: string;
  readonly body: string;
  readonly findings: readonly Finding[];
}

function readPage(file: string, source: string, known: ReadonlySet<string>): Read {
  const findings: Finding[] = [];
  let [title, body] = ['', ''];
  const open: string[] = [];
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, entities);
  const add = (what: string, fix: string): void =>
    void findings.push({ file, place: `line ${parser.line}`, what, fix });
  let isBroken = false;
  parser.on('error', ({ message }) => {
    // An error ends the reading: what is said after the first one is a guess.
    if (isBroken) return;
    isBroken = true;
    const what = `it is not well-formed: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}`;
    add(what, 'Close every element, quote attribute values, write & as &amp; and < as &lt;.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (isBroken) return;
    open.push(name);
    if (structure.has(name)) return;
    if (!elements.has(name)) {
      add(`there is an element <${name}>`, `Take it out: a page has text, tables, lists and links, and no ${name}.`);
      return;
    }
    const kept = Object.entries(attributes).flatMap(([attribute, value]) => {
      if (attribute === 'href' && name === 'a') return [` href="${escapeHtml(hrefOf(value))}"`];
      if (attributesOfAll.has(attribute) || attributesOf[name]?.includes(attribute))
        return [` ${attribute}="${escapeHtml(value)}"`];
      add(`<${name}> has an attribute ${attribute}`, 'Take it out: it is none that is kept.');
      return [];
    });
    body += `<${name}${kept.join('')}>`;
  });
  parser.on('closetag', ({ name }) => {
    if (isBroken) return;
    open.pop();
    if (!structure.has(name) && elements.has(name) && !empty.has(name)) body += `</${name}>`;
  });
  const addText = (value: string): void => {
    const within = open.at(-1) ?? '';
    if (within === 'title') title += value;
    else if (!unread.has(within)) body += escapeHtml(value);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  function hrefOf(href: string): string {
    const [path = ''] = href.split(/[?#]/);
    if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href))
      add(`there is a link to elsewhere: ${href}`, 'Link to pages of the pack by relative addresses.');
    else if (path !== '' && !known.has(pathFrom(file.slice(folder.length), path)))
      add(`there is a dead link: ${href}`, 'Add the page, or take the link out.');
    // The first page has no name of its own where it is served.
    return href;
  }

  // HTML may write it in small letters, XML may not.
  parser.write(source.replace(/^\s*<!doctype/i, '<!DOCTYPE')).close();
  return { title: title.trim(), body: body.trim(), findings };
}

function pathFrom(page: string, href: string): string {
  return new URL(href, `http://pack/${page}`).pathname.slice(1);
}
