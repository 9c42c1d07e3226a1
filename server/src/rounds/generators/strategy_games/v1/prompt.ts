/** The text of each task. All that a bot is shown stands in it. */
import type { Battle } from './allocations.ts';
import { statesMax, type Opponent } from './machines.ts';
import type { Boards, Position } from './pieces.ts';
import type { Game } from './world.ts';

export function promptOf(game: Game): string {
  if (game.kind === 'position') return ofPosition(game);
  return game.kind === 'machine' ? ofMachine(game) : ofBattle(game);
}

function ofPosition({ first, second }: Boards): string {
  const heaps = first.steps.every((step) => step.length === 1);
  const shown = (at: readonly number[]): string => (heaps ? String(at[0]) : `(${at.join(', ')})`);
  const board = ({ pieces, steps }: Position): string =>
    [
      ...pieces.map((at, i) => `- piece ${i + 1}: ${shown(at)}`),
      ...steps.map((step, i) => `- step ${i + 1}: ${shown(step)}`),
    ].join('\n');
  return `Position: on each of two boards find a winning move, or say that there is none. Two players move in turn; who cannot move loses, and you are to move. The boards have nothing to do with each other.
${heaps ? 'Pieces are heaps; a move takes as many from one heap as one of the steps says.' : 'Pieces stand on squares of a grid; a move takes one piece by one of the steps towards 0, so much in each direction. Pieces do not hinder each other.'} No number becomes less than 0.
First board:
${board(first)}
Second board:
${board(second)}
Answer with first and second: for each board the number of a piece and the number of a step, or null where each move loses against best play. Any winning move counts; both boards must be right.`;
}

function ofMachine({ yours, own, pays, games }: Opponent): string {
  const memory = `your last ${yours} actions${own > 0 ? ` and its own last ${own === 1 ? 'action' : `${own} actions`}` : ''}`;
  return `Machine: build an automaton that plays against an opponent for ever. In each round both choose 0 or 1 at once. The opponent decides by a fixed table, by ${memory}; actions before the first round count as 0. The table is not told, but games of others against it are.
Your pay in a round:
${[0, 1].flatMap((a) => [0, 1].map((b) => `- you ${a}, opponent ${b}: ${pays[a]?.[b]}`)).join('\n')}
Games, round by round, each as the other's action and the opponent's:
${games.map((game) => `- ${game.map(([a, b]) => `${a}${b}`).join(' ')}`).join('\n')}
Answer with an automaton of at most ${statesMax} states, numbered from 0: start, and for each state its action, the next state if the opponent plays 0, and the next if it plays 1. Its worth is your mean pay in the long run, in thousandths rounded down.`;
}

function ofBattle({ forces, worths, enemies }: Battle): string {
  return `Allocation: divide ${forces} forces over ${worths.length} fields. A field is won by the side with more force there, and nobody's where they are equal. You beat an enemy where the fields that you win are worth more than those that it wins. You get the sum of the weights of the enemies that you beat.
Fields:
${worths.map((worth, i) => `- field ${i + 1} is worth ${worth}`).join('\n')}
Enemies:
${enemies.map((enemy) => `- weight ${enemy.weight}: ${enemy.forces.join(' ')}`).join('\n')}
Answer with forces: one whole number for each field in order, ${forces} in all.`;
}
