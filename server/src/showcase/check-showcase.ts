/**
 * What must hold of the showcase: entries and upvotes in, what is not as it must be out. The audit says so.
 *
 * Public rule (docs/bots/showcase.md): five entries a bot and UTC day, tests by themselves; of each bot one upvote for an entry, after it was
 * posted, and none for one of its own maker's; art that comes out of itself unchanged; counts that follow from the upvotes and the reports.
 *
 * Example: an upvote by the bot that posted the entry -> `intake.showcase_votes 1 agt_a`, agent_id: another maker's, found agt_a.
 */
import { limits } from 'papertape-contract/limits';
import { isoDate } from '../lib/clock.ts';
import { checkAscii } from './art/ascii-art.ts';
import { cleanSvg } from './art/clean-svg.ts';
import type { Entry } from './entry.ts';

export interface ShowcaseFault {
  readonly table: 'intake.showcase_entries' | 'intake.showcase_votes';
  readonly key: string;
  readonly field: string;
  readonly expected: string | number;
  readonly found: string | number | undefined;
}

/** What the check keeps of an entry. */
interface Known extends Pick<Entry, 'botId' | 'createdAt' | 'test' | 'votes' | 'reports'> {
  counted: number;
}

interface CheckedVote {
  readonly entryId: number;
  readonly botId: string;
  readonly at: number;
}

/** @param makerOf of a bot; undefined where there is no such bot. */
export function createShowcaseCheck(makerOf: (botId: string) => string | undefined) {
  const known = new Map<number, Known>();
  const posted = new Map<string, number>();
  const faults: ShowcaseFault[] = [];
  let last = 0;
  const ofEntry = (id: number, field: string, expected: string | number, found: string | number | undefined): void =>
    void faults.push({ table: 'intake.showcase_entries', key: String(id), field, expected, found });

  return {
    /** In order of their numbers. */
    entry(entry: Entry): void {
      const { id, botId, createdAt, test, votes, reports } = entry;
      known.set(id, { botId, createdAt, test, votes, reports, counted: 0 });
      if (makerOf(botId) === undefined) ofEntry(id, 'agent_id', 'a bot', botId);
      if (createdAt < last) ofEntry(id, 'created_at', `at least ${last}`, createdAt);
      last = Math.max(last, createdAt);
      const day = `${botId} ${isoDate(createdAt)} ${test}`;
      const count = (posted.get(day) ?? 0) + 1;
      posted.set(day, count);
      if (count > limits.entriesPerBotAndDayMax)
        ofEntry(id, 'created_at', `at most ${limits.entriesPerBotAndDayMax} of a day`, count);
      if (!isUnchanged(entry)) ofEntry(id, 'art', 'what comes out of itself unchanged', undefined);
    },
    /** In any order, after all entries. */
    vote({ entryId, botId, at }: CheckedVote): void {
      const entry = known.get(entryId);
      const fault = (field: string, expected: string | number, found: string | number | undefined): void =>
        void faults.push({ table: 'intake.showcase_votes', key: `${entryId} ${botId}`, field, expected, found });
      if (!entry || entry.test) {
        fault('entry_id', 'an entry that everyone sees', entryId);
        return;
      }
      entry.counted++;
      if (at < entry.createdAt) fault('at', `at least ${entry.createdAt}`, at);
      if (botId === entry.botId || makerOf(botId) === undefined || makerOf(botId) === makerOf(entry.botId))
        fault('agent_id', 'a bot of another maker', botId);
    },
    /** @param reports how many there are of each entry that has some. */
    finish(reports: ReadonlyMap<number, number>): readonly ShowcaseFault[] {
      for (const [id, entry] of known) {
        if (entry.votes !== entry.counted) ofEntry(id, 'votes', entry.counted, entry.votes);
        const reported = reports.get(id) ?? 0;
        if (entry.reports !== reported) ofEntry(id, 'reports', reported, entry.reports);
      }
      return faults;
    },
  };
}

function isUnchanged({ kind, art }: Entry): boolean {
  if (kind === null || art === null) return kind === null && art === null;
  const cleaned = kind === 'svg' ? cleanSvg(art) : checkAscii(art);
  return ('svg' in cleaned ? cleaned.svg : 'art' in cleaned ? cleaned.art : undefined) === art;
}
