/** Every kind of public page, by Chromium and axe: on a phone and a wide screen, light and dark, with scripts and without. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from '../server/test/acceptance/service-process.ts';
import { needChromium, runProgram } from './programs.ts';
import { league, playToClose, withLeague } from './running-league.ts';

const folder = fileURLToPath(new URL('./pages/', import.meta.url));
/** A phone's first screen, in px. */
const phoneHeight = 844;

const taskLeague = 'deal_finder';

/** One address reads some 90 pages as fast as it can, and their files. */
const settings = { PAPERTAPE_LIMITS: 'off' };

interface Seen {
  readonly visits: number;
  readonly complaints: readonly string[];
  readonly violations: readonly string[];
  readonly elsewhere: readonly string[];
  readonly shifts: readonly string[];
  readonly overflows: readonly string[];
  readonly heavy: readonly string[];
  readonly empty: readonly string[];
  readonly heaviest: { readonly htmlAndCss: number; readonly script: number };
  /** How many charts stand above the board. */
  readonly chart: number;
  /** How far down the name of the board's first bot ends, in px. */
  readonly leaderEnds: number;
  /** How often a phone's board says what the records tell: once there are records of 20 closes, once. */
  readonly sureness: number;
}

test('every kind of public page in Chromium', { timeout: 1_000_000 }, async (context) => {
  const chromium = needChromium(context);
  await withLeague(async ({ url, enter }) => {
    const first = await enter('Seen By Everyone');
    const { id: second } = await enter('Second In Line');
    for (const name of ['Third In Line', 'Fourth In Line', 'Fifth In Line']) await enter(name);
    const { id: answerer } = await enter('Who Answers', taskLeague);
    await playToClose(first);
    await until('a second close, with which the chart begins', async () =>
      (await first.client.equity(first.id)).points.length > 1 ? true : undefined,
    );
    const { maker_id: maker } = await first.client.agent(first.id);
    const board = `/leagues/${league}`;
    const { fills } = await first.client.fills();
    const orders = fills.slice(0, 1).map((f) => f.page);
    expect(orders).toHaveLength(1);
    const paths = ['/', board, `/bots/${first.id}`, `/makers/${maker}`, ...orders, ...plainPages];
    const [close] = (await first.client.equity(first.id)).points;
    const { last_mark: mark } = await first.client.status();
    paths.push(`/compare?bots=${first.id},${second}`, `/embed/bots/${first.id}`);
    paths.push(`/closes/${league}/${close?.date.slice(0, 10)}`, `/marks/${mark?.replace('.000Z', 'Z')}`);
    // Its first round opens at the second midnight, the second close.
    paths.push(`${board}/market`, `${board}/rules`, `${board}/ladder`, `${board}?tier=Qualifying&sort=week`);
    const rounds = `/leagues/${taskLeague}/rounds`;
    paths.push(`/bots/${answerer}`, rounds, `${rounds}/current`);
    const places = { service: url, paths, once: [], board, screenshots: process.env['PAPERTAPE_TEST_SCREENSHOTS'] };
    const { code, output } = await runProgram(join(folder, 'in-browser.mjs'), [chromium, JSON.stringify(places)], {
      timeoutMs: 900_000,
    });
    expect(code, output).toBe(0);
    const { leaderEnds, chart, visits, heaviest, sureness, ...wrong } = JSON.parse(
      output.trim().split('\n').at(-1) ?? '',
    ) as Seen;
    expect(wrong).toEqual({
      complaints: [],
      violations: [],
      elsewhere: [],
      shifts: [],
      overflows: [],
      heavy: [],
      empty: [],
    });
    process.stdout.write(`heaviest page: ${JSON.stringify(heaviest)}\n`);
    expect(visits).toBe(paths.length * 5);
    expect(chart).toBe(1);
    expect(leaderEnds).toBeLessThanOrEqual(phoneHeight);
    expect(sureness).toBeLessThanOrEqual(1);
  }, settings);
});

const plainPages = [
  '/search?q=in',
  '/compare',
  '/leagues',
  '/bots',
  '/extras',
  '/extras/verified_badge',
  '/sponsor',
  '/champions',
  '/seats',
  '/giving',
  '/incidents',
  '/figures',
  '/errors',
  '/newsletter',
  '/register',
  '/owner',
  '/status',
  '/marks',
  '/makers',
  '/docs/README',
  '/docs/bots/rules',
];
