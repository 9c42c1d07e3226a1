/**
 * The showcase at speed: a page of the gallery and its listing from ready bytes, at least 0.8 of bare node:http sending the same bytes; and
 * votes, each of a bot for another's entry and durable, with a p99 below 25 ms at 64 connections, on both engines.
 */
import { join } from 'node:path';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrk, wrkWithProcessor, type Load, type Served } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
const rounds = 3;
const pages = ['/showcase', '/api/showcase?per_page=20'];
/** Each votes once for each entry of another: with so many, 64 connections have some 200,000 votes to give in a round. */
const bots = 400;
/** Of each bot, as many as a day allows. */
const entriesPerBot = 5;

interface Said {
  readonly url: string;
  readonly bots: { readonly id: string; readonly key: string }[];
}

export async function run(): Promise<void> {
  if (!hasWrk()) {
    console.log('wrk is not installed (Debian package wrk): not measured');
    return;
  }
  const results: Result[] = [];
  for (const engine of await benchEngines()) {
    const database = await createTestDatabase(engine);
    const server = await serveScript<Said>([join(import.meta.dirname, 'http-server.ts'), 'real'], {
      ...database.env,
      PORT: '0',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_BENCH_BOTS: String(bots),
      // Its bots register when the service starts: that work is no request's.
      PAPERTAPE_HOUSE: 'off',
      PAPERTAPE_LOG: 'error',
    });
    try {
      const entries = await post(server.said);
      if (engine === 'sqlite') for (const page of pages) results.push(await gallery(server, page));
      results.push(await votes(server, entries, engine));
    } finally {
      await server.stop();
      await database.drop();
    }
  }
  printResults(results);
}

interface Posted {
  readonly id: number;
  /** Place of its bot among those of the service. */
  readonly by: number;
}

async function post({ url, bots }: Said): Promise<Posted[]> {
  const posted: Posted[] = [];
  for (const [by, { id, key }] of bots.entries())
    for (let n = 0; n < entriesPerBot; n++) {
      const shapes = Array.from({ length: 40 }, (_, i) => `<circle cx="${i * 2 + n}" cy="${(i * 7) % 90}" r="5"/>`);
      const art = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${shapes.join('')}</svg>`;
      const body = { agent_id: id, board: 'art', title: `Circles ${n}`, kind: 'svg', art };
      const answer = await fetch(`${url}/api/showcase`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`an entry was answered ${answer.status}: ${await answer.text()}`);
      posted.push({ id: ((await answer.json()) as { entry: { id: number } }).entry.id, by });
    }
  return posted;
}

async function gallery(server: Served<Said>, path: string): Promise<Result> {
  const ours = `${server.said.url}${path}`;
  const bare = await serveScript<{ url: string }>([join(import.meta.dirname, 'bare-http.ts'), ours], {});
  try {
    const theirs = `${bare.said.url}${path}`;
    await wrk(ours, 2);
    await wrk(theirs, 2);
    const pairs: { readonly ours: Load; readonly bare: Load }[] = [];
    for (let round = 0; round < rounds; round++)
      pairs.push({ ours: await wrk(ours, seconds), bare: await wrk(theirs, seconds) });
    const median = (pick: (pair: (typeof pairs)[number]) => number): number =>
      pairs.map(pick).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    const perSecond = whole(median((p) => p.ours.perSecond));
    return {
      work: `GET ${path}, ready bytes, 64 connections`,
      ours: `${perSecond}/s, p99 ${fixed(
        median((p) => p.ours.p99),
        1,
      )} ms`,
      ceiling: `${whole(median((p) => p.bare.perSecond))}/s bare node:http`,
      ratio: fixed(median((p) => p.ours.perSecond / p.bare.perSecond)),
      target: '>= 0.8',
    };
  } finally {
    await bare.stop();
  }
}

async function votes(server: Served<Said>, entries: readonly Posted[], engine: TestEngine): Promise<Result> {
  const { url } = server.said;
  const share = Math.floor(entries.length / (rounds + 1));
  await wrk(url, 2, voting(server.said, entries.slice(0, share)));
  const loads: (Load & { readonly micros: number })[] = [];
  for (let round = 1; round <= rounds; round++) {
    const some = entries.slice(round * share, (round + 1) * share);
    const load = await wrkWithProcessor(server, url, seconds, voting(server.said, some));
    if (load.failures > 0) throw new Error(`${load.failures} of ${load.requests} votes failed`);
    loads.push(load);
  }
  const median = (pick: (load: (typeof loads)[number]) => number): number =>
    loads.map(pick).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return {
    work: `${engine}: POST a vote, durable, 64 connections`,
    ours: `${whole(median((l) => l.perSecond))}/s, p50 ${fixed(
      median((l) => l.p50),
      1,
    )} ms, p99 ${fixed(
      median((l) => l.p99),
      1,
    )} ms, ${fixed(
      median((l) => l.micros),
      0,
    )} µs of processor time`,
    ceiling: '',
    ratio: '',
    target: 'p99 < 25 ms',
  };
}

/**
 * Every bot votes once for each of the entries, and none for its own. The load ends by itself before no such vote is left: those of a last turn of
 * all connections are sent and counted no more.
 */
function voting(said: Said, entries: readonly Posted[]): string {
  return `
local bots = {${said.bots.map((b) => `{"${b.id}", "Bearer ${b.key}"}`).join(',\n')}}
local entries = {${entries.map(({ id, by }) => `{${id}, ${by}}`).join(',')}}
local i = -1
local last = #bots * #entries - 1000
request = function()
  if i >= last then wrk.thread:stop() end
  local bot, entry
  repeat
    i = i + 1
    bot = bots[i % #bots + 1]
    entry = entries[math.floor(i / #bots) % #entries + 1]
  until entry[2] ~= i % #bots
  local headers = {["Content-Type"] = "application/json", ["Authorization"] = bot[2]}
  return wrk.format("POST", "/api/showcase/" .. entry[1] .. "/vote", headers, '{"agent_id":"' .. bot[1] .. '"}')
end`;
}
