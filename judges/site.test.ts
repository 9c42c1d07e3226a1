/** Every kind of page, with something to show on each, by tools that know how pages have to be. One service for all tests here. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StrategyReport } from 'papertape-contract/payment';
import { demoLeague } from '../server/src/cli/demo-bots.ts';
import { get, okJson } from '../server/test/harness/http.ts';
import { htmlOf, openFurnishedSite, pathsOnce, wideName, type FurnishedSite } from './furnished-site.ts';
import { needChromium, runProgram } from './programs.ts';

const programs = fileURLToPath(new URL('./site/', import.meta.url));

let site: FurnishedSite;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papertape-site-'));
  site = await openFurnishedSite();
});

afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true });
});

/** Runs a program of site/ with one file of JSON. @returns the JSON of its last line. */
async function judge<T>(program: string, input: unknown): Promise<T> {
  const file = join(folder, `${program}.json`);
  await writeFile(file, JSON.stringify(input));
  const { code, output } = await runProgram(join(programs, program), [file]);
  expect(code, output).toBe(0);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as T;
}

test('each page that is declared is there', () => {
  expect(site.kinds.filter(({ path }) => path.includes('{'))).toEqual([]);
  expect(site.kinds.filter(({ kind, status }) => status !== (kind.startsWith('no such') ? 404 : 200))).toEqual([]);
});

test('html-validate: the standard rules', async () => {
  const planted =
    '<!doctype html>\n<html lang="en"><head><title>x</title></head><body><p><div>x</div></p></body></html>\n';
  const found = await judge<readonly string[]>('validate.mjs', [['planted', planted], ...(await htmlOf(site))]);
  expect(found.filter((line) => line.startsWith('planted: '))).not.toEqual([]);
  expect(found.filter((line) => !line.startsWith('planted: '))).toEqual([]);
});

test('by keyboard, on paper, in forced colours, without motion, enlarged, with text spacing, without scripts', async (context) => {
  const executablePath = needChromium(context);
  const every = pathsOnce(site);
  const board = `/leagues/${demoLeague}`;
  const main = {
    board,
    league: 'multi',
    paged: site.paged,
    bot: site.bot.id,
    name: wideName,
    entry: site.entryPage,
    order: site.payPage,
  };
  const report = site.kinds.find(({ kind }) => kind === '/pay/{reference}/report')?.path ?? 'no report';
  const { figures, note } = okJson<StrategyReport>(
    await get(site.league, `/api/pay/order/${report.split('/')[2]}/report`),
  );
  expect(figures.length).toBeGreaterThan(15);
  const texts = { [report]: [note, ...figures.flatMap((f) => [f.name, f.means, f.formula, f.source])] };
  const printed = [board, `/bots/${site.bot.id}`, `/orders/${site.orderId}`, report];
  const wrong = await judge('use.mjs', { executablePath, service: site.url, every, main, printed, texts });
  expect(wrong).toEqual({
    planted: ['widths', 'motion', 'forced', 'paper', 'keys'],
    widths: [],
    motion: [],
    forced: [],
    paper: [],
    keys: [],
    keysOnPhones: [],
    plain: [],
  });
});

test('axe, weights, shifts and widths of every kind of page: in French where it has French words', async (context) => {
  const executablePath = needChromium(context);
  const ofKinds = new Map(site.kinds.map(({ path, hasFrench }) => [path, hasFrench]));
  const once = pathsOnce(site).map((path) => (ofKinds.get(path) === true ? `/fr${path === '/' ? '' : path}` : path));
  expect(once.filter((path) => path.startsWith('/fr')).length).toBeGreaterThan(30);
  const places = { service: site.url, paths: [], once, board: `/leagues/${demoLeague}` };
  const { code, output } = await runProgram(join(programs, '../pages/in-browser.mjs'), [
    executablePath,
    JSON.stringify(places),
  ]);
  expect(code, output).toBe(0);
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
    visits: once.length,
    complaints: [],
    violations: [],
    elsewhere: [],
    shifts: [],
    overflows: [],
    heavy: [],
    heaviest: { htmlAndCss: expect.any(Number), script: expect.any(Number) },
    empty: [],
    chart: 1,
    // The wide name of the first bot takes more lines than a usual one.
    leaderEnds: expect.any(Number),
    // 20 closes are a record, of which the board says what it tells.
    sureness: 1,
  });
});

test('lighthouse: what does not depend on the speed of the machine, of three kinds of page', async (context) => {
  const executablePath = needChromium(context);
  const paths = ['/', `/leagues/${demoLeague}`, `/bots/${site.bot.id}`];
  const categories = ['accessibility', 'best-practices', 'seo'];
  type Measured = { readonly path: string; readonly scores: Readonly<Record<string, number>> };
  const input = { executablePath, service: site.url, paths, runs: 1, categories };
  const measured = await judge<readonly Measured[]>('lighthouse.mjs', input);
  expect(measured.map(({ path }) => path)).toEqual(paths);
  for (const { path, scores } of measured)
    for (const id of categories) expect(scores[id], `${path} ${id}`).toBeGreaterThanOrEqual(95);
});
