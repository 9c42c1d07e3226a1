/**
 * The round that a request names, by `current`, `next`, its name or its id, with what is known of it; and what a round must be for its tasks
 * to be shown and its answers to be taken. Everything throws ApiError.
 *
 * Example: on Wednesday 2026-11-18 at 23:30 `current` and `next` are both 2026-W47-4, which opens at midnight.
 */
import { ApiError } from 'papertape-contract/errors';
import { leagueById } from '../league/catalogue.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import { dayMs, markMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';
import { nextRound, roundsNear } from './cadence.ts';
import { parseRoundId, parseRoundName, type Round } from './calendar.ts';
import { readFacts, type RoundFacts } from './facts.ts';
import type { KeyedRound } from './keyed-rounds.ts';
import type { Rounds } from './open-rounds.ts';
import { factsOfRounds } from './rounds.sql.ts';
import { stateOf, type FactName } from './states.ts';
import type { RoundState } from 'papertape-contract/round';

export interface RoundDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly rounds: Rounds;
}

export interface FoundRound {
  readonly round: Round;
  readonly facts: RoundFacts;
  readonly state: RoundState;
}

/** So far ahead a round has a name that can be asked for. */
const namedAheadMs = 9 * dayMs;

/** A league that holds rounds has a generator. */
function checkHoldsRounds({ sources }: Pick<Rounds, 'sources'>, league: string): void {
  if (sources.has(league)) return;
  const kind = leagueById.get(league)?.kind;
  const why = kind?.takes === 'answers' ? kind.notOpen : 'It is a trading league: its bots send weights.';
  throw new ApiError('round_not_found', `${league} holds no rounds. ${why}`);
}

/** @param name as the path or the body has it. */
export async function findRound(
  { clock, rounds }: Omit<RoundDeps, 'db'>,
  league: string,
  name: string,
): Promise<FoundRound> {
  checkHoldsRounds(rounds, league);
  const now = clock.now();
  const known = async (of: readonly Round[]): Promise<FoundRound[]> => {
    const facts = await rounds.facts.of(of.map(({ id }) => id));
    return of.map((round) => foundFrom(round, facts.get(round.id) ?? {}, now));
  };
  const cadence = rounds.weekly.has(league) ? 'weekly' : 'daily';
  if (name === 'current' || name === 'next') {
    const near = await known(roundsNear(league, now));
    const open = name === 'current' ? near.find(({ state }) => state === 'open') : undefined;
    // Whoever is too late for the next one can still be in the one after it.
    const next = open ?? near.find(({ state }) => state === 'committed');
    return next ?? only(await known([nextRound(league, cadence, now)]));
  }
  const round = parseRoundName(league, name) ?? parseRoundId([league], name);
  const found = round && only(await known([round]));
  const isOfCadence = round?.cadence === cadence;
  if (!found || !(isHeld(found) || (isOfCadence && mayBeHeld(found.round, now))))
    throw new ApiError('round_not_found', `${league} has no round "${shown(name)}".`);
  return found;
}

/** What is known of these rounds of a league, in their order. @param ids of rounds that it committed to. */
export async function knownRounds(db: Db, league: string, ids: readonly string[], now: Instant): Promise<FoundRound[]> {
  const rounds = ids.flatMap((id) => parseRoundId([league], id) ?? []);
  const noted = await factsOfRounds(
    db,
    rounds.map(({ id }) => id),
  );
  const facts = Map.groupBy(noted, (f) => f.id);
  return rounds.map((round) => foundFrom(round, readFacts(facts.get(round.id) ?? []), now));
}

function only([found]: readonly FoundRound[]): FoundRound {
  if (!found) throw new Error('nothing is known of a round that was asked for');
  return found;
}

function foundFrom(round: Round, facts: RoundFacts, now: Instant): FoundRound {
  return { round, facts, state: stateOf(round, new Set(Object.keys(facts) as FactName[]), now) };
}

function isHeld({ facts }: FoundRound): boolean {
  return facts.committed !== undefined;
}

/** The mark that commits to it may not be done yet. */
function mayBeHeld({ committedAt, opensAt }: Round, now: Instant): boolean {
  return committedAt + markMs > now && opensAt <= now + namedAheadMs;
}

/** The round of a bot whose tasks are pinned: it has opened, and the bot is in it. */
export async function roundOfBot(
  deps: RoundDeps,
  bot: { readonly botId: string; readonly league: string },
  name: string,
): Promise<FoundRound & { readonly keyed: KeyedRound }> {
  const found = await findRound(deps, bot.league, name);
  const { round, facts, state } = found;
  if (state === 'void')
    throw new ApiError('round_void', `${round.name} of ${round.league} is void: ${facts.void?.reason ?? ''}.`);
  if (state === 'scheduled' || state === 'committed') {
    const opensAt = iso(round.opensAt);
    throw new ApiError('round_not_open', `${round.name} of ${round.league} opens at ${opensAt}.`, { opensAt });
  }
  const keyed = await deps.rounds.keyed.get(round);
  if (!keyed)
    throw new ApiError('round_not_ready', `The tasks of ${round.name} of ${round.league} are being made.`, {
      headers: { 'Retry-After': '30' },
    });
  if (!keyed.entrants.has(bot.botId))
    throw new ApiError('not_in_round', `${bot.botId} was not in ${round.league} when ${round.name} opened.`);
  return { ...found, keyed };
}

export function checkOpen({ name, league, closesAt }: Round, now: Instant): void {
  if (now >= closesAt)
    throw new ApiError('round_closed', `${name} of ${league} closed at ${iso(closesAt)}; it is ${iso(now)}.`);
}
