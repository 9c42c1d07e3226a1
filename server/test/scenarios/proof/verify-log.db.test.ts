/** `papertape verify log`: a stranger reads the public log of a service from its first entry on, or goes on from the checkpoint that it kept. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerify, type VerifyOptions } from '../../../src/cli/verify.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let folder: string;
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-verify-log-'));
  league = await openLeague({ start: '2026-03-01T22:00:00Z' });
  const bots: Bot[] = [];
  for (let i = 0; i < 4; i++) bots.push(await league.enter({ name: `Bot ${i}` }));
  for (let round = 0; round < 4; round++) {
    for (const bot of bots) await bot.weights({ 'BTC-USD': 0.1 * (round + 1) }, { sandbox: round === 1 });
    await league.advance({ minutes: 10 });
  }
  await (bots[3] as Bot).retire('enough');
  await league.advance({ hours: 8 });
});
afterAll(async () => {
  await league.close();
  rmSync(folder, { recursive: true });
});

async function verifyLog(options: Partial<VerifyOptions> = {}): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  asked.length = 0;
  const watched: typeof fetch = async (input, init) => {
    asked.push(new URL(input instanceof Request ? input.url : input).pathname);
    return await fetch(input, init);
  };
  const code = await runVerify('log', {
    url: league.url,
    write: (line) => lines.push(line),
    fetch: watched,
    ...options,
  });
  return { code, lines: lines.filter((line) => !line.startsWith('ok')) };
}

test('all of the log holds, and is told in one sentence', async () => {
  const { code, lines } = await verifyLog();
  expect([code, lines]).toEqual([
    0,
    [expect.stringMatching(/^verify: All holds\. \d+ steps hold\. The log has \d+ entries/)],
  ]);
  expect(asked.every((url) => /^\/(checkpoint|api\/log|tile\/)/.test(url))).toBe(true);
});

test('a key by which the reader knows the log must be one of the log', async () => {
  const { key } = await league.client.log();
  expect((await verifyLog({ key })).code).toBe(0);
  expect(
    (await verifyLog({ key: key.replace(/\+[^+]*$/, '+AbRnHkuKGyq5mxUvCBmR/ixXHd7Q84bmL0Wtm4nf4q+N') })).code,
  ).toBe(1);
});

test('it goes on from what it kept, and asks for no full bundle again', async () => {
  const state = join(folder, 'kept');
  expect((await verifyLog({ state })).code).toBe(0);
  const before = (await league.client.log()).size;
  await league.advance({ hours: 1 });
  expect((await verifyLog({ state })).code).toBe(0);
  const bundles = asked.filter((url) => url.startsWith('/tile/entries/'));
  expect(bundles).toHaveLength(1);
  expect(bundles[0]).toContain(`/${String(Math.floor(before / 256)).padStart(3, '0')}`);
  expect(readFileSync(join(state, 'state.json'), 'utf8')).toContain((await league.client.log()).size.toString());
});
