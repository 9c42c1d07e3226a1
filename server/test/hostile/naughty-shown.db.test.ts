/**
 * Naughty strings where they are shown: on pages, in files, mails, event streams and to models. They stand there as text and as nothing else.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from 'papertape-contract/registration';
import { get, okJson } from '../harness/http.ts';
import { openLeague, type League } from '../harness/league.ts';
import { openStream } from '../harness/stream.ts';
import { knock, register, view } from './doors.ts';
import { naughty } from './naughty.ts';

let league: League;
/** Where mails go on PostgreSQL, which has no folder of its own. */
const folder = mkdtempSync(join(tmpdir(), 'papertape-naughty-'));
beforeAll(async () => {
  league = await openLeague({ env: { DATA_DIR: folder }, overrides: { botsPerTier: 100_000 } });
  await league.advance({ minutes: 35 });
});
afterAll(async () => {
  await league.close();
  rmSync(folder, { recursive: true });
});

/** Names of elements and attributes, in order: what a text cannot add to. */
function structure(html: string): string[] {
  const tags = html
    .replace(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '')
    .matchAll(/<(\/?[a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g);
  return [...tags].map(
    ([, tag, attributes = '']) =>
      `${tag} ${[...attributes.matchAll(/\s([\w:-]+)(?==|\s|$)/g)].map((a) => a[1]).join(' ')}`,
  );
}

function unescaped(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

async function page(path: string): Promise<string> {
  const answer = await knock(league, { method: 'GET', url: path });
  expect(answer.status, `${path} ${answer.text.slice(0, 300)}`).toBe(200);
  return answer.text;
}

test('on pages they are text: no element and no attribute comes from them', async () => {
  const { agent_id: id, api_key: key } = okJson<Seat>(
    await register(league, { league: 'crypto_l1', company: 'Plain' }),
  );
  const show = async (text: string): Promise<boolean> => {
    const body = { description: text, style: text, pledge_cause: text, pledge_pct: 5 };
    return (await knock(league, { method: 'POST', url: `/api/agents/${id}/profile`, key, body })).status === 200;
  };
  expect(await show('plain')).toBe(true);
  const plain = structure(await page(`/bots/${id}`));
  expect(plain.length).toBeGreaterThan(50);
  let shown = 0;
  for (const text of naughty) {
    if (text.trim() === '' || !(await show(text))) continue;
    shown++;
    const html = await page(`/bots/${id}`);
    expect(structure(html), JSON.stringify(text)).toEqual(plain);
    expect(unescaped(html)).toContain(text.trim());
  }
  expect(shown).toBeGreaterThan(200);
});

test('names and companies on boards, seats, giving and makers’ pages', async () => {
  const contact = 'one@example.test';
  const taken: { readonly name: string; readonly id: string }[] = [];
  for (const text of naughty.filter((t) => t.trim() !== '')) {
    const more = { company: text, pledge_pct: 5, pledge_cause: text, ...(taken.length < 10 ? { contact } : {}) };
    const answer = await register(league, { name: text, league: 'crypto_l2', ...more });
    if (answer.status === 200) taken.push({ name: text.trim(), id: (answer.json as Seat).agent_id });
  }
  expect(taken.length).toBeGreaterThan(150);
  const { pages } = okJson<{ pages: number }>(await get(league, '/api/leaderboard?league=crypto_l2&per_page=50'));
  const boards = await Promise.all(Array.from({ length: pages }, (_, i) => page(`/leagues/crypto_l2?page=${i + 1}`)));
  const { maker_id: maker } = await view(league, taken[0]!.id);
  const shown = {
    boards: { html: boards.join(''), names: taken },
    seats: { html: await page('/seats'), names: taken },
    giving: { html: await page('/giving'), names: taken },
    maker: { html: await page(`/makers/${maker}`), names: taken.slice(0, 10) },
  };
  for (const [where, { html, names }] of Object.entries(shown)) {
    const text = unescaped(html);
    for (const { name } of names) {
      expect([where, name, text.includes(name)]).toEqual([where, name, true]);
      if (name.includes('<') && name.length > 7)
        expect([where, name, html.includes(name)]).toEqual([where, name, false]);
    }
  }
});

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent: { readonly untrusted?: { readonly members: readonly string[] } } & Record<
    string,
    unknown
  >;
}

test('to models they are marked: every member that holds one is listed as untrusted', async () => {
  const call = async (name: string, args: Record<string, unknown>): Promise<ToolResult> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const answer = await knock(league, {
      method: 'POST',
      url: '/mcp',
      headers: {
        host: '127.0.0.1',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta: meta } },
    });
    return okJson<{ result: ToolResult }>(answer).result;
  };
  const text = 'Words of a stranger 7Q';
  const url = 'https://ignore.example/7Q';
  const seat = okJson<Seat>(
    await register(league, {
      name: text,
      company: text,
      league: 'crypto_l3',
      style: text,
      description: text,
      pledge_pct: 1,
      pledge_cause: text,
      website: url,
      logo_url: url,
      pledge_url: url,
      open_strategy_url: 'https://github.com/7Q/ignore',
    }),
  );
  for (const [tool, args] of [
    ['arena_agent', { agent_id: seat.agent_id }],
    ['arena_leaderboard', { league: 'crypto_l3' }],
    ['arena_leagues', {}],
    ...(['trades', 'equity', 'positions', 'statistics'] as const).map(
      (part) => ['arena_agent', { agent_id: seat.agent_id, part }] as const,
    ),
  ] as const) {
    const { structuredContent: content } = await call(tool, args);
    const holding = new Set<string>();
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'string' && value.includes('7Q')) holding.add(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, v] of Object.entries(value))
        walk(v, Array.isArray(value) ? `${path}[]` : path === '' ? name : `${path}.${name}`);
    };
    walk(content, '');
    const marked = new Set(content.untrusted?.members);
    expect([tool, [...holding].filter((path) => !marked.has(path))]).toEqual([tool, []]);
    if (tool === 'arena_agent' && !('part' in args)) expect(holding.size).toBeGreaterThan(8);
  }
});

test('a file of trades holds no text of bots, and no cell that a spreadsheet would run', async () => {
  const trader = await league.enter({ name: '=2+2', company: '@SUM(A1)' });
  await trader.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.3 }, { reason: '=HYPERLINK("http://evil.example")' });
  await league.advance({ minutes: 40 });
  const { text } = await get(league, `/api/agents/${trader.id}/trades?format=csv`);
  const cells = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(cells).toHaveLength(3);
  for (const cell of cells.flat()) expect(cell).toMatch(/^[A-Za-z0-9][\w.:-]*$/);
});

test('in a stream of events they begin no line: reasons, names and companies are in none', async () => {
  const trader = await league.enter({ name: '\\n\\nevent: close', company: 'data: {}' });
  const stream = await openStream(league, `/api/agents/${trader.id}/events`, trader.key);
  let sent = 0;
  for (const reason of naughty) {
    const url = `/api/agents/${trader.id}/weights`;
    const body = { date: '2026-03-02', weights: {}, reason };
    if ((await knock(league, { method: 'POST', url, key: trader.key, body })).status === 200) sent++;
  }
  expect(sent).toBeGreaterThan(300);
  // The reader of the harness takes nothing but whole events of one line each.
  const events = await stream.take(sent);
  expect(new Set(events.map((e) => e.type))).toEqual(new Set(['order_received']));
  stream.close();
  for (const last of naughty.filter((t) => /^[ -~]+$/.test(t) && t.length < 500 && t.trim() === t)) {
    const refused = await openStream(league, `/api/agents/${trader.id}/events`, trader.key, { 'last-event-id': last });
    expect([last, refused.status]).toEqual([last, 400]);
    refused.close();
  }
});

test('addresses: what is taken goes into a mail as one address, and adds no header', async () => {
  const outbox = join(league.database.env['DATA_DIR'] ?? folder, 'outbox');
  const more = [
    'a+b@example.test',
    'a@b.test\r\nBcc: c@d.test',
    '"a b"@example.test',
    'a@b.test,c@d.test',
    'a@b.test>',
    'ä@example.test',
  ];
  let mails = 0;
  for (const contact of [...naughty, ...more]) {
    const answer = await register(league, { contact });
    if (answer.status !== 200) continue;
    const { agent_id: id } = answer.json as Seat;
    okJson(await knock(league, { method: 'POST', url: `/api/agents/${id}/recover`, body: { contact } }));
    await league.app.runMails();
    mails++;
    const files = readdirSync(outbox).filter((f) => f.endsWith('.eml'));
    expect(files).toHaveLength(mails);
    const [head = ''] = readFileSync(join(outbox, files.toSorted().at(-1) as string), 'utf8').split('\r\n\r\n');
    const fields = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(fields.filter((f) => /^(to|cc|bcc):/i.test(f))).toEqual([`To: ${contact}`]);
    expect(fields.map((f) => f.slice(0, f.indexOf(':')).toLowerCase()).toSorted()).toEqual(headersOfMails);
  }
  expect(mails).toBeGreaterThan(0);
});

const headersOfMails = `auto-submitted content-transfer-encoding content-type date from message-id mime-version
subject to x-auto-response-suppress`.split(/\s/);
