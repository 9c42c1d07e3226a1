/** Hostile texts and drawings on every kind of page, in Chromium: no dialog, no request to anybody, no text that becomes markup. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from '../server/test/acceptance/service-process.ts';
import vectors from '../server/test/fixtures/svg-vectors.json' with { type: 'json' };
import { naughty } from '../server/test/hostile/naughty.ts';
import { needChromium, runProgram } from './programs.ts';
import { league, withLeague } from './running-league.ts';

const program = join(fileURLToPath(new URL('./hostile-texts/', import.meta.url)), 'in-browser.mjs');

/** What is made to be slow says nothing of safety (showcase.test.ts). */
const drawings = vectors.filter(({ cat }) => cat !== 'dos').map(({ payload }) => payload);
const hostile = [...naughty.filter((t) => /<|script:|alert|\bon\w+=/i.test(t)), ...drawings].map((t) => t.trim());
const botsMax = 20;

interface HostileBot {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly reason: string;
}

test('hostile texts on every kind of page in Chromium', async (context) => {
  const chromium = needChromium(context);
  const folder = await mkdtemp(join(tmpdir(), 'papertape-hostile-'));
  try {
    await withLeague(async ({ url }) => {
      const { bots, entries } = await fill(url);
      expect(bots.length).toBe(botsMax);
      expect(entries.length).toBeGreaterThan(botsMax);
      const file = join(folder, 'places.json');
      const paths = await pathsOf(url, bots, entries);
      await writeFile(file, JSON.stringify({ service: url, bots, paths }));
      const { code, output } = await runProgram(program, [chromium, file]);
      expect(code, output).toBe(0);
      expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
        visits: paths.length + bots.length,
        live: botsMax,
        owners: 3,
        missing: [],
        asked: ['planted: http://evil.example/x'],
        dialogs: ['planted'],
        errors: [],
        led: [],
        markup: [expect.stringMatching(/^planted: <img /)],
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

interface Taken {
  readonly text: string;
  readonly answer: Record<string, unknown>;
}

/** Gives one hostile text after the other, from where it stood, until one is taken. */
function hander(start: number): (send: (text: string) => Promise<Response>) => Promise<Taken> {
  let next = start;
  return async (send) => {
    let last = '';
    for (let tries = 0; tries < hostile.length; tries += 1) {
      const text = hostile[next++ % hostile.length] ?? '';
      const response = await send(text);
      const answer = (await response.json()) as Record<string, unknown>;
      if (response.status === 200) return { text, answer };
      last = JSON.stringify(answer);
    }
    throw new Error(`no hostile text is taken: ${last}`);
  };
}

async function send(url: string, body: object, key?: string): Promise<Response> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Bots whose every text is hostile, and what they post. Each text of a bot is another one, and each kind of text begins elsewhere in the list. */
async function fill(
  url: string,
): Promise<{ readonly bots: readonly HostileBot[]; readonly entries: readonly number[] }> {
  const bots: HostileBot[] = [];
  const entries: number[] = [];
  const members = ['description', 'style', 'pledge_cause', 'website', 'logo_url', 'pledge_url'] as const;
  const kinds = ['name', ...members, 'title', 'caption', 'pitch'];
  const step = Math.floor(hostile.length / kinds.length);
  const hand = Object.fromEntries(kinds.map((kind, i) => [kind, hander(i * step)])) as Record<
    string,
    ReturnType<typeof hander>
  >;
  for (let i = 0; i < botsMax; i += 1) {
    const maker = { contact: `hostile.${i % 4}@example.test`, country: 'CA', league, pledge_pct: 5 };
    const name = await hand['name']!((text) =>
      send(`${url}/api/agents/register`, { ...maker, name: text, company: text }),
    );
    const { agent_id: id, api_key: key } = name.answer as { readonly agent_id: string; readonly api_key: string };
    for (const member of members)
      await hand[member]!((text) => {
        const value = member.endsWith('url') || member === 'website' ? `http://evil.example/?${text}` : text;
        return send(`${url}/api/agents/${id}/profile`, { [member]: value }, key);
      });
    const post = async (kind: string, of: (text: string) => object): Promise<void> => {
      const { answer } = await hand[kind]!((text) => send(`${url}/api/showcase`, { agent_id: id, ...of(text) }, key));
      entries.push((answer as { readonly entry: { readonly id: number } }).entry.id);
    };
    await post('title', (title) => ({ board: 'ideas', title, pitch: title, how_a_bot_would_do_it: title }));
    await post('caption', (caption) => ({ board: 'art', title: 'x', kind: 'ascii', art: caption, caption }));
    for (const art of drawings.slice(i * 3, i * 3 + 3)) {
      const answer = await send(
        `${url}/api/showcase`,
        { agent_id: id, board: 'art', title: 'x', kind: 'svg', art },
        key,
      );
      if (answer.status === 200) entries.push(((await answer.json()) as { entry: { id: number } }).entry.id);
    }
    const reason = hostile[(i * 7) % hostile.length] ?? '';
    bots.push({ id, key, name: name.text, reason });
  }
  return { bots, entries };
}

async function pathsOf(
  url: string,
  bots: readonly HostileBot[],
  entries: readonly number[],
): Promise<readonly string[]> {
  const read = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
  const close = await until('a close', async () => {
    const { as_of: at } = await read<{ readonly as_of: string | null }>(`/api/leaderboard?league=${league}`);
    return at?.slice(0, 10);
  });
  const makers = await Promise.all(
    bots.slice(0, 4).map(async ({ id }) => (await read<{ readonly maker_id: string }>(`/api/agents/${id}`)).maker_id),
  );
  const ids = bots.map(({ id }) => id);
  const boards = ['/', `/leagues/${league}`, '/makers', '/giving', '/seats', '/leagues', '/champions', '/showcase'];
  return [
    ...boards,
    ...['/', `/leagues/${league}`, `/bots/${ids[0]}`].map((path) => `/fr${path === '/' ? '' : path}`),
    ...ids.flatMap((id) => [`/bots/${id}`, `/embed/bots/${id}`, `/badges/bots/${id}.svg`]),
    ...makers.map((id) => `/makers/${id}`),
    ...entries.map((id) => `/showcase/${id}`),
    `/closes/${league}/${close}`,
    `/compare?bots=${ids.slice(0, 4).join(',')}`,
    ...bots.map(({ name }) => `/search?q=${encodeURIComponent(name)}`),
  ];
}
