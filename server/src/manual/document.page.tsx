/** The pages of the manual: each document for people, and as Markdown the very file. */
import type { JSX } from 'preact';
import { NoSuchPage, page } from '../feature/page.ts';
import { addressOfLink, addressOfPage } from './address.ts';
import { DocumentPage } from './document-page.tsx';
import { manualFiles, otherDocuments, textOf } from './files.ts';

type Deps = { readonly baseUrl: () => string };

const list = 'docs/README.md';

async function pageOf(path: string, { baseUrl }: Deps): Promise<JSX.Element> {
  // Loaded with the first page of the manual that is asked for: a service that nobody reads does not pay for it.
  const { lexer } = await import('marked');
  const { all } = manualFiles();
  const addressOf = (href: string): string | undefined => addressOfLink(path, href, (file) => all.has(file));
  return <DocumentPage path={path} tokens={lexer(textOf(path))} addressOf={addressOf} baseUrl={baseUrl()} />;
}

/** A page whose address says which document it is. @param pathOf of the document, by what stands in the address. */
function documentPage<const Path extends string>(
  path: Path,
  pathOf: (params: Readonly<Record<string, string>>) => string,
) {
  return page({
    path,
    isInEnglishOnly: true,
    find: async ({ params }) => {
      const found = pathOf(params);
      if (manualFiles().documents.has(found)) return found;
      throw new NoSuchPage(`There is no document ${found} in the manual.`, {
        href: addressOfPage(list),
        text: 'Go to the list of documents',
      });
    },
    markdown: async ({ found }) => textOf(found),
    make: async ({ found }, deps: Deps) => await pageOf(found, deps),
  });
}

/** Where a reader looks first. The links of its Markdown are those of the page: from here those of the file lead elsewhere. */
const front = page({ path: '/docs', isInEnglishOnly: true, make: async (_, deps: Deps) => await pageOf(list, deps) });

export const documentPages = [
  front,
  documentPage('/docs/{document}', ({ document = '' }) => `docs/${document}.md`),
  documentPage('/docs/{folder}/{document}', ({ folder = '', document = '' }) => `docs/${folder}/${document}.md`),
  ...otherDocuments.map((path) => documentPage(addressOfPage(path), () => path)),
];
