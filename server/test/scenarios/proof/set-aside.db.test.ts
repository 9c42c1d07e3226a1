/**
 * What fails of a service, as others see it: a step really throws (faults/breaks.ts plants it), and whoever does the marks again from the
 * public log comes to the same, and names it. An operator that lets a bot fail to hold an order back is named in the same way.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { feature } from '../../../src/feature/feature.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { told } from '../../rooms/told.mark.ts';
import { createBreaks, type FaultKind } from '../../simulation/faults/breaks.ts';

const telling = feature({ name: 'telling', atMark: new URL('../../rooms/told.mark.ts', import.meta.url) });
const folder = mkdtempSync(join(tmpdir(), 'papertape-aside-'));
let league: League | undefined;
afterEach(async () => {
  told.fault = undefined;
  await league?.close();
  league = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Verified {
  readonly code: number;
  /** What differs or was not checked. */
  readonly found: readonly string[];
  /** The last line. */
  readonly sentence: string;
}

async function verify(of: League, target: string): Promise<Verified> {
  const lines: string[] = [];
  const code = await runVerify(target, { url: of.url, write: (line) => lines.push(line) });
  return { code, found: lines.filter((l) => /^(DIFFERS|NOT)/.test(l)), sentence: lines.at(-1) ?? '' };
}

/** One round of `papertape monitor` that begins at the first entry, or goes on from what it kept under the name. */
async function monitor(of: League, name: string): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const code = await runMonitor({ url: of.url, state: join(folder, name), once: true, write });
  return { code, lines };
}

const holds = (sentence: RegExp): unknown => ({ code: 0, found: [], sentence: expect.stringMatching(sentence) });

function breaksOf(of: League, victim: Bot) {
  const breaks = createBreaks(of, victim, { before: false, after: false, inside: false });
  return async (kind: FaultKind, what: 'begin' | 'end'): Promise<void> => await breaks[kind]?.[what]();
}

/** Two bots in each of two leagues, which hold something, and the evening before the close of 2026-03-03. */
async function openEvening(): Promise<{ of: League; victim: Bot; bots: Bot[] }> {
  const of = await openLeague({ start: '2026-03-02T20:00:00Z', rooms: [telling] });
  league = of;
  const bots: Bot[] = [];
  for (let i = 0; i < 4; i++) bots.push(await of.enter({ league: i < 2 ? 'spot_crypto' : 'multi' }));
  for (const bot of bots) await bot.weights({ 'BTC-USD': 0.5 });
  await of.advance({ minutes: 40 });
  return { of, victim: bots[0] as Bot, bots };
}

test('a bot that cannot be read over a close and for longer than 6 hours, a close that fails, a room that throws', async () => {
  const { of, victim, bots } = await openEvening();
  const step = breaksOf(of, victim);
  await step('bot cannot be read', 'begin');
  for (const bot of bots) await bot.weights({ 'ETH-USD': 0.3, 'BTC-USD': 0.1 });
  await victim.weights({}, { sandbox: true });
  await of.advanceTo('2026-03-02T22:00:00Z');
  await victim.weights({ 'SOL-USD': 0.2 });
  expect((await monitor(of, 'evening')).code).toBe(0);
  await step('room throws', 'begin');
  await step('close cannot be stored', 'begin');
  await of.advanceTo('2026-03-03T00:10:00Z');
  await step('close cannot be stored', 'end');
  await step('room throws', 'end');
  // The value that it had at its close before: none yet, so that it begins with.
  expect((await monitor(of, 'evening')).code).toBe(0);
  await of.advanceTo('2026-03-03T05:31:00Z');
  await step('bot cannot be read', 'end');
  await of.advanceTo('2026-03-04T00:30:00Z');

  expect((await runAudit(of.app.storage)).differences).toEqual([]);
  const aside = `${victim.id} was set aside from 2026-03-02T21:15:00.000Z to 2026-03-03T05:35:00.000Z`;
  const kept = `${victim.id} kept its value at 2026-03-03T00:00:00.000Z`;
  const missed = 'the close multi/2026-03-03 was missed';
  const room = 'the room telling was set aside from 2026-03-02T22:05:00.000Z to 2026-03-03T00:15:00.000Z';
  const named = (...parts: readonly string[]): RegExp =>
    new RegExp(`^verify: All holds\\. .* By its own word this service failed: ${parts.join('; ')}\\. Nobody outside`);
  expect(await verify(of, 'spot_crypto')).toEqual(holds(named(aside, room, kept)));
  expect(await verify(of, 'multi')).toEqual(holds(named(room, missed)));
  expect(await verify(of, 'log')).toEqual(holds(named(aside, room, missed, kept)));
  expect(await verify(of, victim.id)).toEqual(holds(named(aside, room, kept)));
  const whole = await monitor(of, 'whole');
  expect(whole.code).toBe(0);
  expect(whole.lines.filter((line) => / (set_aside|readmitted|value_kept|close_missed) /.test(line))).toHaveLength(6);
  expect((await monitor(of, 'evening')).code).toBe(0);

  for (const date of ['2026-03-02', '2026-03-03']) await runExport(of.database.env, date, folder);
  expect(await verify(of, join(folder, 'papertape-2026-03-02.jsonl.gz'))).toEqual(holds(/agt_\w+ is set aside since/));
  expect(await verify(of, join(folder, 'papertape-2026-03-03.jsonl.gz'))).toEqual(
    holds(named(aside, room, missed, kept)),
  );
});

test('an operator that lets a bot fail to hold its order back: all holds, and the bot and its order are named', async () => {
  const { of, victim } = await openEvening();
  const step = breaksOf(of, victim);
  await step('fill cannot be stored', 'begin');
  const held = await victim.weights({ 'ETH-USD': 0.9 });
  await of.advance({ hours: 9 });
  const { incidents } = await of.client.incidents();
  expect(incidents.map((i) => [i.kind, i.about])).toEqual([['set_aside', { kind: 'bot', id: victim.id }]]);
  const named = new RegExp(`${victim.id} is set aside since 2026-03-02T21:15:00.000Z, 1 order waits`);
  expect(await verify(of, 'spot_crypto')).toEqual(holds(named));
  expect(await verify(of, 'log')).toEqual(holds(named));
  expect((await verify(of, 'multi')).sentence).not.toContain(victim.id);
  expect((await monitor(of, 'hidden')).code).toBe(0);
  await step('fill cannot be stored', 'end');
  await of.advance({ minutes: 10 });
  expect((await victim.order(held.order_id)).state).toBe('filled');
  expect((await monitor(of, 'hidden')).code).toBe(0);
  expect(await verify(of, held.order_id)).toEqual(holds(/All holds/));
});

test('a bot whose first order waits for days: its record begins with the market of its own window', async () => {
  const { of } = await openEvening();
  const late = await of.enter();
  await breaksOf(of, late)('fill cannot be stored', 'begin');
  await late.weights({ 'ETH-USD': 0.9 });
  await of.advanceTo('2026-03-06T12:00:00Z');
  await breaksOf(of, late)('fill cannot be stored', 'end');
  await of.advanceTo('2026-03-08T00:10:00Z');
  expect((await runAudit(of.app.storage)).differences).toEqual([]);
  expect(await verify(of, 'spot_crypto')).toEqual(holds(/was set aside from 2026-03-02/));
});
