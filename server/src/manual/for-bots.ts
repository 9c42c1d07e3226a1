/** The list of documents for makers of bots, as docs/README.md has it. */
import { posix } from 'node:path';
import type { ListedDocument } from '../published/llms.ts';
import { textOf } from './files.ts';

const list = 'docs/README.md';

/** In the order of the list; the addresses are those of the files themselves. */
export function documentsForBots(): readonly ListedDocument[] {
  const section = /^## Makers of bots[^\n]*\n([\s\S]*?)^## /m.exec(textOf(list))?.[1];
  if (section === undefined) throw new Error(`${list} has no list for makers of bots`);
  return [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)].map(([, title = '', link = '', about = '']) => ({
    title: title.replace(/\.md$/, ''),
    address: posix.join('/', posix.dirname(list), link),
    about,
  }));
}
