/**
 * The second solver. Positions: a place is worth g where it is lost together with a heap of g, found by search and not by a rule of values. Machines: the
 * greatest mean of a cycle by Karp's theorem, on the table as the games show it. Allocations: all ways to divide as bars between stars.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { readBattle, readMachine, readBoards, type ReadBattle, type ReadMachine, type ReadPosition } from './read.ts';

export function second(shown: Shown): Answers {
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const answer = answerTo(task);
      return answer === undefined ? [] : [[task.task_id, answer]];
    }),
  );
}

function answerTo(task: Task): Json | undefined {
  if (task.prompt.startsWith('Position')) {
    const [first, other] = readBoards(task);
    return { first: winning(first), second: winning(other) };
  }
  if (task.prompt.startsWith('Machine')) return automaton(readMachine(task));
  return { forces: divided(readBattle(task)) };
}

function winning({ pieces, steps }: ReadPosition): Json {
  const lost = new Map<string, boolean>();
  const after = (at: readonly number[]): number[][] =>
    steps.map((step) => at.map((each, i) => each - (step[i] ?? 0))).filter((to) => to.every((each) => each >= 0));
  const isLost = (at: readonly number[], heap: number): boolean => {
    const id = `${at.join()} ${heap}`;
    const known = lost.get(id);
    if (known !== undefined) return known;
    let result = after(at).every((to) => !isLost(to, heap));
    for (let left = 0; result && left < heap; left++) result = !isLost(at, left);
    lost.set(id, result);
    return result;
  };
  const heapOf = (at: readonly number[]): number => {
    let heap = 0;
    while (!isLost(at, heap)) heap++;
    return heap;
  };
  for (const [p, piece] of pieces.entries()) {
    const others = pieces.reduce((sum, each, i) => (i === p ? sum : sum ^ heapOf(each)), 0);
    for (const [s, step] of steps.entries()) {
      const to = piece.map((each, i) => each - (step[i] ?? 0));
      if (to.every((each) => each >= 0) && isLost(to, others)) return { piece: p + 1, step: s + 1 };
    }
  }
  return null;
}

interface Edge {
  readonly to: string;
  readonly action: number;
  readonly pay: number;
}

function edgesOf({ yours, own, pays, table }: ReadMachine, memory: string): Edge[] {
  const [mine = '', its = ''] = memory.split('|');
  const reply = table.get(memory);
  if (reply === undefined) return [];
  return [0, 1].map((action) => ({
    to: `${(mine + String(action)).slice(-yours)}|${own > 0 ? (its + String(reply)).slice(-own) : ''}`,
    action,
    pay: pays[action]?.[reply] ?? 0,
  }));
}

/** Walks of n steps from the start; a cycle on the best one has the greatest mean (Karp, 1978). */
function automaton(machine: ReadMachine): Json | undefined {
  const start = `${'0'.repeat(machine.yours)}|${'0'.repeat(machine.own)}`;
  const memories = [start];
  for (const memory of memories)
    for (const { to } of edgesOf(machine, memory)) if (!memories.includes(to)) memories.push(to);
  if (memories.some((memory) => !machine.table.has(memory))) return undefined;
  const n = memories.length;
  const best: Map<string, { readonly sum: number; readonly by: readonly [string, Edge] | null }>[] = [
    new Map([[start, { sum: 0, by: null }]]),
  ];
  for (let k = 1; k <= n; k++) {
    const level: (typeof best)[number] = new Map();
    for (const [memory, { sum }] of best[k - 1] ?? [])
      for (const edge of edgesOf(machine, memory))
        if (sum + edge.pay > (level.get(edge.to)?.sum ?? -1))
          level.set(edge.to, { sum: sum + edge.pay, by: [memory, edge] });
    best.push(level);
  }
  let [mean, end] = [-1, start];
  for (const [memory, { sum }] of best[n] ?? []) {
    let least = Infinity;
    for (let k = 0; k < n; k++) {
      const early = best[k]?.get(memory);
      if (early !== undefined) least = Math.min(least, (sum - early.sum) / (n - k));
    }
    if (least > mean) [mean, end] = [least, memory];
  }
  const walk: [string, Edge][] = [];
  for (let [k, at] = [n, end]; k > 0; k--) {
    const [from, edge] = best[k]?.get(at)?.by ?? [start, { to: '', action: 0, pay: 0 }];
    walk.unshift([from, edge]);
    at = from;
  }
  return played(machine, start, bestCycle(walk), memories);
}

/** The cycle of the walk with the greatest mean, as actions by memory. */
function bestCycle(walk: readonly (readonly [string, Edge])[]): ReadonlyMap<string, number> {
  let best: { readonly mean: number; readonly cycle: readonly (readonly [string, Edge])[] } = { mean: -1, cycle: [] };
  for (let i = 0; i < walk.length; i++)
    for (let j = i; j < walk.length; j++) {
      const cycle = walk.slice(i, j + 1);
      if (walk[j]?.[1].to !== walk[i]?.[0]) continue;
      const mean = cycle.reduce((sum, [, { pay }]) => sum + pay, 0) / cycle.length;
      if (mean > best.mean) best = { mean, cycle };
    }
  return new Map(best.cycle.map(([memory, { action }]) => [memory, action]));
}

/** An automaton that goes to the cycle by a shortest way and stays on it. */
function played(
  machine: ReadMachine,
  start: string,
  cycle: ReadonlyMap<string, number>,
  memories: readonly string[],
): Json {
  const actions = new Map(cycle);
  for (let grows = true; grows && !actions.has(start);) {
    const found = memories.flatMap((memory) =>
      actions.has(memory)
        ? []
        : edgesOf(machine, memory)
            .filter(({ to }) => actions.has(to))
            .slice(0, 1)
            .map(({ action }) => [memory, action] as const),
    );
    for (const [memory, action] of found) actions.set(memory, action);
    grows = found.length > 0;
  }
  const states = memories.map((memory) => {
    const action = actions.get(memory) ?? 0;
    const to = memories.indexOf(edgesOf(machine, memory).find((edge) => edge.action === action)?.to ?? start);
    return [action, to, to];
  });
  return { start: 0, states };
}

function divided({ forces, worths, enemies }: ReadBattle): number[] {
  const places = forces + worths.length - 1;
  const bars = Array.from({ length: worths.length - 1 }, (_, i) => i);
  let [best, most]: [number[], number] = [[], -1];
  for (;;) {
    const own = worths.map((_, i) => (bars[i] ?? places) - (bars[i - 1] ?? -1) - 1);
    let value = 0;
    for (const [weight, theirs] of enemies) {
      let [won, lost] = [0, 0];
      for (const [i, worth] of worths.entries()) {
        if ((own[i] ?? 0) > (theirs[i] ?? 0)) won += worth;
        if ((own[i] ?? 0) < (theirs[i] ?? 0)) lost += worth;
      }
      if (won > lost) value += weight;
    }
    if (value > most) [best, most] = [own, value];
    let i = bars.length - 1;
    while (i >= 0 && bars[i] === places - bars.length + i) i--;
    if (i < 0) return best;
    bars[i] = (bars[i] ?? 0) + 1;
    for (let j = i + 1; j < bars.length; j++) bars[j] = (bars[j - 1] ?? 0) + 1;
  }
}
