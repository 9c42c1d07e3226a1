/**
 * The world of a variant: for each task the things on the table, what they are worth to both sides, and earlier talks of the counterpart with others.
 *
 * Talks are added until they decide the task: one plan is the best against every counterpart that would have replied as this one did.
 */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import phrases from './phrases.json' with { type: 'json' };
import { bestPlan, keepsOf, payOf, type Solution } from './solve.ts';
import { acceptedAt, starts, turnsMax, worthOfAll, type Counterpart, type Keep } from './talk.ts';

/** What the plan fixes for all bots. */
export interface Terms {
  readonly kinds: number;
  /** Talks beyond those that decide the task. */
  readonly moreTalks: number;
  readonly answersKindness: boolean;
}

export interface Talk {
  /** What the other trader would have kept, turn by turn. */
  readonly offers: readonly Keep[];
  /** The last offer was accepted; else none was. */
  readonly accepted: boolean;
}

export interface Bargain {
  readonly taskId: string;
  readonly name: string;
  readonly kinds: readonly string[];
  readonly counts: readonly number[];
  readonly own: readonly number[];
  readonly counterpart: Counterpart;
  readonly talks: readonly Talk[];
  readonly solution: Solution;
}

const talksMax = 24;
const drawsMax = 200;
/** Of the best pay: what a bot gets that offers half of everything until it is accepted must not be more. */
const halfPercentMax = 75;

export function drawTerms(level: number): Terms {
  return {
    kinds: Math.min(6, 3 + Math.floor((level - 1) / 2)),
    moreTalks: Math.max(0, 6 - level),
    answersKindness: level >= 6,
  };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): readonly Bargain[] {
  const names = draw.part('names').sample(phrases.names, slots.length);
  return slots.map((slot, i) => drawBargain(draw.part(slot.task_id), slot, names[i] ?? ''));
}

function drawBargain(draw: Draw, { task_id: taskId, settings }: Slot, name: string): Bargain {
  const terms = settings as unknown as Terms;
  for (let i = 0; i < drawsMax; i++) {
    const drawn = attempt(draw.part(String(i)), terms);
    if (drawn !== undefined) return { taskId, name, ...drawn };
  }
  throw new Error(`no bargain in ${drawsMax} draws`);
}

function attempt(
  draw: Draw,
  { kinds, moreTalks, answersKindness }: Terms,
): Omit<Bargain, 'taskId' | 'name'> | undefined {
  const counts = Array.from({ length: kinds }, () => draw.between(1, kinds < 5 ? 4 : 2));
  const all = valuesOf(counts, worthOfAll);
  if (all.length < 12) return undefined;
  const own = draw.pick(all);
  const counterpart = { values: draw.pick(all), start: draw.pick(starts), answersKindness };
  const keeps = keepsOf(counts);
  const solution = bestPlan(counts, keeps, own, counterpart);
  const isEasy = halves(counts).some(
    (offers) => 100 * payOf(counts, own, counterpart, offers) > halfPercentMax * solution.pay,
  );
  if (solution.pay === 0 || isEasy) return undefined;
  const talks: Talk[] = [];
  let left = all.flatMap((values) => starts.map((start): Counterpart => ({ values, start, answersKindness })));
  for (let decided = false; !decided;) {
    if (talks.length === talksMax) return undefined;
    const talk = drawTalk(draw, counts, keeps, counterpart);
    talks.push(talk);
    left = left.filter((each) => repliesAs(counts, each, talk));
    decided = left.every(
      (each) => payOf(counts, own, each, solution.offers) === bestPlan(counts, keeps, own, each).pay,
    );
  }
  for (let i = 0; i < moreTalks; i++) talks.push(drawTalk(draw, counts, keeps, counterpart));
  const names = draw.sample(phrases.kinds, kinds);
  return { kinds: names, counts, own, counterpart, talks, solution };
}

/** All values by which all things together are worth `left`. */
function valuesOf(counts: readonly number[], left: number): number[][] {
  const [count, ...rest] = counts;
  if (count === undefined) return left === 0 ? [[]] : [];
  const most = Math.floor(left / count);
  return Array.from({ length: most + 1 }, (_, value) => value).flatMap((value) =>
    valuesOf(rest, left - value * count).map((others) => [value, ...others]),
  );
}

/** Half of everything at each turn, rounded down and rounded up. */
function halves(counts: readonly number[]): Keep[][] {
  return [Math.floor, Math.ceil].map((round) =>
    Array.from({ length: turnsMax }, () => counts.map((count) => round(count / 2))),
  );
}

/** The other trader asks for less things from turn to turn, and does not think either. */
function drawTalk(draw: Draw, counts: readonly number[], keeps: readonly Keep[], counterpart: Counterpart): Talk {
  const size = (keep: Keep): number => keep.reduce((sum, each) => sum + each, 0);
  const offers = draw.sample(keeps, Math.min(turnsMax, keeps.length)).toSorted((a, b) => size(b) - size(a));
  const turn = acceptedAt(counts, counterpart, offers);
  return { offers: offers.slice(0, turn ?? offers.length), accepted: turn !== null };
}

function repliesAs(counts: readonly number[], counterpart: Counterpart, { offers, accepted }: Talk): boolean {
  return acceptedAt(counts, counterpart, offers) === (accepted ? offers.length : null);
}
