/**
 * The second solver: every counterpart that would have replied as the file of talks says, the best reply to each by looking back from the last turn,
 * and a plan that is the best against all of them. Where there is none it leaves the task out.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readTask, type ReadTask } from './read.ts';

interface Rival {
  readonly worths: readonly number[];
  readonly start: number;
}

type Offers = readonly (readonly number[])[];

export function second(shown: Shown): Answers {
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const offers = solved(readTask(shown, task));
      return offers === undefined ? [] : [[task.task_id, { offers }]];
    }),
  );
}

function solved(task: ReadTask): Offers | undefined {
  const rivals: Rival[] = [];
  spread(task.counts, 10, [], (worths) => {
    for (const start of task.starts) if (fits(task, { worths, start })) rivals.push({ worths, start });
  });
  const plans = rivals.map((rival) => planAgainst(task, rival));
  return plans.find(({ offers }) => rivals.every((rival, i) => gain(task, rival, offers) === plans[i]?.gain))?.offers;
}

function spread(
  counts: readonly number[],
  left: number,
  worths: readonly number[],
  use: (worths: readonly number[]) => void,
): void {
  const count = counts[worths.length] ?? 0;
  if (worths.length === counts.length - 1) {
    if (left % count === 0) use([...worths, left / count]);
    return;
  }
  for (let each = 0; each * count <= left; each++) spread(counts, left - each * count, [...worths, each], use);
}

function shareOf({ counts }: ReadTask, { worths }: Rival, keep: readonly number[]): number {
  let share = 0;
  for (const [i, count] of counts.entries()) share += (worths[i] ?? 0) * (count - (keep[i] ?? 0));
  return share;
}

/** What the rival does with each offer of a list, until it accepts. */
function replies(task: ReadTask, rival: Rival, offers: Offers): boolean[] {
  const said: boolean[] = [];
  let least = rival.start;
  let last: number | null = null;
  for (const keep of offers) {
    const share = shareOf(task, rival, keep);
    least -= 1;
    if (task.answersKindness && last !== null && last < share) least -= 1;
    last = share;
    said.push(share >= 1 && share >= least);
    if (said.at(-1) === true) break;
  }
  return said;
}

function fits(task: ReadTask, rival: Rival): boolean {
  return task.talks.every((talk) => {
    const said = replies(
      task,
      rival,
      talk.map(({ keep }) => keep),
    );
    return said.length === talk.length && said.every((accepts, i) => accepts === talk[i]?.accepts);
  });
}

function discounted(own: readonly number[], keep: readonly number[], turn: number): number {
  let amount = 1000n * BigInt(own.reduce((sum, each, i) => sum + each * (keep[i] ?? 0), 0));
  amount *= 19n ** BigInt(turn - 1);
  return Number(amount / 20n ** BigInt(turn - 1));
}

function gain(task: ReadTask, rival: Rival, offers: Offers): number {
  const turn = replies(task, rival, offers).indexOf(true) + 1;
  return turn === 0 ? 0 : discounted(task.own, offers[turn - 1] ?? [], turn);
}

interface Plan {
  readonly gain: number;
  readonly offers: Offers;
}

function planAgainst(task: ReadTask, rival: Rival): Plan {
  const bundles = new Map<number, { readonly own: number; readonly keep: readonly number[] }>();
  const divide = (keep: readonly number[]): void => {
    const count = task.counts[keep.length];
    if (count !== undefined) {
      for (let n = count; n >= 0; n--) divide([...keep, n]);
      return;
    }
    const share = shareOf(task, rival, keep);
    const own = discounted(task.own, keep, 1);
    if (own > (bundles.get(share)?.own ?? -1)) bundles.set(share, { own, keep });
  };
  divide([]);
  const shares = [...bundles.keys()].toSorted((a, b) => a - b);
  const known = new Map<string, Plan>();
  const from = (turn: number, last: number, kindness: number): Plan => {
    if (turn > 8) return { gain: 0, offers: [] };
    const id = task.answersKindness ? `${turn} ${last} ${kindness}` : String(turn);
    const had = known.get(id);
    if (had !== undefined) return had;
    let best: Plan = { gain: 0, offers: [] };
    for (const share of shares) {
      const kind = kindness + (task.answersKindness && share > last ? 1 : 0);
      const keep = bundles.get(share)?.keep ?? [];
      const accepts = share >= Math.max(1, rival.start - turn - kind);
      const rest = accepts ? { gain: discounted(task.own, keep, turn), offers: [] } : from(turn + 1, share, kind);
      if (rest.gain > best.gain) best = { gain: rest.gain, offers: [keep, ...rest.offers] };
    }
    known.set(id, best);
    return best;
  };
  const plan = from(1, 99, 0);
  return plan.offers.length > 0 ? plan : { gain: 0, offers: [task.counts] };
}
