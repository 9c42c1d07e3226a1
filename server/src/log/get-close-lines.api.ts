import { document, operation } from 'papertape-contract/operation';
import { boardLines, recordLine } from '../flow/mark/entries.ts';
import { noSuchClose } from '../flow/ladder/no-such-close.ts';
import { parseCloseName } from '../flow/ladder/void.ts';
import { shown } from '../lib/text.ts';
import type { Db } from '../storage/storage.ts';
import { closedBots, closeSpan, wasClosed, type ClosedBot } from '../engine/closed-bots.sql.ts';

type Deps = { readonly db: Db };

async function botsOf(db: Db, league: string, date: string): Promise<ClosedBot[]> {
  const name = parseCloseName(`${league}/${date}`);
  const bots = name ? await closedBots(db, name.league, name.close) : [];
  // A close of a league without a bot is an entry, too, with no line.
  if (bots.length === 0 && !(name && (await wasClosed(db, name.league, name.close))))
    throw noSuchClose(
      `There is no close "${shown(date)}" of the league "${shown(league)}".`,
      await closeSpan(db, league),
      (last) => ({ segment: [date, last] }),
    );
  return bots;
}

const ofClose = {
  tag: 'Proofs',
  freshness: 'tagged',
  answer: document('text/plain; charset=utf-8'),
  codes: ['close_not_found'],
} as const;

export const getCloseBoard = operation({
  ...ofClose,
  id: 'getCloseBoard',
  path: '/api/log/closes/{league}/{date}/board',
  summary: 'The board of a close as it was hashed',
  description:
    'A line for each bot, by rank and id: /docs/bots/log.md names what is in it. The entry of the close in the log has its SHA-256.',
  handle: async ({ params: { league, date } }, { db }: Deps) => boardLines(await botsOf(db, league, date)).join(''),
});

export const getCloseRecords = operation({
  ...ofClose,
  id: 'getCloseRecords',
  path: '/api/log/closes/{league}/{date}/records',
  summary: 'The records of a close as they were hashed',
  description: 'A line for each bot, by id: [bot, record]. The entry of the close in the log has its SHA-256.',
  handle: async ({ params: { league, date } }, { db }: Deps) =>
    (await botsOf(db, league, date)).map((bot) => recordLine(bot.agent_id, bot.record)).join(''),
});
