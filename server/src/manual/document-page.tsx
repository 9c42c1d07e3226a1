/**
 * A document as a page: the tokens of its Markdown in, elements out. Every text is escaped when the elements become HTML, and HTML that
 * stands in a document is shown as text, so a document cannot bring markup of its own; comments are left out.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import type { ComponentChildren, JSX } from 'preact';
import { Layout } from '../html/layout.tsx';
import { Table } from '../html/table.tsx';
import { addressOfPage } from './address.ts';

export interface DocumentProps {
  /** Of the document in the repository. */
  readonly path: string;
  readonly tokens: readonly Token[];
  /** Where a link leads; undefined when it leads to nothing. */
  readonly addressOf: (href: string) => string | undefined;
  /** The address of the service, which stands in examples as that of a service on the reader's machine. */
  readonly baseUrl: string;
}

type Links = DocumentProps['addressOf'];

/** The address that examples call. */
const exampleUrl = 'http://127.0.0.1:4000';
const descriptionLengthMax = 160;

export function DocumentPage({ path, tokens, addressOf, baseUrl }: DocumentProps): JSX.Element {
  const title = plainText(tokens.find((t) => t.type === 'heading'));
  const lead = plainText(tokens.find((t) => t.type === 'paragraph'));
  const description = lead.length > descriptionLengthMax ? `${lead.slice(0, descriptionLengthMax - 1)}…` : lead;
  const hasExamples = baseUrl !== exampleUrl && tokens.some((t) => t.type === 'code' && t.raw.includes(exampleUrl));
  return (
    <Layout title={`${title} · Papertape`} description={description}>
      <p class="crumbs">
        <a href="/docs/README">Manual</a> · <a href={`${addressOfPage(path)}.md`}>as Markdown</a>
      </p>
      {hasExamples ? (
        <p class="notice">
          In the examples <code>{exampleUrl}</code> stands for the service; this one is <code>{baseUrl}</code>.
        </p>
      ) : null}
      <div class="document">{blocksOf(tokens, addressOf, headingIds(tokens))}</div>
    </Layout>
  );
}

/** Ids of the headings as GitHub gives them: the second `Limits` is `limits-1`. */
function headingIds(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const seen = new Map<string, number>();
  return new Map(
    tokens
      .filter((t) => t.type === 'heading')
      .map((t) => {
        const id = plainText(t)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-');
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        return [t, before === 0 ? id : `${id}-${before}`];
      }),
  );
}

function blocksOf(tokens: readonly Token[], links: Links, ids: ReadonlyMap<Token, string>): JSX.Element[] {
  return tokens.map((t, i) => <Block key={i} token={t} links={links} ids={ids} />);
}

interface BlockProps {
  readonly token: Token;
  readonly links: Links;
  readonly ids: ReadonlyMap<Token, string>;
}

function Block({ token, links, ids }: BlockProps): JSX.Element | null {
  const t = token as MarkedToken;
  switch (t.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      const Heading = `h${t.depth}` as 'h2';
      return <Heading id={ids.get(token)}>{inlines(t.tokens, links)}</Heading>;
    }
    case 'paragraph':
      return <p>{inlines(t.tokens, links)}</p>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{t.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocksOf(t.tokens, links, ids)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'list':
      return <List list={t as Tokens.List} links={links} ids={ids} />;
    case 'table':
      return <DocumentTable table={t as Tokens.Table} links={links} />;
    case 'html':
      return isComment(t.text) ? null : <p>{t.text}</p>;
    default:
      return <>{inlines([token], links)}</>;
  }
}

function List({ list, links, ids }: { list: Tokens.List } & Omit<BlockProps, 'token'>): JSX.Element {
  const items = list.items.map((item, i) => <li key={i}>{blocksOf(item.tokens, links, ids)}</li>);
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function DocumentTable({ table, links }: { table: Tokens.Table; links: Links }): JSX.Element {
  const names = table.header.map(plainText);
  return (
    <Table
      label={names.join(', ')}
      columns={names.map((name, i) => (table.align[i] === 'right' ? { n: name } : name))}
      rows={table.rows.map((row) => row.map((cell) => inlines(cell.tokens, links)))}
    />
  );
}

function inlines(tokens: readonly Token[], links: Links): ComponentChildren[] {
  return tokens.map((t, i) => <Inline key={i} token={t} links={links} />);
}

function Inline({ token, links }: { token: Token; links: Links }): JSX.Element | null {
  const t = token as MarkedToken;
  const inner = 'tokens' in t && t.tokens ? inlines(t.tokens, links) : null;
  switch (t.type) {
    case 'strong':
      return <strong>{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'del':
      return <del>{inner}</del>;
    case 'codespan':
      return <code>{t.text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      // An address that merely stands in the text may be an example, such as http://HOST:PORT.
      const address = t.raw.startsWith('[') ? links(t.href) : undefined;
      if (address === undefined) return <>{inner}</>;
      return <a {...(address.includes('://') ? { href: address, rel: 'noopener' } : { href: address })}>{inner}</a>;
    }
    case 'image': {
      const address = links(t.href);
      // Pages show nothing from elsewhere.
      return address?.startsWith('/') === true ? <img src={address} alt={t.text} loading="lazy" /> : <>{t.text}</>;
    }
    case 'html':
      return isComment(t.text) ? null : <>{t.text}</>;
    default:
      return inner === null ? <>{'text' in t ? t.text : t.raw}</> : <>{inner}</>;
  }
}

function isComment(html: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)+$/.test(html);
}

/** What a reader sees of a token, without its marks. */
function plainText(of: Token | Tokens.TableCell | undefined): string {
  const { tokens, text = '' } = (of ?? {}) as { readonly tokens?: readonly Token[]; readonly text?: string };
  return tokens ? tokens.map(plainText).join('') : text;
}
