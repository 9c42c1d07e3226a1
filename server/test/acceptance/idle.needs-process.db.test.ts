/**
 * An idle service is small: from a built tree it answers the first page in under 2 seconds, and at rest, its engine's thread
 * included, it keeps under 150 MB of memory. The clock runs 120 times as fast as real time, so that a few marks are in the figure
 * within seconds. Much faster, and there is no rest between two marks to clean up in: that would no longer be a service at rest. (Seen over
 * 300 marks, a day's, at two a second: up to 163 MB between V8's own collections.)
 */
import { afterEach, expect, test } from 'vitest';
import type { StatusView } from 'papertape-contract/status';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { endAll, residentMb, startService, until, type Service } from './service-process.ts';

const firstAnswerMsMax = 2_000;
const memoryMbMax = 150;
const marksPassed = 5;
/** What is at rest is the middle of so many starts: how much of what a start took the system gets back differs by some 4 MB from one to the next. */
const startsMeasured = 3;

let database: TestDatabase | undefined;
afterEach(async () => {
  await endAll();
  await database?.drop();
  database = undefined;
});

async function get(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

test.runIf(process.platform === 'linux')('an idle service answers in under 2 s and keeps under 150 MB', async () => {
  database = await createTestDatabase();
  const env = {
    ...database.env,
    NODE_COMPILE_CACHE: '',
    PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '120',
  };
  const starts: Start[] = [];
  while (starts.length < startsMeasured) starts.push(await measureStart(env));
  const firstMs = starts.map((start) => start.firstMs);
  // The best of three, and of three times as many where other tests have the machine at that moment: what else it does is not the service's.
  while (firstMs.length < 3 * startsMeasured && Math.min(...firstMs) >= firstAnswerMsMax) {
    const { service, ms } = await firstAnswer(env);
    firstMs.push(ms);
    await service.stop();
  }
  const idle = middle(starts.map(({ idleMb }) => idleMb));
  const told = (figures: readonly number[]): string => figures.map((figure) => figure.toFixed(0)).join(', ');
  // oxlint-disable-next-line no-console -- what was measured must be seen
  console.log(
    `${testEngine}: first page after ${told(firstMs)} ms; memory ${told(starts.map(({ firstMb }) => firstMb))} MB then, ${told(starts.map(({ idleMb }) => idleMb))} MB after ${marksPassed} marks, ${told(starts.map(({ mostMb }) => mostMb))} MB at most`,
  );
  expect(Math.min(...firstMs)).toBeLessThan(firstAnswerMsMax);
  expect(idle).toBeLessThan(memoryMbMax);
});

interface Start {
  readonly firstMs: number;
  readonly firstMb: number;
  readonly idleMb: number;
  readonly mostMb: number;
}

async function measureStart(env: Readonly<Record<string, string>>): Promise<Start> {
  const { service, ms } = await firstAnswer(env);
  const firstMb = residentMb(service.pid);
  const first = await status(service.url);
  const samples = [residentMb(service.pid)];
  // Asked seldom: a service that is asked all the time is not at rest.
  await until(
    `${marksPassed} marks have passed`,
    async () => {
      const { last_mark: last } = await status(service.url);
      samples.push(residentMb(service.pid));
      return last !== null && Date.parse(last) >= Date.parse(first.time) + marksPassed * 300_000 ? last : undefined;
    },
    2_500,
  );
  await service.stop();
  // The middle one of the last three: one may have been taken while a mark was at work, which is no rest.
  return { firstMs: ms, firstMb, idleMb: middle(samples.slice(-3)), mostMb: Math.max(...samples) };
}

/** Starts a service and asks for its first page. `ms`: from the start of the process to the whole answer. */
async function firstAnswer(env: Readonly<Record<string, string>>): Promise<{ service: Service; ms: number }> {
  const started = performance.now();
  const service = await startService(env);
  expect(await get(`${service.url}/`)).toBe(200);
  return { service, ms: performance.now() - started };
}

function middle(three: readonly number[]): number {
  expect(three).toHaveLength(3);
  return three.toSorted((a, b) => a - b)[1] as number;
}

async function status(url: string): Promise<StatusView> {
  return (await (await fetch(`${url}/api/status`)).json()) as StatusView;
}
