/** The rounds of a league as a list: what each is, and how its bots did. */
import type { ListedState } from 'papertape-contract/listed-states';
import type { RoundList } from 'papertape-contract/round';
import { iso, type Clock } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { parOf } from './facts.ts';
import { knownRounds, type FoundRound } from './find-round.ts';
import { countRounds, roundsPage, scoresOfRounds, type ScoresOfRound } from './listing.sql.ts';
import type { Rows } from './rounds.sql.ts';

export interface RoundListDeps {
  readonly db: Db;
  readonly clock: Clock;
}

export interface RoundsAsked {
  readonly league: string;
  /** All when it is undefined. */
  readonly state: ListedState | undefined;
}

/** A page of them, the newest first, and how many there are in all. */
export async function roundList(
  { db, clock }: RoundListDeps,
  { league, state }: RoundsAsked,
  rows: Rows,
): Promise<Pick<RoundList, 'total' | 'rounds'>> {
  const which = { league, state, now: clock.now() };
  const ids = await roundsPage(db, which, rows);
  const rounds = await knownRounds(db, league, ids, which.now);
  const scored = rounds.filter((r) => r.state === 'scored').map((r) => r.round.id);
  const scores = await scoresOfRounds(db, scored);
  return {
    total: await countRounds(db, which),
    rounds: rounds.map((found) => lineOf(found, scores.get(found.round.id))),
  };
}

/** A round as the list has it. */
export async function roundLine(db: Db, found: FoundRound): Promise<RoundLine> {
  const { id } = found.round;
  return lineOf(found, (await scoresOfRounds(db, found.state === 'scored' ? [id] : [])).get(id));
}

type RoundLine = RoundList['rounds'][number];

function lineOf({ round, facts, state }: FoundRound, scores: ScoresOfRound | undefined): RoundLine {
  const { opened, keyed, closed, scored, void: voided, reversed } = facts;
  return {
    round: round.name,
    round_id: round.id,
    state,
    opens_at: iso(round.opensAt),
    closes_at: iso(round.closesAt),
    entrants: opened?.entrants.length ?? null,
    answered_by: closed?.answered_by ?? null,
    par: keyed ? parOf(facts) : null,
    bots: scored ? scored.bots : null,
    best: scores?.best ?? null,
    median: scores?.median ?? null,
    reason: voided?.reason ?? reversed?.reason ?? null,
  };
}
