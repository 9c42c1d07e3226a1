/**
 * What the operator may decide of rounds of tasks (`papertape admin`). Each request is checked against what holds, and stored for the engine's next
 * mark. Each function returns what to tell the operator, and throws SetupError when it cannot be done.
 */
import { isoDate } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { RoundActionKind } from '../operator/round-acts.ts';
import { checkInTime } from '../operator/round-checks.ts';
import { parseRoundId, parseRoundName, type Round } from '../rounds/calendar.ts';
import { isTask, readFacts, type RoundFacts } from '../rounds/facts.ts';
import { factsOfRounds, scoredAfter, unfinishedRounds } from '../rounds/rounds.sql.ts';
import type { Db } from '../storage/storage.ts';
import { checkLeague } from '../operator/checks.ts';
import { ask, outcome, readStanding } from './admin-acts.ts';

export interface NamedRound {
  readonly league: string;
  /** Its name or its id. */
  readonly round: string;
  readonly reason: string;
}

export async function voidRound(db: Db, named: NamedRound): Promise<string> {
  const { round, facts } = await needRound(db, named);
  if (facts.scored)
    throw new SetupError(
      `${round.name} of ${round.league} is scored.`,
      'Take its pay back: papertape admin reverse-round, until the next round of the league is scored.',
    );
  return await note(db, 'void_round', { id: round.id, reason: named.reason }, [
    `${round.name} of ${round.league} will be void: nobody is paid for it, and its answers are not scored.`,
  ]);
}

export async function reverseRound(db: Db, named: NamedRound): Promise<string> {
  const { round, facts } = await needRound(db, named);
  if (!facts.scored)
    throw new SetupError(`${round.name} of ${round.league} is not scored.`, 'Void it: papertape admin void-round.');
  if (facts.reversed) throw new SetupError(`${round.name} of ${round.league} is taken back already.`, 'See its facts.');
  if (await scoredAfter(db, round.league, round.id))
    throw new SetupError(
      `A later round of ${round.league} is scored: its pay was reckoned from the cash that this one left.`,
      'A round can be taken back until the next of its league is scored.',
    );
  const next = await scoredNext(db, round);
  if (next)
    throw new SetupError(
      `${next.name} of ${round.league} is closed, and may be scored at the next mark: its pay is reckoned from the cash that ${round.name} left.`,
      `Void ${next.name} first (papertape admin void-round), and take ${round.name} back after the next mark.`,
    );
  return await note(db, 'reverse_round', { id: round.id, reason: named.reason }, [
    `The pay of ${round.name} of ${round.league} will be taken back: everybody has the cash from before it. Scores stay to be read.`,
  ]);
}

export async function strikeTask(db: Db, { task, ...named }: NamedRound & { readonly task: string }): Promise<string> {
  const { round, facts } = await needRound(db, named);
  if (!facts.keyed || facts.closed)
    throw new SetupError(
      `${round.name} of ${round.league} is not open: a task is struck while it can be answered.`,
      'Void the round until it is scored (papertape admin void-round), or take it back after that (papertape admin reverse-round).',
    );
  if (facts.struck)
    throw new SetupError(
      `${facts.struck.task} of ${round.name} is struck already, and one task of a round can be.`,
      'Void the round.',
    );
  const items = facts.committed?.items ?? 0;
  if (!isTask(task, items))
    throw new SetupError(`There is no task "${task}".`, `Tasks are t01 to t${String(items).padStart(2, '0')}.`);
  return await note(db, 'strike_task', { id: `${round.id}/${task}`, reason: named.reason }, [
    `${task} of ${round.name} of ${round.league} will weigh nothing for anybody, and par is made without it.`,
  ]);
}

/** A round that was committed to and is not void. */
async function needRound(
  db: Db,
  { league, round: name }: NamedRound,
): Promise<{ readonly round: Round; readonly facts: RoundFacts }> {
  checkLeague(league);
  const round = parseRoundName(league, name) ?? parseRoundId([league], name);
  const facts = round && readFacts(await factsOfRounds(db, [round.id]));
  if (!round || !facts?.committed)
    throw new SetupError(
      `${league} has no round "${name}" that was committed to.`,
      'Name it as its page does: 2026-W47-3, or 2026-W47 where rounds are weekly.',
    );
  if (facts.void)
    throw new SetupError(
      `${round.name} of ${league} is void: ${facts.void.reason}.`,
      `It was that of ${isoDate(round.opensAt)}.`,
    );
  return { round, facts };
}

async function note(
  db: Db,
  action: RoundActionKind,
  { id, reason }: { readonly id: string; readonly reason: string },
  [what]: readonly [string],
): Promise<string> {
  const standing = await readStanding(db);
  checkInTime(id, standing);
  await ask(db, standing, { action, about: { kind: 'round', id }, reason });
  return outcome(what, standing);
}

/** The round after this one that the next mark may score. */
async function scoredNext(db: Db, { league, id }: Round): Promise<Round | undefined> {
  const { nextMark } = await readStanding(db);
  const open = (await unfinishedRounds(db, id)).flatMap((each) => parseRoundId([league], each) ?? []);
  return open.find((each) => each.id > id && each.closesAt < nextMark);
}
