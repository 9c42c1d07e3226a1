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
import { parseRoundId, parseRoundName, roundAt, type Round } from './calendar.ts';
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
export async function findRound({ db, clock, rounds }: RoundDeps, league: string, name: string): Promise<FoundRound> {
  checkHoldsRounds(rounds, league);
  const now = clock.now();
  if (name === 'current' || name === 'next') {
    const today = name === 'current' ? await known(db, roundAt(league, now), now) : undefined;
    if (today?.state === 'open') return today;
    const tomorrow = await known(db, roundAt(league, now + dayMs), now);
    // Whoever is too late for tomorrow's can still be in the one after it.
    return tomorrow.state === 'committed' ? tomorrow : await known(db, roundAt(league, now + 2 * dayMs), now);
  }
  const round = parseRoundName(league, name) ?? parseRoundId([league], name);
  const found = round && (await known(db, round, now));
  if (!found || !(isHeld(found) || mayBeHeld(found.round, now)))
    throw new ApiError('round_not_found', `${league} has no round "${shown(name)}".`);
  return found;
}

async function known(db: Db, round: Round, now: Instant): Promise<FoundRound> {
  const facts = readFacts(await factsOfRounds(db, [round.id]));
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
