/**
 * The work of rounds beside the marks, league by league, in this thread alone: the variants of 600 bots within 15 s, any one of them within
 * 100 ms, and 100,000 answers graded within 10 s (50 ms each where programs are run or workbooks are read). PAPERTAPE_BENCH_BOTS (600) and
 * PAPERTAPE_BENCH_LEAGUES (all, or names with commas) make it shorter. Grading is measured over 40 bots, half of whose answers are the best ones and half
 * those of the plain solver, and reckoned up; the first grade of a bot needs its variant, so the scoring of whole sheets is told, too.
 */
import { asSent } from '../dist/rounds/checks.js';
import { generators, sources } from '../dist/rounds/generators.js';
import { canonicalJson } from '../dist/rounds/json.js';
import { planOf, scoreSheet, standing, variantOf } from '../dist/rounds/make.js';
import { fixed, printResults, seconds, type Result } from './lib.ts';

const bots = Number(process.env['PAPERTAPE_BENCH_BOTS'] ?? '600');
const asked = process.env['PAPERTAPE_BENCH_LEAGUES']?.split(',');
/** Their answers are programs and workbooks. */
const heavy = new Set(['bug_fixers', 'office_tasks']);
const gradedBots = 40;
const answersOfAll = 100_000;

interface Measured {
  readonly league: string;
  /** Seconds for all bots. */
  readonly variants: number;
  /** Milliseconds. */
  readonly worst: number;
  readonly grade: number;
  /** Milliseconds, with the variant. */
  readonly sheet: number;
}

export async function run(): Promise<void> {
  const leagues = [...sources.keys()].filter((league) => asked?.includes(league) ?? true);
  const measured: Measured[] = [];
  for (const league of leagues) measured.push(await measure(league));
  printResults(measured.map(resultOf));
  const sum = measured.reduce((all, { variants }) => all + variants, 0);
  const light = measured.filter(({ league }) => !heavy.has(league)).map(({ grade }) => grade);
  const mean = light.reduce((all, ms) => all + ms, 0) / light.length;
  const slowest = Math.max(...light);
  printResults([
    {
      work: `variants of ${bots} bots in each of ${measured.length} leagues`,
      ours: `${fixed(sum, 1)} s of one core`,
      ceiling: '',
      ratio: '',
      target: '19 leagues within 300 s',
    },
    {
      work: '100,000 answers graded, leagues without programs and workbooks, variants there',
      ours: `${fixed((mean * answersOfAll) / 1000, 1)} s, the slowest league ${fixed((slowest * answersOfAll) / 1000, 1)} s`,
      ceiling: '',
      ratio: '',
      target: '<= 10 s',
    },
  ]);
}

function resultOf({ league, variants, worst, grade, sheet }: Measured): Result {
  return {
    work: `${league}: variants of ${bots} bots`,
    ours: `${fixed(variants)} s, the slowest one ${fixed(worst, 1)} ms`,
    ceiling: `an answer ${fixed(grade, 3)} ms, a sheet with its variant ${fixed(sheet, 1)} ms`,
    ratio: '',
    target: `<= 15 s, 100 ms${heavy.has(league) ? ', an answer 50 ms' : ''}`,
  };
}

async function measure(league: string): Promise<Measured> {
  const generator = await generators.get(league);
  if (!generator) throw new Error(`there is no generator of ${league}`);
  const made = { league, round: '2026-W47-3', levels: [1, 2, 3, 4, 5], seed: '5e'.repeat(32) };
  const plan = planOf(generator, made);
  const of = (i: number): ReturnType<typeof variantOf> => variantOf(generator, plan, made, `agt_${i}`);
  // What is compiled at first is no variant's.
  for (let i = 0; i < 3; i++) of(bots + i);
  let worst = 0;
  const variants = await seconds(() => {
    for (let i = 0; i < bots; i++) {
      const began = performance.now();
      of(i);
      worst = Math.max(worst, performance.now() - began);
    }
  });
  const held = Array.from({ length: gradedBots }, (_, i) => {
    const variant = of(i);
    const answers = asSent(i % 2 === 0 ? variant.best : generator.plain(variant));
    const read = [...answers].flatMap(([task, answer]) => {
      const understood = variant.understand(task, answer);
      return 'as' in understood ? [[task, understood.as] as const] : [];
    });
    return { botId: `agt_${i}`, variant, read };
  });
  const count = held.reduce((n, { read }) => n + read.length, 0);
  const grade = await seconds(() => {
    for (const { variant, read } of held)
      for (const [task, answer] of read) variant.grade(task, variant.keys.get(task) ?? null, answer);
  });
  const sheets = held.map(({ botId, read }) => ({
    botId,
    last: standing([{ answerId: 'ans_1', answers: canonicalJson(Object.fromEntries(read)) }]),
  }));
  const sheet = await seconds(() => {
    for (const { botId, last } of sheets) scoreSheet(variantOf(generator, plan, made, botId), last);
  });
  return { league, variants, worst, grade: (grade * 1000) / count, sheet: (sheet * 1000) / gradedBots };
}
