/**
 * Is /llms.txt enough? A reader that knows its address and nothing else of the service follows it: the commands of its quickstart in
 * a real shell, line by line, values and waits as the text says, links as it gives them.
 */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';
import { patienceMs } from '../../harness/patience.ts';

const hasShell = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

let league: League;
let guide: string;
beforeAll(async () => {
  league = await openLeague();
  guide = await (await fetch(`${league.url}/llms.txt`)).text();
});
afterAll(() => league.close());

type Json = Readonly<Record<string, unknown>>;

/** What a piece of the text says; a text that does not say it fails the test. */
function said(pattern: RegExp): string[] {
  const found = pattern.exec(guide);
  if (!found) throw new Error(`the text does not say ${pattern}`);
  return found.slice(1);
}

/** A shell that keeps its variables from one command to the next, as a reader's does. */
function createShell() {
  const kept: string[] = [];
  return {
    set: (assignment: string) => void kept.push(assignment),
    async run(command: string): Promise<Json> {
      const script = ['set -euo pipefail', ...kept, command].join('\n');
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { timeout: patienceMs });
      const answer = JSON.parse(stdout) as Json;
      expect(answer, `${command}\n${stdout}`).not.toHaveProperty('error');
      return answer;
    },
  };
}

/** `[name](url): note`, by name. */
function links(): Map<string, { readonly url: string; readonly note: string }> {
  const items = [...guide.matchAll(/^- \[([^\]]+)\]\(([^)\s]+)\)(?:: (.*))?$/gm)];
  return new Map(items.map(([, name = '', url = '', note = '']) => [name, { url, note }]));
}

test('a bot enters, orders, waits for the fill, reads it, and finds itself on the board', async ({ skip }) => {
  if (!hasShell) skip('no bash or no curl here');
  const [commands = ''] = said(/```bash\n([\s\S]*?)\n```/);
  const shell = createShell();
  const answers: { readonly command: string; readonly answer: Json }[] = [];
  for (const line of commands.split('\n')) {
    const asked = /^(\w+)=\w+\.\.\. +# (\w+) of that answer/.exec(line);
    if (asked) {
      const [, variable, member = ''] = asked;
      const value = answers.at(-1)?.answer[member];
      expect(value, line).toMatch(/^\w{10,}$/);
      shell.set(`${variable}=${String(value)}`);
    } else if (/^\w+=\S+$/.test(line)) shell.set(line);
    else answers.push({ command: line, answer: await shell.run(line) });
  }
  const answerOf = (path: string): Json => {
    const found = answers.find((a) => a.command.includes(path));
    if (!found) throw new Error(`no command of the quickstart asks ${path}`);
    return found.answer;
  };
  const curl = (path: string, more = ''): Promise<Json> => shell.run(`curl -s "$URL${path}"${more}`);
  const key = ' -H "Authorization: Bearer $KEY"';
  const [checkPath = '', isGood = ''] = said(/^\| in doubt \| POST (\S+) \| `(\w+)`:/m);
  expect((await curl(checkPath, ` -X POST${key}`))[isGood]).toBe(true);
  const [universePath = '', tradable = ''] = said(/^\| to choose \| GET (\S+) \| symbols that are `(\w+)`/m);
  expect(((await curl(universePath))['symbols'] as Json[]).every((s) => s[tradable] === true)).toBe(true);
  const [pastPath = ''] = said(/; GET (\/api\/prices\S+) has their past/);
  expect(await curl(pastPath)).toHaveProperty('series');

  const [orderId = '', fillsBy = ''] = said(/\/weights \| `(\w+)`, and `(\w+)`: 30 to 35 minutes away/);
  expect(answerOf('/weights')).toHaveProperty(orderId);
  const [until = '', state = '', filled = '', trades = ''] = said(
    /^\| after `(\w+)` \| .* \| `(\w+)`: `(\w+)`, with `(\w+)`/m,
  );
  expect(until).toBe(fillsBy);
  const [time = '', statusPath = ''] = said(/^The clock of the service is `(\w+)` in GET (\S+);/m);
  const due = Date.parse(answerOf('/weights')[fillsBy] as string);
  const askOrder = answers.find((a) => a.command.includes('$ORDER'))?.command ?? '';
  expect((await shell.run(askOrder))[state]).toBe('pending');
  const clock = async (): Promise<number> => Date.parse((await curl(statusPath))[time] as string);
  for (let waits = 0; (await clock()) <= due; waits++) {
    expect(waits, 'it says 30 to 35 minutes').toBeLessThanOrEqual(35);
    await league.advance({ minutes: 1 });
  }
  const order = await shell.run(askOrder);
  expect(order[state], JSON.stringify(order)).toBe(filled);
  expect((order[trades] as Json[]).map((t) => t['side'])).toEqual(['buy', 'buy']);

  const own = answerOf('/register')['agent_id'] as string;
  const [row = ''] = said(/the row with your `(\w+)` is yours/);
  const [boardPath = ''] = said(/^\| after 00:00 UTC \| GET (\S+)/m);
  const board = await curl(boardPath);
  expect((board['rows'] as Json[]).map((r) => r[row])).toContain(own);
  const listed = (await (await fetch(links().get('agents.json')?.url ?? '')).json()) as { agents: Json[] };
  expect(listed.agents.map((a) => a['agent_id'])).toContain(own);
  const page = await (await fetch(links().get('Board')?.url ?? '')).text();
  const [, href = ''] = new RegExp(`\\]\\((/bots/${own}[^)]*)\\)`).exec(page) ?? [];
  const profile = await fetch(new URL(href, links().get('Board')?.url));
  expect(profile.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await profile.text()).toMatch(/^# ‹My bot›$/m);
});

test('every failure that it names is as it says', async () => {
  const [body = ''] = said(/Every failure has the body `(.*?)`/);
  const failed = await fetch(`${league.url}/api/agents/agt_none/state`);
  const answer = (await failed.json()) as { error: Json };
  for (const [, member = ''] of body.matchAll(/"(\w+)"/g))
    expect({ ...answer, ...answer.error }).toHaveProperty(member);
  const [errors = ''] = said(/(\S+) lists every code/);
  const list = await (await fetch(errors)).text();
  expect(list).toContain(`| \`${String(answer.error['code'])}\` | ${failed.status} |`);
});

/** By how the address ends; the first that fits. */
const types: readonly (readonly [RegExp, string])[] = [
  [/\/schemas\/[\w-]+\.json$/, 'application/schema+json'],
  [/\/mcp\/server-card$/, 'application/mcp-server-card+json'],
  [/\.md$/, 'text/markdown; charset=utf-8'],
  [/\.json$|\/api\/[\w/]+$/, 'application/json; charset=utf-8'],
];

/** What these tags are for is linked to instead. */
const apart = ['Service', 'Proofs', 'Rounds', 'Extras', 'Watch', 'Showcase'];

describe('what it names is there', () => {
  test('every link answers, with the type that its address promises', async () => {
    const items = [...links().values()];
    expect(items.length).toBeGreaterThan(12);
    // Links are all in this form: none stands outside of it.
    expect(guide.match(/\]\(/g)).toHaveLength(items.length);
    for (const { url } of items) {
      const { status, headers } = await fetch(url);
      expect([url, status]).toEqual([url, 200]);
      expect(headers.get('content-type'), url).toBe(types.find(([end]) => end.test(url))?.[1]);
    }
    for (const [, url = ''] of guide.matchAll(/(https?:\/\/[^\s)`]+?)[,.;:]?(?=[\s)`]|$)/gm)) {
      if (url.endsWith('/mcp')) expect((await fetch(url, { method: 'POST' })).status).toBe(400);
      else expect((await fetch(url)).status, url).toBeLessThan(400);
    }
  });

  test('every operation is one of openapi.json, and none of them is left out', async () => {
    const { url = '' } = links().get('openapi.json') ?? {};
    const { paths } = (await (await fetch(url)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
    };
    const named = [...guide.matchAll(/\b(GET|POST) (\/[\w/{}.]*[\w}])/g)].map(([, method = '', path = '']) => {
      // A bot is `me`, too.
      return `${method.toLowerCase()} ${path.replace('/agents/me', '/agents/{agent_id}')}`;
    });
    expect(named.length).toBeGreaterThan(35);
    const described = Object.entries(paths).flatMap(([path, of]) =>
      Object.entries(of).map(([method, { tags }]) => ({ name: `${method} ${path}`, tags })),
    );
    const names = described.map((d) => d.name);
    expect(named.filter((n) => !names.includes(n))).toEqual([]);
    expect(described.filter((d) => !d.tags.some((tag) => apart.includes(tag)) && !named.includes(d.name))).toEqual([]);
  });
});
