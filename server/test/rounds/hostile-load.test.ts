/**
 * Hostile programs are graded in a thread of their own: what bots ask for meanwhile waits behind none of them, and this thread, which serves requests,
 * does none of the work. Processor time and order are compared, and no clock, so that a machine that does much else changes nothing. How long a GET
 * takes meanwhile is measured by `npm run bench -- hostile-programs` (docs/operators/benchmarks.md).
 */
import { threadCpuUsage } from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { makeInThread, type Maker } from '../../src/rounds/maker.ts';
import { hostileRound, hostileSheets } from './hostile-sheets.ts';
import { hostileWorkbooks, workbookRound } from './hostile-workbooks.ts';

let maker: Maker;
afterEach(() => maker.stop());

const sheets = hostileSheets(1);

test('twenty hostile programs: all are contained, and of the work this thread does less than a tenth', async () => {
  maker = makeInThread('');
  const sum = ({ user, system }: { readonly user: number; readonly system: number }): number => user + system;
  const before = { process: sum(process.cpuUsage()), here: sum(threadCpuUsage()) };
  const scores = await maker.score(hostileRound, [...sheets, ...sheets]);
  const [all, here] = [sum(process.cpuUsage()) - before.process, sum(threadCpuUsage()) - before.here];
  const contained = scores.flatMap(({ tasks }) => tasks).filter(([, , why]) => why.startsWith('0 of 24'));
  expect(contained).toHaveLength(20);
  expect(here, `${here} of ${all} µs`).toBeLessThan(all / 10);
});

test('workbooks that take all their steps are contained there, too', async () => {
  maker = makeInThread('');
  const scores = await maker.score(workbookRound, hostileWorkbooks(5));
  const contained = scores.flatMap(({ tasks }) => tasks).filter(([, , why]) => why.includes('more than 2000000 steps'));
  expect(contained).toHaveLength(5);
});

test('tasks are shown, answers read and practice scored while thousands of them are being graded', async () => {
  maker = makeInThread('');
  let isGraded = false;
  const many = Array.from({ length: 500 }, () => sheets[0]!);
  const graded = maker.score(hostileRound, many).then(
    () => (isGraded = true),
    () => 'ended',
  );
  const of = { made: hostileRound, botId: 'agt_0' };
  const { tasks } = await maker.shown(of);
  expect(await maker.shown(of)).toBe(await maker.shown(of));
  const [first] = tasks;
  const answers = JSON.stringify({ [first!.task_id]: first!.example });
  expect(await maker.read(of, answers)).toEqual({ answers, faults: [] });
  expect((await maker.practice.tried(of, answers)).tasks).toHaveLength(10);
  expect(isGraded).toBe(false);
  await maker.stop();
  expect(await graded).toBe('ended');
});
