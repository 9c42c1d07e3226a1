/** Every kind of public page, by Chromium and axe: on a phone and a wide screen, light and dark, with scripts and without. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from '../server/test/acceptance/service-process.ts';
import { onPath, runProgram } from './programs.ts';
import { league, playToClose, withLeague } from './running-league.ts';

const folder = fileURLToPath(new URL('./pages/', import.meta.url));
const chromium = onPath('chromium');
/** A phone's first screen, in px. */
const phoneHeight = 844;

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
  /** How many charts stand above the board. */
  readonly chart: number;
  /** How far down the name of the board's first bot ends, in px. */
  readonly leaderEnds: number;
}

test('every kind of public page in Chromium', async (context) => {
  if (chromium === undefined) {
    // CI installs it (scripts/judges-ready.sh).
    expect(process.env['CI'], 'Chromium is not on this machine').not.toBe('true');
    context.skip('Chromium is not on this machine');
    return;
  }
  await withLeague(async ({ url, enter }) => {
    const first = await enter('Seen By Everyone');
    for (const name of ['Second In Line', 'Third In Line', 'Fourth In Line', 'Fifth In Line']) await enter(name);
    await playToClose(first);
    await until('a second close, with which the chart begins', 90, async () =>
      (await first.client.equity(first.id)).points.length > 1 ? true : undefined,
    );
    const { maker_id: maker } = await first.client.agent(first.id);
    const board = `/leagues/${league}`;
    const paths = ['/', board, `/bots/${first.id}`, `/makers/${maker}`, ...plainPages];
    const places = { service: url, paths, board, screenshots: process.env['PAPERTAPE_TEST_SCREENSHOTS'] };
    const { code, output } = await runProgram(join(folder, 'in-browser.mjs'), [chromium, JSON.stringify(places)]);
    expect(code, output).toBe(0);
    const { leaderEnds, chart, visits, ...wrong } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Seen;
    expect(wrong).toEqual({
      complaints: [],
      violations: [],
      elsewhere: [],
      shifts: [],
      overflows: [],
      heavy: [],
      empty: [],
    });
    expect(visits).toBe(paths.length * 5);
    expect(chart).toBe(1);
    expect(leaderEnds).toBeLessThanOrEqual(phoneHeight);
  }, settings);
});

const plainPages = [
  '/seats',
  '/giving',
  '/incidents',
  '/figures',
  '/errors',
  '/newsletter',
  '/docs/README',
  '/docs/bots/rules',
];
