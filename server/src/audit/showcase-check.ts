/** Entries, upvotes and picks of the showcase, counted again. */
import { limits } from 'papertape-contract/limits';
import { isoWeek, parseIsoWeek } from '../flow/ladder/iso-week.ts';
import { createShowcaseCheck } from '../showcase/check-showcase.ts';
import { allEntries, allVotes, makersOfShowcase, reportCounts } from '../showcase/audited.sql.ts';
import { entryOf, votedSeen } from '../showcase/entries.sql.ts';
import { picksOf, type Candidate } from '../showcase/picks.ts';
import type { Trx } from '../storage/storage.ts';
import { rowsPerChunk, type Snapshot } from './audit.sql.ts';
import type { Differences } from './differences.ts';

/** Of an entry what its picks depend on. */
type Posted = Omit<Candidate, 'votes'> & { readonly board: string };

const nothingDecided = { hidden: [], shown: [], banned: [] };

/**
 * Picks are made of the upvotes whenever they are shown; here both ways are gone, that of the service and that of one vote after another.
 * @returns how many entries there are.
 */
export async function checkShowcase(
  { trx, readChunks }: Pick<Snapshot, 'trx' | 'readChunks'>,
  differences: Pick<Differences, 'add'>,
): Promise<number> {
  const bots = await makersOfShowcase(trx);
  const check = createShowcaseCheck((botId) => bots.get(botId)?.makerId);
  const posted = new Map<number, Posted>();
  for await (const rows of readChunks(trx, allEntries(trx), rowsPerChunk))
    for (const row of rows) {
      const entry = entryOf(row);
      check.entry(entry);
      if (entry.test || entry.reports >= limits.reportsToHide) continue;
      const house = bots.get(entry.botId)?.house === true;
      posted.set(entry.id, { id: entry.id, createdAt: entry.createdAt, board: entry.board, house });
    }
  const weeks = new Map<string, Map<number, number>>();
  for await (const rows of readChunks(trx, allVotes(trx), rowsPerChunk))
    for (const { entry_id, agent_id, at } of rows) {
      const vote = { entryId: Number(entry_id), botId: agent_id, at: Number(at) };
      check.vote(vote);
      const week = isoWeek(vote.at);
      const votes = weeks.get(week) ?? new Map<number, number>();
      weeks.set(week, votes.set(vote.entryId, (votes.get(vote.entryId) ?? 0) + 1));
    }
  const faults = check.finish(await reportCounts(trx));
  for (const { table, key, field, expected, found } of faults) differences.add(table, key, field, expected, found);
  await checkPicks(trx, posted, weeks, differences);
  return posted.size;
}

/** @param weeks of each week the upvotes of its entries. */
async function checkPicks(
  trx: Trx,
  posted: ReadonlyMap<number, Posted>,
  weeks: ReadonlyMap<string, ReadonlyMap<number, number>>,
  differences: Pick<Differences, 'add'>,
): Promise<void> {
  for (const [name, votes] of weeks) {
    const week = parseIsoWeek(name);
    const shown = week ? await votedSeen(trx, nothingDecided, { from: week.start, to: week.end }) : [];
    const counted = [...votes].flatMap(([id, n]) => {
      const entry = posted.get(id);
      return entry ? [{ ...entry, votes: n }] : [];
    });
    for (const board of ['art', 'ideas']) {
      const picks = (of: readonly (Candidate & { readonly board: string })[]) =>
        picksOf(of.filter((each) => each.board === board))
          .map(({ id, votes: n }) => `${id}: ${n}`)
          .join(', ');
      const [expected, found] = [picks(counted), picks(shown)];
      if (expected !== found) differences.add('intake.showcase_votes', `${name} ${board}`, 'picks', expected, found);
    }
  }
}
