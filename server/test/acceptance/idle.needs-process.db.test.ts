/**
 * An idle service is small: from a built tree it answers the first page in under 2 seconds, and at rest, its engine's thread
 * included, it keeps under 150 MB of memory. The clock runs 120 times as fast as real time, so that a few marks are in the figure
 * within seconds. Much faster, and there is no rest between two marks to clean up in: that would no longer be a service at rest. (Seen over
 * 300 marks, a day's, at two a second: up to 163 MB between V8's own collections.)
 */
import { afterEach, expect, test } from 'vitest';
import type { StatusView } from 'papertape-contract/status';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { endAll, residentMb, startService, until } from './service-process.ts';

const firstAnswerMsMax = 2_000;
const memoryMbMax = 150;
const marksPassed = 5;

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
  // The best of three, and of three times as many where other tests have the machine at that moment: what else it does is not the service's.
  const firstMs: number[] = [];
  const firstMb: number[] = [];
  while (firstMs.length < 3 || (firstMs.length < 9 && Math.min(...firstMs) >= firstAnswerMsMax)) {
    const started = performance.now();
    const service = await startService(env);
    expect(await get(`${service.url}/`)).toBe(200);
    firstMs.push(performance.now() - started);
    firstMb.push(residentMb(service.pid));
    await service.stop();
  }
  const service = await startService(env);
  expect(await get(`${service.url}/`)).toBe(200);
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
  // The middle one of the last three: one may have been taken while a mark was at work, which is no rest.
  const idle = samples.slice(-3).sort((a, b) => a - b)[1] as number;
  // oxlint-disable-next-line no-console -- what was measured must be seen
  console.log(
    `${testEngine}: first page after ${firstMs.map((ms) => ms.toFixed(0)).join(', ')} ms; memory ${firstMb.map((mb) => mb.toFixed(0)).join(', ')} MB then, ${idle.toFixed(0)} MB after ${marksPassed} marks, ${Math.max(...samples).toFixed(0)} MB at most`,
  );
  expect(Math.min(...firstMs)).toBeLessThan(firstAnswerMsMax);
  expect(idle).toBeLessThan(memoryMbMax);
  await service.stop();
});

async function status(url: string): Promise<StatusView> {
  return (await (await fetch(`${url}/api/status`)).json()) as StatusView;
}
