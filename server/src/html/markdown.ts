/**
 * A page as Markdown, for readers that are programs. It is made of the very elements that the HTML is made of, so both say the same and
 * no page is written twice. It says what a screen reader would: what is hidden from one is left out, forms and drawings aside.
 *
 *     <td><a href="/bots/agt_1"><bdi>Al|pha</bdi></a></td>   ->   | [‹Al\|pha›](/bots/agt_1.md) |
 *
 * Text is data: each piece is escaped as CommonMark and GFM want it, stands on one line, and cannot become a heading, a link, a cell or
 * a fence. What others wrote (`<bdi>`, links marked `ugc`) stands between ‹ and ›, which it cannot contain, and loses characters that
 * only a program would see.
 */
import { isValidElement, type ComponentChildren, type JSX, type VNode } from 'preact';
import { words } from '../words/words.ts';
import { Layout, type LayoutProps } from './layout.tsx';

export const markdownType = 'text/markdown; charset=utf-8';

export interface MarkdownAddresses {
  /** Where the page for people is. */
  readonly page: string;
  /** The alternate of a page that is linked to; undefined when the link is to none. */
  readonly alternateOf: (href: string) => string | undefined;
  /** What stands above every page; null when there is nothing. */
  readonly caution?: string | null;
}

/** @param element a page: a component that ends in a Layout. */
export function markdownOf(element: JSX.Element, at: MarkdownAddresses): string {
  const [layout] = [...parts(element)];
  if (!isLayout(layout)) throw new Error('a page begins with its Layout');
  const { json, children } = layout.props;
  const same = [
    link(words.frame.forPeople, at.page),
    ...(json === undefined ? [] : [link(words.frame.asJson, json)]),
  ].join(', ');
  const note = `> ${words.frame.aboutThisPage(same, link('llms.txt', '/llms.txt'))}`;
  const caution = at.caution ? [`**${at.caution}**`] : [];
  return `${[note, ...caution, ...blocks(children, at)].join('\n\n')}\n`;
}

type Tag = VNode<Readonly<Record<string, unknown>> & { readonly children?: ComponentChildren }>;

/** Texts and tags: components are called, lists and fragments opened. Components of pages are functions of their properties alone. */
function* parts(node: ComponentChildren): Generator<string | Tag> {
  if (Array.isArray(node)) for (const child of node as ComponentChildren[]) yield* parts(child);
  else if (typeof node === 'string' || typeof node === 'number') yield String(node);
  else if (isValidElement(node)) {
    const tag = node as Tag;
    if (typeof tag.type !== 'function' || isLayout(tag)) yield tag;
    else yield* parts((tag.type as (props: unknown) => ComponentChildren)(tag.props));
  }
}

function isLayout(node: unknown): node is VNode<LayoutProps> {
  return isValidElement(node) && node.type === Layout;
}

const containers = new Set(['section', 'div', 'nav', 'aside', 'header', 'figure', 'figcaption', 'details', 'p']);
/** For eyes and hands: nothing in them is to be read. */
const leftOut = new Set(['form', 'select', 'button', 'input', 'label', 'summary', 'script', 'style']);

/** Blocks of Markdown, to stand with an empty line between them. */
function blocks(node: ComponentChildren, at: MarkdownAddresses): string[] {
  const made: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = oneLine(line);
    if (text !== '') made.push(atLineStart(text));
    line = '';
  };
  for (const part of parts(node)) {
    const block = typeof part === 'string' || isHidden(part) ? undefined : blockOf(part, at);
    if (block === undefined) line += inline(part, at);
    else {
      endLine();
      made.push(...block);
    }
  }
  endLine();
  return made;
}

/** @returns undefined when the tag stands within a line. */
function blockOf({ type, props }: Tag, at: MarkdownAddresses): string[] | undefined {
  const name = String(type);
  const { children } = props;
  if (leftOut.has(name)) return [];
  if (containers.has(name)) return blocks(children, at);
  if (/^h[1-6]$/.test(name)) return [`${'#'.repeat(Number(name[1]))} ${lineOf(children, at)}`];
  if (name === 'ul') return listOf(children, at, () => '-');
  if (name === 'ol') return listOf(children, at, (i) => `${i + 1}.`);
  if (name === 'dl') return [definitions(children, at).join('\n')];
  if (name === 'table') return table(children, at);
  if (name === 'pre') return [fenced(plainText(children).trimEnd())];
  return undefined;
}

function listOf(node: ComponentChildren, at: MarkdownAddresses, mark: (i: number) => string): string[] {
  const items = tagsOf(node, 'li').map((li, i) => `${mark(i)} ${atLineStart(lineOf(li.props.children, at))}`);
  return items.length === 0 ? [] : [items.join('\n')];
}

/** `- Term: description`; the pairs may stand in groups. */
function definitions(node: ComponentChildren, at: MarkdownAddresses): string[] {
  const lines: string[] = [];
  let term = '';
  for (const part of parts(node)) {
    if (typeof part === 'string') continue;
    if (part.type === 'dt') term = atLineStart(lineOf(part.props.children, at));
    else if (part.type === 'dd') lines.push(`- ${term}: ${lineOf(part.props.children, at)}`);
    else lines.push(...definitions(part.props.children, at));
  }
  return lines;
}

/** The caption as a line, then the rows. A column with nothing in it (drawings) is left out, and a table of nothing but titles. */
function table(node: ComponentChildren, at: MarkdownAddresses): string[] {
  const [head] = tagsOf(node, 'thead').flatMap((h) => tagsOf(h.props.children, 'tr'));
  const headers = head ? cellsOf(head) : [];
  const titles = headers.map((cell) => lineOf(cell.props.children, at, 'cell'));
  const rows = tagsOf(node, 'tbody')
    .flatMap((body) => tagsOf(body.props.children, 'tr'))
    .map((row) => rowOf(row, at));
  const columns = titles.map((_, i) => i).filter((i) => rows.some((row) => (row[i] ?? '') !== ''));
  const lineOfRow = (cells: readonly string[]): string => `| ${columns.map((i) => cells[i] ?? '').join(' | ')} |`;
  const ruler = headers.map((cell) => (cell.props['class'] === 'n' ? '--:' : '---'));
  const caption = tagsOf(node, 'caption').flatMap((c) => blocks(c.props.children, at));
  if (columns.length === 0) return caption;
  return [...caption, [titles, ruler, ...rows].map(lineOfRow).join('\n')];
}

/** A cell that spans columns is followed by empty ones. */
function rowOf(row: Tag, at: MarkdownAddresses): string[] {
  return cellsOf(row).flatMap((cell) => {
    const span = Number(cell.props['colSpan'] ?? 1);
    return [lineOf(cell.props.children, at, 'cell'), ...Array.from({ length: span - 1 }, () => '')];
  });
}

function cellsOf(row: Tag): Tag[] {
  return [...parts(row.props.children)]
    .filter((p) => typeof p !== 'string')
    .filter((p) => /^t[dh]$/.test(String(p.type)));
}

function tagsOf(node: ComponentChildren, type: string): Tag[] {
  return [...parts(node)].filter((p) => typeof p !== 'string').filter((p) => p.type === type);
}

type Place = 'line' | 'cell' | 'quoted';

function lineOf(node: ComponentChildren, at: MarkdownAddresses, place: Place = 'line'): string {
  return oneLine([...parts(node)].map((part) => inline(part, at, place)).join(''));
}

function inline(part: string | Tag, at: MarkdownAddresses, place: Place = 'line'): string {
  if (typeof part === 'string') return escaped(place === 'quoted' ? part.replaceAll(/[‹›]/g, "'") : part);
  if (isHidden(part) || leftOut.has(String(part.type))) return '';
  const { type, props } = part;
  const inner = (within: Place = place): string =>
    [...parts(props.children)].map((child) => inline(child, at, within)).join('');
  switch (type) {
    case 'bdi':
      return `‹${oneLine(inner('quoted'))}›`;
    case 'a':
      return anchor(props, inner(), at);
    case 'span':
      return /^tag\b/.test(text(props['class'])) ? ` (${oneLine(inner())}) ` : inner();
    case 'strong':
      return `**${oneLine(inner())}**`;
    case 'code':
      return codeSpan(plainText(props.children));
    case 'svg':
      return place === 'cell' ? '' : escaped(text(props['aria-label']));
    case 'img':
      return escaped(text(props['alt']));
    case 'ul':
      return tagsOf(props.children, 'li')
        .map((li) => lineOf(li.props.children, at, place))
        .join('; ');
    case 'br':
      return ' ';
    default:
      return inner();
  }
}

function anchor(props: Tag['props'], label: string, at: MarkdownAddresses): string {
  const href = text(props['href']);
  const words = oneLine(label);
  // Places within a page have no name in Markdown.
  if (href === '' || href.startsWith('#') || words === '') return words;
  const made = link(words, at.alternateOf(href)?.replace(/#.*$/, '') ?? href);
  return text(props['rel']).split(' ').includes('ugc') ? `‹${made}›` : made;
}

/** @param words escaped. */
function link(words: string, href: string): string {
  const target = href
    .replaceAll(
      /[\s()<>|\\`*‹›]/g,
      (c) =>
        `%${Buffer.from(c)
          .toString('hex')
          .toUpperCase()
          .replaceAll(/(..)(?=.)/g, '$1%')}`,
    )
    .replaceAll(/&(?=#?\w+;)/g, '&amp;');
  return `[${words}](${target})`;
}

function isHidden({ props }: Tag): boolean {
  return props['aria-hidden'] === true || props['aria-hidden'] === 'true' || props['hidden'] === true;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function plainText(node: ComponentChildren): string {
  return [...parts(node)].map((p) => (typeof p === 'string' ? p : plainText(p.props.children))).join('');
}

function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

function codeSpan(code: string): string {
  const tick = '`'.repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${tick}${pad}${oneLine(code)}${pad}${tick}`;
}

function longestRun(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
}

function oneLine(line: string): string {
  return line.replaceAll(/ +/g, ' ').trim();
}

/**
 * Characters that a program reads and nobody sees (Default_Ignorable_Code_Point of Unicode): tags and selectors that can carry a hidden
 * text, signs of direction, fillers. The joiners and the selector that emoji and scripts are written with stay.
 */
const unseen = /(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

/** Signs with a meaning within a line: those of CommonMark, of GFM's tables, strikethrough and bare addresses. */
function escaped(piece: string): string {
  return piece
    .replaceAll(unseen, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\\`*[\]<|~@]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/&(?=#?\w)/g, '\\&')
    .replaceAll(/:(?=\/\/)/g, '\\:')
    .replaceAll(/(?<=www)\./gi, '\\.')
    .replace(/!$/, '\\!');
}

/** Signs with a meaning at the start of a line: headings, quotes, lists, rules. */
function atLineStart(line: string): string {
  return line.replace(/^[#>+=-]/, '\\$&').replace(/^(\d{1,9})([.)])/, '$1\\$2');
}
