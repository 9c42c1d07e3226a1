/** Opens the room of the showcase: the number of the next entry, whose turn it is to post or vote, and what the operator decided. */
import type { Moderated } from '../bots/moderated.ts';
import { createOneAtATime, type OneAtATime } from '../bots/one-at-a-time.ts';
import type { Makers } from '../bots/read-makers.ts';
import type { Clock } from '../lib/clock.ts';
import { createAskTogether, type AskTogether } from '../storage/asked-together.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { lastEntryId } from './entries.sql.ts';
import type { Decided } from './entry.ts';
import { votableBy, type Votable, type VoteAsked } from './votes.sql.ts';

export interface Showcase {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly makers: Makers;
  readonly baseUrl: () => string;
  /** What was looked at holds until it is stored. */
  readonly posting: OneAtATime;
  /** The same for each bot and entry by itself: upvotes of many go into one commit. */
  readonly voting: (of: string) => OneAtATime;
  /** What an upvote is judged by; undefined when there is no such entry. */
  readonly votable: AskTogether<VoteAsked, Votable | undefined>;
  /** Nobody else has it, also when it was not stored in the end. */
  readonly nextId: () => number;
  readonly decided: () => Decided;
}

export interface OpenShowcaseDeps extends Pick<Showcase, 'db' | 'intake' | 'clock' | 'makers' | 'baseUrl'> {
  readonly moderated: Pick<Moderated, 'bannedBots' | 'decidedEntries'>;
}

/** What is kept until something of the room changes. */
export const topic = '*showcase';

export async function openShowcase(deps: OpenShowcaseDeps): Promise<Showcase> {
  const { db, intake, clock, makers, baseUrl, moderated } = deps;
  let last = await lastEntryId(db);
  const turns = new Map<string, { readonly turn: OneAtATime; waiting: number }>();
  return {
    db,
    intake,
    clock,
    makers,
    baseUrl,
    posting: createOneAtATime(),
    voting: (of) => async (work) => {
      const mine = turns.get(of) ?? { turn: createOneAtATime(), waiting: 0 };
      turns.set(of, mine);
      mine.waiting++;
      try {
        return await mine.turn(work);
      } finally {
        mine.waiting--;
        if (mine.waiting === 0) turns.delete(of);
      }
    },
    votable: createAskTogether((asked) => votableBy(db, asked)),
    nextId: () => ++last,
    decided: () => ({ ...moderated.decidedEntries(), banned: moderated.bannedBots() }),
  };
}
