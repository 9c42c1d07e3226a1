/**
 * Positions: pieces on a board, moved in turn by two players. A move takes one piece by one of the listed steps, towards 0 in each direction; who cannot
 * move loses. A heap is a piece on a line.
 *
 * The sum of games is won by whoever moves to Grundy values whose exclusive or is 0; the value of a place is the least number that no step leads to.
 *
 * Example: heaps of 3, 4 and 5 of which any number may be taken: 3 xor 4 xor 5 = 2, and the only winning move is two from the first heap.
 */
import type { Draw } from '../../../draw.ts';
import type { Json } from '../../../json.ts';

/** Two positions, of which both have to be right: so that neither a guess nor one word for all is worth much. */
export interface Boards {
  readonly kind: 'position';
  readonly first: Position;
  readonly second: Position;
}

export interface Position {
  /** A move takes a piece back by one of these, in each direction. */
  readonly steps: readonly (readonly number[])[];
  readonly pieces: readonly (readonly number[])[];
}

export interface PositionTerms {
  readonly [name: string]: number;
  readonly directions: number;
  readonly pieces: number;
  readonly size: number;
  readonly steps: number;
}

/** One position of so many has no winning move. */
const lostOneOf = 4;

export function positionTerms(level: number): PositionTerms {
  const directions = level >= 5 ? 2 : 1;
  return {
    directions,
    pieces: level === 1 ? 2 : Math.min(4, 2 + Math.floor((level - 1) / (level >= 5 ? 3 : 2)) - (level === 5 ? 1 : 0)),
    size: directions === 1 ? 8 + 3 * level : 4 + level,
    steps: Math.min(5, 3 + Math.floor(level / 3)),
  };
}

export function drawBoards(draw: Draw, terms: PositionTerms): Boards {
  return {
    kind: 'position',
    first: drawPosition(draw.part('first'), terms),
    second: drawPosition(draw.part('second'), terms),
  };
}

function drawPosition(draw: Draw, { directions, pieces, size, steps }: PositionTerms): Position {
  const isLost = draw.chance(1, lostOneOf);
  for (;;) {
    const drawn = Array.from({ length: steps }, () =>
      Array.from({ length: directions }, () => draw.below(directions === 1 ? 7 : 4)),
    );
    const distinct = [...new Map(drawn.map((step) => [step.join(), step])).values()].filter((step) =>
      step.some((by) => by > 0),
    );
    const position: Position = {
      steps: distinct,
      pieces: Array.from({ length: pieces }, () => Array.from({ length: directions }, () => draw.between(3, size))),
    };
    const wins = winningMoves(position);
    if (distinct.length === steps && (wins.length === 0) === isLost && wins.length <= 2) return position;
  }
}

/** Pieces and steps are numbered from 1. */
export function winningMoves({ steps, pieces }: Position): Json[] {
  const values = new Map<string, number>();
  const valueOf = (at: readonly number[]): number => {
    const known = values.get(at.join());
    if (known !== undefined) return known;
    const reached = new Set(steps.flatMap((step) => (reaches(at, step) ? [valueOf(moved(at, step))] : [])));
    let value = 0;
    while (reached.has(value)) value++;
    values.set(at.join(), value);
    return value;
  };
  const all = pieces.reduce((sum, piece) => sum ^ valueOf(piece), 0);
  return pieces.flatMap((piece, p) =>
    steps.flatMap((step, s) => {
      const wins = reaches(piece, step) && (all ^ valueOf(piece) ^ valueOf(moved(piece, step))) === 0;
      return wins ? [{ piece: p + 1, step: s + 1 }] : [];
    }),
  );
}

function reaches(at: readonly number[], step: readonly number[]): boolean {
  return at.every((each, i) => each >= (step[i] ?? 0));
}

function moved(at: readonly number[], step: readonly number[]): number[] {
  return at.map((each, i) => each - (step[i] ?? 0));
}
