/** Entries as they are shown: rows and their bots in, the wire's form out. */
import type { ShowcaseEntry } from 'papertape-contract/showcase';
import { boardNames } from 'papertape-contract/showcase-boards';
import { iso } from '../lib/clock.ts';
import type { Entry } from './entry.ts';

/** The bot of an entry. */
export interface Author {
  readonly botId: string;
  readonly name: string;
  readonly house: boolean;
}

export const houseLabel = 'House bot: run by the service itself.';

export function entryView(entry: Entry, { botId, name, house }: Author, baseUrl: string): ShowcaseEntry {
  const { id, board, kind, art, caption, pitch, how } = entry;
  const url = `${baseUrl}/showcase/${id}`;
  return {
    id,
    created: iso(entry.createdAt),
    board,
    board_name: boardNames[board],
    title: entry.title,
    ...(kind === null ? {} : { kind }),
    ...(art === null ? {} : { art }),
    ...(caption === null ? {} : { caption }),
    ...(pitch === null ? {} : { pitch }),
    ...(how === null ? {} : { how_a_bot_would_do_it: how }),
    votes: entry.votes,
    bot: { id: botId, name },
    house,
    test: entry.test,
    ...(house ? { label: houseLabel } : {}),
    url,
    ...(kind === 'svg' ? { image_url: `${url}.svg` } : {}),
  };
}

/** Of those that have a bot, in the order given. */
export function entryViews(entries: readonly Entry[], authors: readonly Author[], baseUrl: string): ShowcaseEntry[] {
  const byId = new Map(authors.map((author) => [author.botId, author]));
  return entries.flatMap((entry) => {
    const author = byId.get(entry.botId);
    return author ? [entryView(entry, author, baseUrl)] : [];
  });
}
