import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Board, BoardRow, OrderAck, Seat, AgentState } from '../../../../client/src/index.ts';
import { style } from '../../../src/html/assets.ts';
import { pageHeaders } from '../../../src/html/layout.tsx';
import type { League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { patienceMs } from '../../harness/patience.ts';

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

async function get(league: League, path: string, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(`${league.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
};

/** What a reader sees of markup: text between the tags. */
function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (e) => entities[e]!);
}

/** Cells of each row of each body of a table, as text; `what` begins the caption or a class of the table. */
function tableRows(html: string, tableClass: string): string[][] {
  const table = new RegExp(`<table class="${tableClass}"[\\s\\S]*?</table>`).exec(html)?.[0] ?? '';
  const bodies = [...table.matchAll(/<tbody[\s\S]*?<\/tbody>/g)].map((m) => m[0]).join('');
  return [...bodies.matchAll(/<tr[\s\S]*?<\/tr>/g)].map((row) =>
    [...row[0].matchAll(/<(td|th)\b[\s\S]*?<\/\1>/g)].map((cell) => textOf(cell[0])),
  );
}

/** `−1,234.50%` -> -1234.5 */
function numberOf(text: string): number {
  return Number(text.replace('\u2212', '-').replaceAll(/[^\d.-]/g, ''));
}

describe('the leaderboard', () => {
  test('an empty league: what it is, which prices are on, how to enter', async () => {
    const league = await leagueOfTest();
    const { status, headers, html } = await get(league, '/leagues/spot_crypto');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = textOf(html);
    expect(text).toContain('no real money, no prizes, not financial advice');
    expect(text).toContain('Simulated prices');
    expect(text).toContain((await league.client.leaderboard({ league: 'spot_crypto' })).price_source.note);
    expect(text).toContain('No bot is here yet.');
    expect(text).toContain('moves only when it is stepped');
    expect(html).toContain('<html lang="en">');
    expect(html).not.toMatch(/<script(?! (?:type="module" )?src="\/assets\/)|style="|\son[a-z]+="/);
  });

  test('shows the numbers of the API, baselines in rows of their own', async () => {
    const league = await leagueOfTest();
    const holdings = [{ 'BTC-USD': 0.9 }, { 'ETH-USD': 0.5, 'SOL-USD': 0.5 }, { 'DOGE-USD': 1 }, {}];
    for (const weights of holdings) {
      const bot = await league.enter({ icon: '🦊', open_strategy_url: 'https://github.com/maker/bot' });
      await bot.weights(weights);
    }
    await league.advance({ days: 4, minutes: 1 });
    const fresh = await league.enter({ name: 'Late' });
    const board = await league.client.leaderboard({ league: 'spot_crypto' });
    const { html } = await get(league, '/leagues/spot_crypto');
    const rows = tableRows(html, 'board');
    expect(rows).toHaveLength(5 + 1 + board.market_baselines.length);
    board.rows.forEach((row, i) => expectRow(rows[i]!, row));
    board.market_baselines.forEach((b, i) => {
      const [label, name, returns, value] = rows[6 + i]!;
      expect([label, name]).toEqual(['Market', b.name]);
      expect([numberOf(value!), numberOf(returns!)]).toEqual([b.value_usd, b.return_pct]);
    });
    const text = textOf(html);
    expect(text).toContain('Values of6 Mar 2026, 00:00 UTC');
    expect(text).toContain('Next close7 Mar 2026, 00:00 UTC');
    expect(text).toContain('Seats left95');
    expect(html).toContain(`href="/bots/${fresh.id}"`);
    expect(html).toContain('<a href="https://github.com/maker/bot" rel="nofollow ugc noopener">Open strategy</a>');
    expect(html).toMatch(
      /<svg class="spark \w+"[^>]* role="img" aria-label="Value at 4 closes: \$[\d,.]+ on 3 Mar 2026/,
    );
  });

  test('ties are marked, in words too; moves carry text', async () => {
    const league = await leagueOfTest();
    for (let i = 0; i < 3; i++) await league.enter();
    const before = tableRows((await get(league, '/leagues/spot_crypto')).html, 'board');
    expect(before.map((r) => r[0])).toEqual(Array.from({ length: 3 }, () => '=tied at 1'));
    expect(before.map((r) => r[8])).toEqual(Array.from({ length: 3 }, () => 'no close yet'));
    const trader = await league.enter({ name: 'Trader' });
    await league.advance({ days: 1, minutes: 1 });
    await trader.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.5 });
    await league.advance({ days: 5 });
    const board = await league.client.leaderboard({ league: 'spot_crypto' });
    expect(board.rows.some((r) => r.tied)).toBe(true);
    const rows = tableRows((await get(league, '/leagues/spot_crypto')).html, 'board');
    board.rows.forEach((row, i) => expectRow(rows[i]!, row));
  });

  test('pages: 50 bots each, every bot once, no page beyond the last', async () => {
    const league = await leagueOfTest();
    const ids: string[] = [];
    for (let i = 0; i < 51; i++) ids.push((await league.enter({ contact: `m${i}@example.test` })).id);
    const first = await get(league, '/leagues/spot_crypto');
    const second = await get(league, '/leagues/spot_crypto?page=2');
    expect(first.html).toContain('<a rel="next" href="/leagues/spot_crypto?page=2">');
    expect(second.html).toContain('<a rel="prev" href="/leagues/spot_crypto">');
    expect(textOf(first.html)).toContain('Page 1 of 2');
    const linked = [first, second].map((p) => [...p.html.matchAll(/href="\/bots\/(agt_\w+)"/g)].map((m) => m[1]!));
    expect(linked.map((l) => l.length)).toEqual([50, 1]);
    expect(linked.flat().toSorted()).toEqual(ids.toSorted());
    const third = await get(league, '/leagues/spot_crypto?page=3');
    expect(third.status).toBe(404);
    expect(textOf(third.html)).toContain('its last one is 2');
    expect(third.html).toContain('href="/leagues/spot_crypto?page=2"');
  });

  test('leagues with bots come first in the picker; a task league and one without orders say so', async () => {
    const league = await leagueOfTest();
    await league.enter({ league: 'writing' });
    await league.enter({ league: 'defi_income' });
    await league.enter({ league: 'defi_income' });
    const { html } = await get(league, '/leagues/writing');
    expect([...html.matchAll(/<option value="(\w+)"/g)].map((m) => m[1]).slice(0, 2)).toEqual([
      'defi_income',
      'writing',
    ]);
    expect(html.match(/<option /g)).toHaveLength(34);
    expect(html.match(/<option [^>]*\bselected\b[^>]*>/g)).toEqual(['<option value="writing" selected>']);
    expect(textOf(html)).toContain('How rounds work.');
  });

  test('wrong queries: an HTML page with the status of the API', async () => {
    const league = await leagueOfTest();
    for (const path of [
      '/?league=nope',
      '/?page=0',
      '/leagues/spot_crypto?page=x',
      '/?league=a&league=b',
      '/?league=%22%3E%3Cscript%3E',
    ]) {
      const { status, headers, html } = await get(league, path);
      expect([path, status]).toEqual([path, 400]);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(html).not.toContain('<script>');
    }
    const posted = await fetch(`${league.url}/`, { method: 'POST' });
    expect(posted.status).toBe(405);
    expect(await posted.json()).toHaveProperty('error.code', 'method_not_allowed');
  });

  test('boards were at another address once: it leads on, as Markdown too', async () => {
    const league = await leagueOfTest();
    const moved = async (path: string, headers: Record<string, string> = {}): Promise<unknown[]> => {
      const response = await fetch(league.url + path, { headers, redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    expect(await moved('/?league=multi')).toEqual([301, '/leagues/multi']);
    expect(await moved('/?league=multi&as_of=2026-03-09&page=2&x=1')).toEqual([
      301,
      '/leagues/multi?as_of=2026-03-09&page=2',
    ]);
    expect(await moved('/?league=multi&week=2026-W10')).toEqual([301, '/leagues/multi?week=2026-W10']);
    expect(await moved('/index.md?league=multi')).toEqual([301, '/leagues/multi.md']);
    expect(await moved('/?league=multi', { Accept: 'text/markdown' })).toEqual([301, '/leagues/multi.md']);
    const unknown = await get(league, '/leagues/nope');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('the first five are drawn against the market, and the tiers are told', async () => {
    const league = await leagueOfTest();
    const bots = [];
    for (const weights of [{ 'BTC-USD': 1 }, { 'ETH-USD': 1 }, { 'SOL-USD': 1 }]) {
      const bot = await league.enter();
      await bot.weights(weights);
      bots.push(bot);
    }
    await league.advance({ days: 1, minutes: 1 });
    expect((await get(league, '/leagues/spot_crypto')).html).not.toContain('leaders-title');
    await league.advance({ days: 8 });
    const board = await league.client.leaderboard({ league: 'spot_crypto' });
    const { html } = await get(league, '/leagues/spot_crypto');
    const chart = /<section class="card" aria-labelledby="leaders-title">[\s\S]*?<\/section>/.exec(html)![0];
    expect(textOf(chart)).toContain('The first three against the market');
    expect(chart.match(/<path class="value line-\d" d="M\d+ /g)).toHaveLength(5 + 5);
    for (const row of board.rows) {
      const shown = textOf(chart)
        .split(row.name)
        .slice(1)
        .map((text) => numberOf(/[^%]*%/.exec(text)?.[0] ?? ''));
      expect(shown).toContain(row.return_pct);
    }
    for (const name of ['BTC-USD, held', 'All, equal parts']) expect(textOf(chart)).toContain(name);
    const tiers = textOf(/<section id="tiers"[\s\S]*?<\/section>/.exec(html)![0]);
    for (const { tier, bots: here } of board.tiers) expect(tiers).toContain(`${tier} ${here} bot`);
    expect(tiers).toContain('Premier League nobody yet');
    expect(textOf((await get(league, '/leagues/spot_crypto.md')).html)).toContain(
      '## The first three against the market',
    );
  });

  test('follows every change: a registration anywhere, a close', async () => {
    const league = await leagueOfTest();
    const empty = await get(league, '/leagues/spot_crypto');
    expect((await get(league, '/leagues/spot_crypto')).headers.get('etag')).toBe(empty.headers.get('etag'));
    await league.enter({ league: 'office_tasks' });
    const other = await get(league, '/leagues/spot_crypto');
    expect(textOf(other.html)).toContain('Office tasks (1 bot)');
    await league.enter();
    expect(textOf((await get(league, '/leagues/spot_crypto')).html)).toContain('Seats left99');
    await league.advance({ days: 1, minutes: 1 });
    expect(textOf((await get(league, '/leagues/spot_crypto')).html)).toContain('Values of3 Mar 2026, 00:00 UTC');
  });
});

function expectRow(cells: string[], row: BoardRow): void {
  const [rank, move, bot, returns, value, week, fall, could] = cells;
  expect(rank).toBe(row.tied ? `=tied at ${row.rank}` : String(row.rank));
  expect(bot).toContain(row.name);
  expect(bot).toContain(`${row.company} · ${row.country} · ${row.tier}`);
  expect([value, returns, fall].map((t) => numberOf(t!))).toEqual([
    row.value_usd,
    row.return_pct,
    row.max_drawdown_pct,
  ]);
  if (row.week_return_pct === null) expect(week).toBe('–none yet');
  else expect(numberOf(week!)).toBe(row.week_return_pct);
  if (row.provisional) expect(could).toBe('too early');
  else expect(could).toMatch(/^any place$|^\d+ to \d+$|^\d+, sure$/);
  const places = `${Math.abs(row.move ?? 0)} place${Math.abs(row.move ?? 0) === 1 ? '' : 's'}`;
  if (row.move === null) expect(move).toBe('new');
  else if (row.move === 0) expect(move).toBe('–no move');
  else expect(move).toContain(row.move > 0 ? `up ${places}` : `down ${places}`);
  expect(bot!.includes('Beats the market')).toBe(row.beats_market);
}

describe('how to enter', () => {
  test('the five lines work as they stand', async () => {
    const league = await leagueOfTest();
    const { html } = await get(league, '/leagues/spot_crypto');
    const lines = linesOf(html);
    expect(lines).toHaveLength(5);
    const answers = await runLines(lines);
    const [seat, ack, state, board] = answers as [Seat, OrderAck, AgentState, Board];
    expect(seat).toMatchObject({ league: 'spot_crypto', name: 'My first bot' });
    expect(ack).toMatchObject({
      ok: true,
      state: 'pending',
      weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.3 },
      warnings: [],
    });
    expect(state).toMatchObject({ agent_id: seat.agent_id, pending: [{ order_id: ack.order_id }] });
    expect(board).toMatchObject({ league: 'spot_crypto', rows: [{ agent_id: seat.agent_id }] });
    await league.advance({ minutes: 40 });
    expect((await league.client.trades(seat.agent_id)).trades).toHaveLength(2);
  });

  test('in leagues without orders they send none, and work too', async () => {
    const league = await leagueOfTest();
    for (const id of ['deal_finder', 'us_stocks']) {
      const { html } = await get(league, `/leagues/${id}`);
      const answers = await runLines(linesOf(html).map((l) => l.replace('My first bot', `Bot of ${id}`)));
      const open = (await league.client.leagues()).leagues.find((l) => l.id === id)!.orders_open;
      expect(answers).toHaveLength(4);
      expect(answers[0]).toMatchObject({ league: id });
      expect(answers[1]).toMatchObject(open ? { ok: true, state: 'pending' } : { name: `Bot of ${id}` });
    }
  });
});

function linesOf(html: string): string[] {
  const pre = /<pre class="lines"[^>]*>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? '';
  return textOf(pre)
    .split('\n')
    .filter((l) => l !== '');
}

/** Runs the lines in one shell; the JSON that each line wrote, where it wrote any. */
async function runLines(lines: string[]): Promise<unknown[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'papertape-lines-'));
  try {
    const script = ['set -e', ...lines.flatMap((l) => [l, 'echo'])].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd, timeout: patienceMs });
    return stdout
      .split('\n')
      .filter((l) => l !== '')
      .map((l) => JSON.parse(l) as unknown);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('a profile', () => {
  test('shows what the API answers: standing, closes, holdings, trades', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter({
      name: 'Whole',
      website: 'https://maker.example.test/a?b=1&c=2',
      description: 'First line.\nSecond line.',
      pledge_pct: 12.5,
      pledge_cause: 'Trees',
      pledge_url: 'https://trees.example.test/',
    });
    await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.25 });
    await league.advance({ days: 2, minutes: 1 });
    await bot.weights({ 'SOL-USD': 0.7 });
    await league.advance({ days: 1 });
    const [agent, equity, positions, log] = [
      await bot.agent(),
      await bot.equity(),
      await bot.positions(),
      await bot.trades(),
    ];
    const { status, html } = await get(league, `/bots/${bot.id}`);
    expect(status).toBe(200);
    const facts = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(
      (m) => [m[1], textOf(m[2]!)] as const,
    );
    const fact = (name: string): string => facts.find(([term]) => term === name)?.[1] ?? '';
    expect(numberOf(fact('Value'))).toBe(agent.value_usd);
    expect(numberOf(fact('Return'))).toBe(agent.return_pct);
    expect(numberOf(fact('Max drawdown'))).toBe(agent.max_drawdown_pct);
    expect(fact('Trades')).toBe(String(agent.trades));
    expect(fact('Rank')).toBe('1');
    expect(fact('Giving pledge')).toContain('12.5% to Trees');
    expect(html).toContain(
      '<a href="https://maker.example.test/a?b=1&amp;c=2" rel="nofollow ugc noopener">maker.example.test</a>',
    );
    const tables = [...html.matchAll(/<table class="plain"[\s\S]*?<\/table>/g)].map((m) => tableRows(m[0], 'plain'));
    expect(tables).toHaveLength(5);
    const [closes, , held, overTime, gains] = tables;
    expect(overTime!.map((r) => r[0])).toEqual(closes!.map((r) => r[0]));
    expect(gains!.map((r) => r[0])).toEqual([...positions.profit.symbols.map((line) => line.symbol), 'All']);
    expect(closes!.map((r) => numberOf(r[1]!))).toEqual(equity.points.map((p) => p.value_usd).toReversed());
    expect(held!.map((r) => r[0])).toEqual([...positions.positions.map((p) => p.symbol), 'Cash']);
    expect(held![0]!.slice(1).map(numberOf)).toEqual(
      [positions.positions[0]!.units, positions.positions[0]!.last_price]
        .map(Number)
        .concat(positions.positions[0]!.value_usd!, Number((positions.positions[0]!.weight! * 100).toFixed(2))),
    );
    expect(numberOf(held!.at(-1)![3]!)).toBeCloseTo(Number(positions.cash), 2);
    const orders = [...new Set(log.trades.map((t) => t.order_id))];
    expect([...html.matchAll(/href="\/orders\/(ord_\w+)"/g)].map((m) => m[1])).toEqual(orders);
    expect(textOf(html)).toContain('4 Mar, 00:35');
    const { baselines } = await league.client.baselines('spot_crypto');
    const whole = baselines.find((b) => b.id === 'equal_weight');
    expect(textOf(html)).toContain(
      `All, equal parts $${whole!.points.at(-1)!.value_usd.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    );
    expect(textOf(html)).toContain('Simulated prices');
    for (const format of ['/trades"', '/trades?format=csv"'])
      expect(html).toContain(`href="/api/agents/${bot.id}${format}`);
  });

  test('names and texts of bots cannot become markup, nor run over the rest of the line', async () => {
    const league = await leagueOfTest();
    const hostile = {
      name: `</bdi><script>alert("1")</script>'&`,
      company: '"><img src=x onerror=alert(1)>',
      description: '<!-- --><style>*{display:none}</style> abc &lt;',
      style: `' onmouseover='x`,
      pledge_pct: 1,
      pledge_cause: '</dd></dl><h1>Won</h1>',
    };
    const bot = await league.enter(hostile);
    for (const path of ['/leagues/spot_crypto', `/bots/${bot.id}`]) {
      const { html } = await get(league, path);
      expect(html).not.toMatch(/<script>|<img (?!src="\/badges\/)|<style|<h1>Won|<!-- /);
      expect(html).toContain("<bdi>&lt;/bdi>&lt;script>alert(&quot;1&quot;)&lt;/script>'&amp;</bdi>");
      expect(textOf(html)).toContain(hostile.company);
    }
    const profile = textOf((await get(league, `/bots/${bot.id}`)).html);
    for (const text of [hostile.description, hostile.style, hostile.pledge_cause]) expect(profile).toContain(text);
  });

  test('long and right-to-left names stand isolated', async () => {
    const league = await leagueOfTest();
    const long = 'W'.repeat(40);
    const bots = [
      await league.enter({ name: long, company: 'X'.repeat(80) }),
      await league.enter({ name: 'حارس السوق' }),
    ];
    const { html } = await get(league, '/leagues/spot_crypto');
    expect(html).toContain(`<bdi>${long}</bdi>`);
    expect(html).toContain('<bdi>حارس السوق</bdi>');
    expect((await get(league, `/bots/${bots[1]!.id}`)).html).toContain(
      '<title>\u2068حارس السوق\u2069 · Papertape</title>',
    );
  });

  test('the trade log is paged, and the downloads are of the page', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter();
    for (let i = 0; i < 51; i++) {
      await bot.weights({ 'BTC-USD': i % 2 === 0 ? 0.5 : 0.2 });
      await league.advance({ minutes: 5 });
    }
    await league.advance({ minutes: 40 });
    const first = await get(league, `/bots/${bot.id}`);
    const second = await get(league, `/bots/${bot.id}?page=2`);
    expect(textOf(first.html)).toContain('51 fills in all');
    expect(first.html).toContain(`<a rel="next" href="/bots/${bot.id}?page=2#trades">`);
    const trades = (html: string): number => /<ol class="fills">([\s\S]*?)<\/ol>/.exec(html)![1]!.match(/<li/g)!.length;
    const third = await get(league, `/bots/${bot.id}?page=3`);
    expect([first, second, third].map((p) => trades(p.html))).toEqual([20, 20, 11]);
    expect(second.html).toContain(`href="/api/agents/${bot.id}/trades?format=csv&amp;page=2&amp;per_page=20"`);
    expect((await get(league, `/bots/${bot.id}?page=4`)).status).toBe(404);
  });

  test('an unknown bot: a page that says so', async () => {
    const league = await leagueOfTest();
    for (const id of ['agt_0000000000000000', 'nonsense', '%3Cscript%3E']) {
      const { status, headers, html } = await get(league, `/bots/${id}`);
      expect([id, status]).toEqual([id, 404]);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(textOf(html)).toContain('Not found');
      expect(html).not.toContain('<script>');
    }
  });
});

describe('what all pages keep to', () => {
  test('headers: policy on fresh and on ready bytes; ETag and 304', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter();
    for (const path of ['/', `/bots/${bot.id}`, style.address, '/favicon.svg', '/robots.txt']) {
      const fresh = await get(league, path);
      const again = await get(league, path);
      expect([path, fresh.status, again.status]).toEqual([path, 200, 200]);
      expect(again.html).toBe(fresh.html);
      for (const { headers } of [fresh, again]) {
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        if (!headers.get('content-type')!.startsWith('text/html')) continue;
        expect(headers.get('content-security-policy')).toBe(pageHeaders['Content-Security-Policy']);
      }
      const etag = fresh.headers.get('etag')!;
      expect(again.headers.get('etag')).toBe(etag);
      const unchanged = await get(league, path, { 'if-none-match': etag });
      expect([unchanged.status, unchanged.html]).toEqual([304, '']);
      expect((await fetch(`${league.url}${path}`, { method: 'HEAD' })).status).toBe(200);
    }
  });

  test('every link inside the service leads somewhere, nothing is fetched from elsewhere', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.enter({ league: 'deal_finder' });
    await league.advance({ days: 1, minutes: 1 });
    const seen = new Set<string>();
    const queue = ['/', '/leagues/tokenized', '/bots/agt_0000000000000000'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, headers, html } = await get(league, path);
      if (!path.endsWith('0000')) expect([path, status]).toEqual([path, 200]);
      if (!headers.get('content-type')!.startsWith('text/html')) continue;
      expect(html).not.toMatch(/\ssrc="(?!\/(?:assets|badges)\/)|url\(/);
      for (const [, link] of html.matchAll(/\shref="([^"]*)"/g)) {
        // The same page in other languages is named by its whole address.
        const target = textOf(link!)
          .replace(new RegExp(`^${league.url}(?=/)`), '')
          .split('#')[0]!;
        // Documents show what they show elsewhere, too; no-dead-link.db.test.ts follows their links.
        if (/^\/(?:docs|examples|client|judges|README|CHANGELOG|LICENSE)\b/.test(target)) continue;
        if (target.startsWith('/')) queue.push(target);
        else expect(link).toMatch(/^#\w+$/);
      }
    }
    expect(seen.size).toBeGreaterThan(10);
    const ids = new Set(
      [...(await get(league, '/leagues/spot_crypto')).html.matchAll(/\sid="([^"]*)"/g)].map((m) => m[1]),
    );
    expect([...ids]).toEqual(expect.arrayContaining(['main', 'enter']));
  });

  test('tables have captions, the page its landmarks, each form field a label', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.advance({ days: 1, minutes: 1 });
    for (const path of ['/leagues/spot_crypto', `/bots/${bot.id}`]) {
      const { html } = await get(league, path);
      for (const [table] of html.matchAll(/<table[\s\S]*?<\/table>/g)) expect(table).toMatch(/^<table[^>]*><caption>/);
      for (const tag of ['<main ', '<header', '<footer', '<h1 ']) expect(html.split(tag)).toHaveLength(2);
      for (const [, id] of html.matchAll(/<(?:select|input)[^>]*\sid="([^"]*)"/g))
        expect(html).toContain(`<label for="${id}"`);
      const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map((m) => m[1]);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, target] of html.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).toContain(target);
    }
  });
});
