/**
 * The plain solver. Positions: a move after which the other cannot win at once by leaving no move, and else the one that takes most. Machines: for each
 * memory that the games show the action with the larger pay in that round. Allocations: even forces, then single forces are moved while that helps.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { readBattle, readMachine, readBoards, type ReadBattle, type ReadMachine, type ReadPosition } from './read.ts';

export function plain(shown: Shown): Answers {
  return new Map(shown.tasks.map((task): [string, Json] => [task.task_id, answerTo(task)]));
}

function answerTo(task: Task): Json {
  if (task.prompt.startsWith('Position')) {
    const [first, second] = readBoards(task);
    return { first: deepest(first), second: deepest(second) };
  }
  if (task.prompt.startsWith('Machine')) return greedy(readMachine(task));
  return { forces: climbed(readBattle(task)) };
}

type Pieces = readonly (readonly number[])[];

/** Looks three moves ahead. */
function deepest({ pieces, steps }: ReadPosition): Json {
  const movesOf = (at: Pieces): { readonly piece: number; readonly step: number; readonly to: Pieces }[] =>
    at.flatMap((own, p) =>
      steps.flatMap((step, s) => {
        const to = own.map((each, i) => each - (step[i] ?? 0));
        return to.every((each) => each >= 0) ? [{ piece: p + 1, step: s + 1, to: at.with(p, to) }] : [];
      }),
    );
  const wins = (at: Pieces, depth: number): boolean =>
    depth > 0 && movesOf(at).some(({ to }) => movesOf(to).length === 0 || loses(to, depth - 1));
  const loses = (at: Pieces, depth: number): boolean => movesOf(at).every(({ to }) => wins(to, depth));
  const size = (at: Pieces): number => at.flat().reduce((sum, each) => sum + each, 0);
  const moves = movesOf(pieces).toSorted((a, b) => size(a.to) - size(b.to));
  const chosen = moves.find(({ to }) => loses(to, 1)) ?? moves.find(({ to }) => !wins(to, 1)) ?? moves[0];
  return chosen === undefined ? null : { piece: chosen.piece, step: chosen.step };
}

function greedy({ yours, own, pays, table }: ReadMachine): Json {
  const memories = [...table.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const states = memories.map((memory) => {
    const [mine = '', its = ''] = memory.split('|');
    const reply = table.get(memory) ?? 0;
    const action = (pays[1]?.[reply] ?? 0) > (pays[0]?.[reply] ?? 0) ? 1 : 0;
    const next = `${(mine + String(action)).slice(-yours)}|${own > 0 ? (its + String(reply)).slice(-own) : ''}`;
    const to = Math.max(0, memories.indexOf(next));
    return [action, to, to];
  });
  return { start: 0, states };
}

function climbed({ forces, worths, enemies }: ReadBattle): number[] {
  const value = (own: readonly number[]): number =>
    enemies.reduce((sum, [weight, theirs]) => {
      const lead = worths.reduce((total, worth, i) => total + worth * Math.sign((own[i] ?? 0) - (theirs[i] ?? 0)), 0);
      return sum + (lead > 0 ? weight : 0);
    }, 0);
  let own = worths.map((_, i) => Math.floor(forces / worths.length) + (i < forces % worths.length ? 1 : 0));
  for (let grows = true; grows;) {
    const moved = worths.flatMap((_, from) =>
      worths.map((__, to) => own.map((each, i) => each - (i === from ? 1 : 0) + (i === to ? 1 : 0))),
    );
    const better = moved.find((each) => each.every((force) => force >= 0) && value(each) > value(own));
    grows = better !== undefined;
    own = better ?? own;
  }
  return own;
}
