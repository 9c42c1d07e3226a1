/**
 * Machines: an automaton plays again and again against an opponent that decides by a table: by the last actions of both. Actions are 0 and 1.
 *
 * An automaton is a start and states of three numbers: the action, and the next state where the opponent plays 0, or 1. Its worth is the mean pay of a
 * round in the long run, in thousandths: both together have few states, so play comes round. The best reply to a table plays a cycle of the
 * opponent's memories, each once at most; so it is found by all rules from memories to actions.
 */
import type { Draw } from '../../../draw.ts';

export interface Opponent {
  readonly kind: 'machine';
  /** How many of the other's last actions it remembers. */
  readonly yours: number;
  /** How many of its own. */
  readonly own: number;
  /** By memory: the other's actions, the latest last, then its own, as binary digits. */
  readonly table: readonly number[];
  /** The pay of the other: by its action, then the opponent's. */
  readonly pays: readonly (readonly number[])[];
  /** The actions of others and of this opponent, round by round. */
  readonly games: readonly (readonly (readonly [yours: number, own: number])[])[];
}

export interface Automaton {
  readonly start: number;
  readonly states: readonly (readonly number[])[];
}

export interface MachineTerms {
  readonly [name: string]: number;
  readonly yours: number;
  readonly own: number;
}

export const statesMax = 8;
const roundsPerGame = 12;
/** In percent of the best: what a machine with one action, or one that changes it every round, may be worth. */
const fixedPercentMax = 75;

export function machineTerms(level: number): MachineTerms {
  if (level <= 2) return { yours: 2, own: 0 };
  return level <= 5 ? { yours: 2, own: 1 } : { yours: 3, own: 0 };
}

export const fixedMachines: readonly Automaton[] = [
  { start: 0, states: [[0, 0, 0]] },
  { start: 0, states: [[1, 0, 0]] },
  {
    start: 0,
    states: [
      [0, 1, 1],
      [1, 0, 0],
    ],
  },
];

export function drawOpponent(draw: Draw, { yours, own }: MachineTerms): Opponent {
  for (;;) {
    const pays = [0, 1].map(() => [draw.between(0, 9), draw.between(0, 9)]);
    const table = Array.from({ length: 2 ** (yours + own) }, () => draw.below(2));
    const bare: Opponent = { kind: 'machine', yours, own, table, pays, games: [] };
    const { worth } = bestReply(bare);
    if (worth === 0 || fixedMachines.some((each) => 100 * worthOf(bare, each) > fixedPercentMax * worth)) continue;
    const reachable = reachableFrom(bare);
    const seen = new Set<number>();
    const games: Opponent['games'][number][] = [];
    while (seen.size < reachable.size && games.length < 20) games.push(drawGame(draw, bare, seen));
    if (seen.size === reachable.size) return { ...bare, games };
  }
}

function drawGame(draw: Draw, opponent: Opponent, seen: Set<number>): [number, number][] {
  let memory = 0;
  return Array.from({ length: roundsPerGame }, () => {
    seen.add(memory);
    const [yours, own] = [draw.below(2), opponent.table[memory] ?? 0];
    memory = remembered(opponent, memory, yours, own);
    return [yours, own];
  });
}

/** @returns the memory after a round. All actions before the first round count as 0. */
export function remembered({ yours, own }: Opponent, memory: number, action: number, reply: number): number {
  const theirs = ((memory >> own) * 2 + action) & (2 ** yours - 1);
  const its = ((memory & (2 ** own - 1)) * 2 + reply) & (2 ** own - 1);
  return (theirs << own) + its;
}

function reachableFrom(opponent: Opponent): Set<number> {
  const reached = new Set([0]);
  for (const memory of reached)
    for (const action of [0, 1]) reached.add(remembered(opponent, memory, action, opponent.table[memory] ?? 0));
  return reached;
}

/** In thousandths of a pay, rounded down. */
export function worthOf(opponent: Opponent, { start, states }: Automaton): number {
  const seen = new Map<string, number>();
  const pays: number[] = [];
  let [state, memory] = [start, 0];
  for (;;) {
    const id = `${state} ${memory}`;
    const before = seen.get(id);
    if (before !== undefined) {
      const cycle = pays.slice(before);
      return Math.floor((1000 * cycle.reduce((sum, pay) => sum + pay, 0)) / cycle.length);
    }
    seen.set(id, pays.length);
    const [action = 0, ...next] = states[state] ?? [];
    const reply = opponent.table[memory] ?? 0;
    pays.push(opponent.pays[action]?.[reply] ?? 0);
    memory = remembered(opponent, memory, action, reply);
    state = next[reply] ?? 0;
  }
}

/** Of all rules from memories to actions the first with the most worth; its automaton has a state for each memory. */
export function bestReply(opponent: Opponent): { readonly worth: number; readonly automaton: Automaton } {
  const count = opponent.table.length;
  let best = { worth: -1, automaton: fixedMachines[0] as Automaton };
  for (let rule = 0; rule < 2 ** count; rule++) {
    const states = Array.from({ length: count }, (_, memory) => {
      const action = (rule >> memory) & 1;
      return [action, ...[0, 1].map((reply) => remembered(opponent, memory, action, reply))];
    });
    const automaton = { start: 0, states };
    const worth = worthOf(opponent, automaton);
    if (worth > best.worth) best = { worth, automaton };
  }
  return best;
}
