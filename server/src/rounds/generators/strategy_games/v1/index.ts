/**
 * The league `strategy_games`: winning moves, automata against an opponent that is known by its games, and forces over fields.
 *
 * Score: any winning moves on two boards, `exact`; machines and allocations `value` with k = 4. Ladder: more and larger heaps, then pieces on grids from level 5;
 * opponents that remember more; more fields and enemies.
 */
import { schemaFault } from '../../../answer-schema.ts';
import { createDraw } from '../../../draw.ts';
import { gradeExact, gradeValue, wrong } from '../../../graders/graders.ts';
import { canonicalJson, isList, isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Grade, GraderSpec, RoundPlan, Task, Understood, Variant } from '../../../source.ts';
import { planOf } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { bestForces, valueOf } from './allocations.ts';
import { bestReply, statesMax, worthOf } from './machines.ts';
import { nulls } from './nulls.ts';
import { winningMoves, type Position } from './pieces.ts';
import { plain } from './plain.ts';
import { promptOf } from './prompt.ts';
import { second } from './second.ts';
import { drawKind, drawWorld, type Game } from './world.ts';

const league = 'strategy_games';
const k = 4;

export const strategyGames: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan: planOf(league, drawKind),
  variant,
  plain,
  second,
  nulls,
};

function object(properties: JsonRecord): JsonRecord {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}

const integer = (minimum: number, maximum: number): JsonRecord => ({ type: 'integer', minimum, maximum });

function moveSchema({ pieces, steps }: Position): JsonRecord {
  const move = object({ piece: integer(1, pieces.length), step: integer(1, steps.length) });
  return { oneOf: [move, { type: 'null' }] };
}

function schemaOf(game: Game): JsonRecord {
  if (game.kind === 'position') {
    return object({ first: moveSchema(game.first), second: moveSchema(game.second) });
  }
  if (game.kind === 'machine') {
    const state = { type: 'array', minItems: 3, maxItems: 3, items: integer(0, statesMax - 1) };
    const states = { type: 'array', minItems: 1, maxItems: statesMax, items: state };
    return object({ start: integer(0, statesMax - 1), states });
  }
  const count = game.worths.length;
  return object({ forces: { type: 'array', minItems: count, maxItems: count, items: integer(0, game.forces) } });
}

const graders: Readonly<Record<Game['kind'], GraderSpec>> = {
  position: { id: 'exact' },
  machine: { id: 'value', k },
  allocation: { id: 'value', k },
};

/** An answer of the right form: a move that does not win, a machine of one state, all forces on one field. */
function exampleOf(game: Game): Json {
  if (game.kind === 'machine') return { start: 0, states: [[0, 0, 0]] };
  if (game.kind === 'allocation') {
    const onOne = game.worths.map((_, field) => game.worths.map((__, i) => (i === field ? game.forces : 0)));
    const least = onOne.toSorted((one, other) => valueOf(game, one) - valueOf(game, other))[0] ?? [];
    return { forces: least };
  }
  return { first: losing(game.first), second: losing(game.second) };
}

function losing(position: Position): Json {
  const wins = new Set(winningMoves(position).map(canonicalJson));
  const moves = position.pieces.flatMap((_, p) => position.steps.map((__, s) => ({ piece: p + 1, step: s + 1 })));
  return moves.find((move) => !wins.has(canonicalJson(move))) ?? null;
}

interface Solved {
  readonly key: Json;
  readonly best: Json;
}

function solve(game: Game): Solved {
  if (game.kind === 'position') {
    const [first, second] = [game.first, game.second].map((position) => {
      const wins = winningMoves(position);
      return wins.length > 0 ? wins : [null];
    }) as [Json[], Json[]];
    const accept = first.flatMap((one) => second.map((other): Json => ({ first: one, second: other })));
    return { key: { accept }, best: accept[0] ?? null };
  }
  if (game.kind === 'machine') {
    const { worth, automaton } = bestReply(game);
    const best = { start: automaton.start, states: automaton.states };
    return { key: { most: worth, answer: best }, best };
  }
  const forces = bestForces(game);
  return { key: { most: valueOf(game, forces), answer: { forces } }, best: { forces } };
}

function variant(plan: RoundPlan, key: Uint8Array): Variant {
  const games = drawWorld(plan.slots, createDraw(key, league));
  const solved = new Map([...games].map(([taskId, game]) => [taskId, solve(game)]));
  return {
    tasks: plan.slots.flatMap(({ task_id, level, weight }): Task[] => {
      const game = games.get(task_id);
      if (game === undefined) return [];
      return [
        {
          task_id,
          level,
          weight,
          prompt: promptOf(game),
          answer_schema: schemaOf(game),
          grader: graders[game.kind],
          example: exampleOf(game),
        },
      ];
    }),
    files: [],
    paths: [],
    page: () => undefined,
    keys: new Map([...solved].map(([taskId, each]) => [taskId, each.key])),
    best: new Map([...solved].map(([taskId, each]) => [taskId, each.best])),
    hidden: [...games].flatMap(([taskId, { kind }]) =>
      kind === 'position' ? [] : [canonicalJson(solved.get(taskId)?.best ?? null)],
    ),
    understand: (taskId, answer): Understood => {
      const game = games.get(taskId);
      const why =
        game === undefined ? 'there is no such task' : (schemaFault(schemaOf(game), answer) ?? faultOf(game, answer));
      return why === null ? { as: answer } : { why };
    },
    grade: (taskId, taskKey, answer): Grade => {
      const game = games.get(taskId);
      if (game === undefined || !isRecord(taskKey)) return wrong('no such task');
      if (game.kind === 'position') return gradeExact(taskKey, answer);
      const { most } = taskKey;
      if (typeof most !== 'number') return wrong('no such task');
      if (game.kind === 'allocation') return gradeValue(k, most, valueOf(game, listOf(answer, 'forces').map(Number)));
      const start = isRecord(answer) ? Number(answer['start']) : 0;
      return gradeValue(k, most, worthOf(game, { start, states: statesOf(answer) }));
    },
  };
}

/** What a schema cannot say. */
function faultOf(game: Game, answer: Json): string | null {
  if (game.kind === 'allocation') {
    const sum = listOf(answer, 'forces').reduce<number>((total, force) => total + Number(force), 0);
    return sum === game.forces ? null : `forces must be ${game.forces} in all`;
  }
  if (game.kind === 'position') return null;
  const states = statesOf(answer);
  const named = [isRecord(answer) ? Number(answer['start']) : 0, ...states.flatMap(([, ...next]) => next)];
  if (named.some((state) => state >= states.length)) return 'a state is named that is not there';
  return states.some(([action = 0]) => action > 1) ? 'an action is 0 or 1' : null;
}

function listOf(answer: Json, name: string): readonly Json[] {
  const list = isRecord(answer) ? answer[name] : undefined;
  return isList(list) ? list : [];
}

function statesOf(answer: Json): number[][] {
  return listOf(answer, 'states').map((state) => (isList(state) ? state.map(Number) : []));
}
