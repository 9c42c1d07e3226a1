/**
 * Rounds whose tasks are pinned, as requests need them: the seed, who takes part, and whose ticket is whose. All of it follows from facts
 * that never change, so it is kept once it is known.
 */
import type { Db } from '../storage/storage.ts';
import type { Round } from './calendar.ts';
import { readFacts } from './facts.ts';
import { createLeast } from '../lib/least-recent.ts';
import type { Made } from './make.ts';
import { factsOfRounds } from './rounds.sql.ts';
import { ticketOf } from './seed.ts';
import { madeOf, seedingOf } from './work.job.ts';

export interface KeyedRound {
  readonly round: Round;
  readonly made: Made;
  readonly entrants: ReadonlySet<string>;
  readonly ticketOf: (botId: string) => string;
  /** The bot of a ticket. */
  readonly holder: (ticket: string) => string | undefined;
}

export interface KeyedRounds {
  /** Undefined before the round is keyed. */
  get(round: Round): Promise<KeyedRound | undefined>;
}

/** Two of each league: today's and yesterday's. */
const keptMax = 40;

/** @param master as master.ts opened it. */
export function createKeyedRounds(db: Db, master: Buffer): KeyedRounds {
  const kept = createLeast<KeyedRound>(keptMax);
  return {
    async get(round) {
      const known = kept.peek(round.id);
      if (known) return known;
      const found = await load(db, master, round);
      return found && kept.get(round.id, () => found);
    },
  };
}

async function load(db: Db, master: Buffer, round: Round): Promise<KeyedRound | undefined> {
  const facts = readFacts(await factsOfRounds(db, [round.id]));
  const seeding = seedingOf(master, round, facts);
  if (!seeding || !facts.keyed || !facts.opened) return undefined;
  const made = madeOf(seeding, facts.keyed.attempt);
  const seed = Buffer.from(made.seed, 'hex');
  const { entrants } = facts.opened;
  let byTicket: ReadonlyMap<string, string> | undefined;
  return {
    round,
    made,
    entrants: new Set(entrants),
    ticketOf: (botId) => ticketOf(seed, botId),
    holder(ticket) {
      byTicket ??= new Map(entrants.map((botId) => [ticketOf(seed, botId), botId]));
      return byTicket.get(ticket);
    },
  };
}
