/**
 * The league `terminal_ops`: jobs on a tree of files, done in whatever terminal the bot has. It reports the SHA-256 of the files that must result; nothing that it sends is run.
 *
 * Score: `fields`, one for each file. Ladder: the size of the tree, and what each kind of job adds with its level (its file says so).
 */
import { understoodBy } from '../../../answer-schema.ts';
import { createDraw, type Draw } from '../../../draw.ts';
import { tarGz } from '../../../files/tar.ts';
import { gradeFields } from '../../../graders/graders.ts';
import { isRecord, type Json, type JsonRecord } from '../../../json.ts';
import type { Generator, Slot, Task, Variant } from '../../../source.ts';
import { slotsFor } from '../../slots.ts';
import { sourceId } from '../../source-id.ts';
import { buildJob } from './build.ts';
import { changesJob } from './changes.ts';
import type { Job, JobMaker } from './job.ts';
import { joinJob } from './join.ts';
import { logsJob } from './logs.ts';
import { nulls } from './nulls.ts';
import { plain } from './plain.ts';
import { answerOf } from './read.ts';
import { renameJob } from './rename.ts';
import { second } from './second.ts';

const league = 'terminal_ops';
const makers: Readonly<Record<string, JobMaker>> = {
  build: buildJob,
  changes: changesJob,
  join: joinJob,
  logs: logsJob,
  rename: renameJob,
};
const attemptsMax = 100;
const hashSchema: JsonRecord = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const exampleHash = '01'.repeat(32);

export const terminalOps: Generator = {
  league,
  version: 1,
  id: sourceId(league, 1),
  plan(_, round, levels, key) {
    const draw = createDraw(key, 'plan');
    const kinds = [...draw.shuffled(Object.keys(makers)), ...draw.shuffled(Object.keys(makers))];
    const slots = slotsFor(levels, (level, n) => ({
      kind: kinds[levels.indexOf(level) + n * levels.length] ?? 'logs',
      settings: {},
    }));
    return { league, round, levels, slots, settings: {} };
  },
  variant(plan, key): Variant {
    const draw = createDraw(key, league);
    const jobs = new Map(plan.slots.map((slot) => [slot.task_id, jobFor(draw.part(slot.task_id), slot)]));
    const keys = new Map<string, Json>([...jobs].map(([id, { results }]) => [id, answerOf(results)]));
    const jobOf = (id: string): Job => jobs.get(id) as Job;
    return {
      tasks: plan.slots.map((slot) => taskOf(slot, jobOf(slot.task_id))),
      files: [...jobs].map(([id, { tree }]) => ({
        name: `${id}/tree.tar.gz`,
        type: 'application/gzip',
        bytes: tarGz(tree),
      })),
      paths: [],
      page: () => undefined,
      keys,
      best: keys,
      hidden: [...keys.values()].flatMap((each) => Object.values(filesOf(each)).map(String)),
      understand(id, answer) {
        return understoodBy(schemaOf(jobOf(id)), answer);
      },
      grade: (id, expected, answer) => gradeFields(weightsOf(jobOf(id)), filesOf(expected), filesOf(answer)),
    };
  },
  plain,
  second,
  nulls,
};

/** Draws again while a file that must result would be empty. */
function jobFor(draw: Draw, { kind, level }: Slot): Job {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const job = makers[kind]?.(draw.part(String(attempt)), level);
    if (job !== undefined && Object.values(job.results).every((text) => text !== '')) return job;
  }
  throw new Error(`no job of ${kind} could be drawn`);
}

function filesOf(answer: Json): JsonRecord {
  const files = isRecord(answer) ? (answer['files'] ?? null) : null;
  return isRecord(files) ? files : {};
}

function weightsOf({ results }: Job): Record<string, number> {
  return Object.fromEntries(Object.keys(results).map((name) => [name, 1]));
}

function schemaOf({ results }: Job): JsonRecord {
  const properties = Object.fromEntries(Object.keys(results).map((name) => [name, hashSchema]));
  const files: JsonRecord = {
    type: 'object',
    minProperties: 1,
    maxProperties: 10,
    properties,
    additionalProperties: hashSchema,
  };
  return { type: 'object', required: ['files'], properties: { files } };
}

function taskOf({ task_id, level, weight }: Slot, job: Job): Task {
  const names = Object.keys(job.results);
  return {
    task_id,
    level,
    weight,
    prompt: `${job.text} The tree is the archive ${task_id}/tree.tar.gz. Answer with {"files": {name: hash}} for ${names.join(', ')}: the SHA-256 of each of these files as 64 hexadecimal digits in small letters.`,
    answer_schema: schemaOf(job),
    grader: { id: 'fields', weights: weightsOf(job) },
    example: { files: Object.fromEntries(names.map((name) => [name, exampleHash])) },
  };
}
