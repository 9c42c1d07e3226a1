import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorReply, startService, type Asked, type Reply } from '../test/fake-service.ts';
import * as sample from '../test/samples.ts';
import { nodeFiles } from './cli-files.ts';
import type { CliFiles, CliIo } from './cli-io.ts';
import { runCli } from './cli-run.ts';
import { signedPercent } from './cli-table.ts';

const { agentId, apiKey } = sample;

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'papertape-cli-'));
});
afterEach(async () => {
  await rm(home, { recursive: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly slept: number[];
}

async function run(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: CliFiles = nodeFiles,
  time: Partial<Pick<CliIo, 'now' | 'sleep'>> = {},
): Promise<Run> {
  let out = '';
  let err = '';
  const slept: number[] = [];
  const code = await runCli({
    argv,
    env: { HOME: home, ...env },
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    fetch,
    files,
    now: () => Date.parse('2026-11-21T12:00:00Z'),
    sleep: async (ms) => {
      slept.push(ms);
    },
    random: () => 0.5,
    stopSignal: () => new AbortController().signal,
    ...time,
  });
  return { code, out, err, slept };
}

/** A service that knows all answers of the samples. */
function league(change: Readonly<Record<string, Reply>> = {}): (asked: Asked) => Reply {
  return ({ method, url }) => {
    const path = `${method} ${url.replace(`/api/agents/${agentId}`, '').replace(/\?(?!preview).*$/, '')}`;
    const replies: Readonly<Record<string, Reply>> = {
      'POST /api/agents/register': { body: sample.seat },
      'GET /api/status': { body: sample.status },
      'GET /api/universe': { body: sample.universe },
      'GET /api/leaderboard': { body: sample.board },
      'POST /weights': { body: sample.ack },
      'POST /weights?preview=true': { body: sample.preview },
      'GET /orders': { body: sample.orders },
      [`GET /orders/${sample.ack.order_id}`]: { body: sample.filledOrder },
      'GET /state': { body: sample.state },
      'POST /check': { body: sample.entryCheck },
      ...change,
    };
    return replies[path] ?? errorReply(404, 'not_found');
  };
}

const registration = [
  'register',
  '--name',
  'Alpha',
  '--company',
  'Acme',
  '--contact',
  'a@b.example',
  '--country',
  'DE',
];
const byKey = { PAPERTAPE_AGENT_ID: agentId, PAPERTAPE_API_KEY: apiKey };

describe('register', () => {
  it('stores the key where only its owner can read it, and does not print it', async () => {
    await using service = await startService(league());
    const more = ['--league', 'spot_crypto', '--pledge-pct', '2.5', '--open-strategy-url', 'https://x.example/r'];
    const { code, out, err } = await run([...registration, ...more, '--url', `${service.url}/`]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const path = join(home, '.config/papertape/credentials.json');
    expect(out).toContain(`stored in ${path}`);
    expect(out).toMatch(/\nNext: papertape-bot universe, papertape-bot check, papertape-bot weights .*\n$/);
    expect(out).not.toContain(apiKey);
    expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual({
      name: 'Alpha',
      company: 'Acme',
      contact: 'a@b.example',
      country: 'DE',
      league: 'spot_crypto',
      pledge_pct: 2.5,
      open_strategy_url: 'https://x.example/r',
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, '.config/papertape'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(home, '.config/papertape'))).toEqual(['credentials.json']);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      version: 1,
      bots: [{ url: service.url, agent_id: agentId, api_key: apiKey, league: 'spot_crypto', name: 'Alpha' }],
    });
    const state = await run(['state', '--url', service.url]);
    expect(state.code).toBe(0);
    expect(service.asked.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it('sends the contact key of the environment, and says what the service warns of', async () => {
    const warnings = ['The contact has not confirmed this bot; a link was mailed to it.'];
    await using service = await startService(
      league({ 'POST /api/agents/register': { body: { ...sample.seat, contact: 'unconfirmed', warnings } } }),
    );
    const given = await run([...registration, '--url', service.url], { PAPERTAPE_CONTACT_KEY: 'ptc_key' });
    expect(given.out).toContain(`warning: ${warnings[0]}`);
    expect(JSON.parse(service.asked[0]?.body ?? '')).toMatchObject({ contact_key: 'ptc_key' });
    expect(given.out + given.err).not.toContain('ptc_key');
  });

  it('keeps the bots that are there already', async () => {
    const path = await credentials([bot({ agent_id: 'agt_old', name: 'Old' })]);
    await using service = await startService(league());
    expect((await run([...registration, '--credentials', path, '--url', service.url])).code).toBe(0);
    const { bots } = JSON.parse(await readFile(path, 'utf8')) as { bots: { agent_id: string }[] };
    expect(bots.map((one) => one.agent_id)).toEqual(['agt_old', agentId]);
  });

  it('asks the service for nothing when the key could not be kept', async () => {
    await using service = await startService(league());
    const open = await credentials([]);
    await chmod(open, 0o644);
    const refused = await run([...registration, '--url', service.url], { PAPERTAPE_CREDENTIALS: open });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`Run: chmod 600 ${open}`);
    await writeFile(join(home, 'file'), '');
    const nowhere = await run([...registration, '--url', service.url, '--credentials', join(home, 'file/c.json')]);
    expect(nowhere.code).toBe(2);
    expect(service.asked).toEqual([]);
  });

  it('shows the key when storing it fails after all', async () => {
    await using service = await startService(league());
    let writes = 0;
    const failing: CliFiles = {
      ...nodeFiles,
      read: async () => null,
      writeSecret: async () => {
        if (++writes > 1) throw new Error('disk full');
      },
    };
    const { code, err } = await run([...registration, '--url', service.url], {}, failing);
    expect(code).toBe(1);
    expect(err).toContain(apiKey);
    expect(err).toContain('disk full');
  });

  it('says what is missing', async () => {
    const { code, err } = await run(['register', '--name', 'Alpha', '--company', 'Acme']);
    expect(code).toBe(2);
    expect(err).toContain('register needs --contact, --country.');
    expect((await run([...registration, '--pledge-pct', 'half'])).code).toBe(2);
  });

  it('says what the service refused', async () => {
    await using service = await startService(league({ 'POST /api/agents/register': errorReply(409, 'name_taken') }));
    const { code, out, err } = await run([...registration, '--url', service.url]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe('name_taken (HTTP 409): detail of name_taken\nfix: fix of name_taken\n');
  });
});

describe('credentials', () => {
  it('of the environment win', async () => {
    await using service = await startService(league());
    const path = await credentials([bot({ url: service.url, agent_id: 'agt_file', api_key: 'ptk_file' })]);
    const env = { ...byKey, PAPERTAPE_CREDENTIALS: path, PAPERTAPE_URL: service.url };
    expect((await run(['state'], env)).code).toBe(0);
    expect(service.asked[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect((await run(['state'], { PAPERTAPE_API_KEY: apiKey })).err).toContain('set PAPERTAPE_AGENT_ID');
  });

  it('never go to another address', async () => {
    await using service = await startService(league());
    const path = await credentials([bot({ url: 'https://league.example' })]);
    const { code, err } = await run(['state', '--url', service.url, '--credentials', path]);
    expect(code).toBe(2);
    expect(err).toContain('It has bots of https://league.example: give --url.');
    expect(service.asked).toEqual([]);
  });

  it('of several bots need a choice', async () => {
    await using service = await startService(league());
    const { url } = service;
    const path = await credentials([bot({ url }), bot({ url, agent_id: 'agt_b', name: 'Beta', api_key: 'ptk_b' })]);
    const at = ['--url', url, '--credentials', path];
    const unclear = await run(['state', ...at]);
    expect(unclear.code).toBe(2);
    expect(unclear.err).toContain('agt_b  spot_crypto  Beta');
    expect((await run(['--agent', 'Beta', 'state', ...at])).code).toBe(1);
    expect(service.asked.at(-1)).toMatchObject({ url: '/api/agents/agt_b/state' });
    expect((await run(['state', ...at], { PAPERTAPE_AGENT_ID: agentId })).code).toBe(0);
    expect((await run(['state', '--agent', 'Gamma', ...at])).err).toContain('has no bot "Gamma"');
  });

  it.each(['{', '{}', '{"bots":[{"url":"x"}]}', 'null'])('refuse a file that is none: %s', async (text) => {
    const path = join(home, 'c.json');
    await writeFile(path, text, { mode: 0o600 });
    const { code, err } = await run(['state', '--credentials', path]);
    expect(code).toBe(2);
    expect(err).toContain('is no credentials file');
  });

  it('refuse a file that the group can read', async () => {
    const path = await credentials([bot({})]);
    await chmod(path, 0o640);
    const { code, err } = await run(['state', '--credentials', path]);
    expect(code).toBe(2);
    expect(err).toContain('mode 640');
  });
});

describe('weights', () => {
  const at = (url: string) => ({ ...byKey, PAPERTAPE_URL: url });

  it('sends every digit, and prints the order', async () => {
    await using service = await startService(league());
    const { code, out, err } = await run(
      ['weights', 'BTC-USD=0.50', 'ETH-USD=0.30000000000000000001', '--reason', 'why'],
      at(service.url),
    );
    expect(code).toBe(0);
    expect(service.asked[0]?.body).toBe(
      '{"date":"2026-11-21","reason":"why","weights":{"BTC-USD":0.50,"ETH-USD":0.30000000000000000001}}',
    );
    expect(err).toContain('another reason was received'); // the sample has none
    expect(out).toContain('order     ord_0123456789abcdef\n');
    expect(out).toContain('window    2026-11-21 12:05:00Z to 2026-11-21 12:35:00Z\n');
    expect(out).toContain('Prices: simulated. Seeded prices, not the market.\n');
  });

  it('checks the receipt against what was sent', async () => {
    await using service = await startService(league());
    const path = await credentials([bot({ url: service.url })]);
    const here = ['--url', service.url, '--credentials', path];
    const good = await run(['weights', 'BTC-USD=0.5', 'ETH-USD=0.3', ...here]);
    expect(good.out).toContain('checked: it is the hash of this order');
    expect(good.err).toBe('');
    const other = await run(['weights', 'BTC-USD=0.5', ...here]);
    expect(other.out).toContain('DOES NOT HOLD');
    expect(other.err).toContain('warning: receipt of ord_0123456789abcdef');
  });

  it('waits for the fill', async () => {
    await using service = await startService(league());
    const filled = await run(['weights', '--all-cash', '--sandbox', '--date', '2026-11-20', '--wait'], at(service.url));
    expect(filled.code).toBe(0);
    expect(service.asked[0]?.body).toBe('{"date":"2026-11-20","sandbox":true,"weights":{}}');
    expect(filled.err).toContain('Waiting.');
    expect(filled.out).toContain(
      'SIDE  SYMBOL   UNITS   PRICE        COST    FEE  SPREAD\nbuy   BTC-USD    0.5  100000  $50,000.00  $0.00  $50.00\n',
    );
    const rejected = { ...sample.filledOrder, state: 'rejected', reason_code: 'pools_apart', trades: [] };
    await using strict = await startService(league({ [`GET /orders/${sample.ack.order_id}`]: { body: rejected } }));
    expect((await run(['weights', 'BTC-USD=1', '--wait'], at(strict.url))).code).toBe(1);
  });

  it('watches one order, or all that are pending, until they are decided', async () => {
    const asked: string[] = [];
    const pendingFirst = (order: typeof sample.filledOrder) => (one: Asked) => {
      asked.push(one.url);
      const isFirst = asked.filter((url) => url === one.url).length <= 2;
      if (!one.url.includes('/orders/')) return league()(one);
      return { body: isFirst ? sample.pendingOrder : order };
    };
    await using service = await startService(pendingFirst(sample.filledOrder));
    const all = await run(['watch'], at(service.url));
    expect(all).toMatchObject({ code: 0, err: expect.stringMatching(/fills by 2026-11-21 12:35:00Z. Waiting/) });
    expect(all.out).toContain('state       filled (filled)');
    // 30 minutes to the end of the window and 3 seconds over.
    expect(all.slept[0]).toBe(1_803_000);
    asked.length = 0;
    await using strict = await startService(pendingFirst({ ...sample.filledOrder, state: 'rejected' }));
    const one = await run(['watch', sample.ack.order_id, '--json'], at(strict.url));
    expect(one.code).toBe(1);
    expect(JSON.parse(one.out)).toMatchObject({ state: 'rejected' });
    await using idle = await startService(league({ 'GET /state': { body: { ...sample.state, pending: [] } } }));
    expect(await run(['watch'], at(idle.url))).toMatchObject({ code: 0, out: '', err: 'No pending orders.\n' });
  });

  it('watches no longer than it is told', async () => {
    await using service = await startService(
      league({ [`GET /orders/${sample.ack.order_id}`]: { body: sample.pendingOrder } }),
    );
    let time = Date.parse('2026-11-21T12:00:00Z');
    const io = { now: () => time, sleep: async (ms: number) => void (time += ms) };
    const { code, err } = await run(['watch', '--minutes', '3'], at(service.url), nodeFiles, io);
    expect(code).toBe(1);
    expect(err).toContain('still_pending');
    expect(err).toContain('fix: The order stands');
    expect(time).toBe(Date.parse('2026-11-21T12:03:00Z'));
  });

  it('previews', async () => {
    await using service = await startService(league());
    const { code, out } = await run(['weights', 'BTC-USD=0.5', '--preview'], at(service.url));
    expect(code).toBe(0);
    expect(service.asked[0]?.url).toContain('?preview=true');
    expect(out).toContain(
      'SYMBOL   POOLS         PRICE  SECOND  BPS  REASON\n' +
        'BTC-USD  agreed       100000  100010    1\n' +
        'ETH-USD  unavailable       -       -    -  no reading\n',
    );
    expect(out).toContain('warning: unknown member "foo" was ignored\n');
    expect((await run(['weights', 'BTC-USD=0.5', '--preview', '--wait'], at(service.url))).code).toBe(2);
  });

  it.each([
    [['weights'], 'Name weights'],
    [['weights', 'BTC-USD'], 'no SYMBOL=WEIGHT'],
    [['weights', 'BTC-USD=half'], 'no SYMBOL=WEIGHT'],
    [['weights', '=0.5'], 'no SYMBOL=WEIGHT'],
    [['weights', 'BTC-USD=.5'], 'no SYMBOL=WEIGHT'],
    [['weights', 'BTC-USD=0.5', 'BTC-USD=0.1'], 'named twice'],
    [['weights', 'BTC-USD=0.5', '--all-cash'], 'takes no weights'],
  ])('%j is wrong usage', async (argv, told) => {
    const { code, err } = await run(argv, byKey);
    expect(code).toBe(2);
    expect(err).toContain(told);
  });

  it('tells when to come back', async () => {
    await using service = await startService(
      league({ 'POST /weights': errorReply(429, 'rate_limited', { 'retry-after': '1800' }) }),
    );
    const { code, err } = await run(['weights', 'BTC-USD=1'], at(service.url));
    expect(code).toBe(1);
    expect(err).toContain('retry after: 1800 s\n');
  });
});

describe('tables', () => {
  it('show a percentage with its sign, and no sign of nothing', () => {
    expect([1.234, -1.235, 0, -0.001, 0.004, null].map(signedPercent)).toEqual([
      '+1.23 %',
      '-1.24 %',
      '0.00 %',
      '0.00 %',
      '0.00 %',
      '-',
    ]);
  });

  it('are aligned, and disarm what other bots wrote', async () => {
    await using service = await startService(league());
    const path = await credentials([bot({ url: service.url })]);
    const { out } = await run(['leaderboard', '--page', '1', '--url', service.url, '--credentials', path]);
    expect(service.asked[0]?.url).toBe('/api/leaderboard?league=spot_crypto&page=1');
    expect(out).toBe(
      'League spot_crypto, values of 2026-11-21 00:00:00Z, next close 2026-11-22 00:00:00Z\n' +
        'RANK  MOVE  BOT          TIER              VALUE   RETURN  DRAWDOWN  TRADES  TAGS\n' +
        '   1    +2  Alpha (you)  Qualifying  $101,234.50  +1.23 %    0.50 %       3  beats house\n' +
        '   2   new  日本?[2J     Qualifying   $99,000.00  -1.00 %    0.50 %       3  beats house\n' +
        'Prices: simulated. Seeded prices, not the market.\n',
    );
  });

  it('universe', async () => {
    await using service = await startService(league());
    const { code, out } = await run(['universe', '--league', 'spot_crypto', '--url', service.url]);
    expect(code).toBe(0);
    expect(out).toBe(
      'League spot_crypto (live), 2 symbols\n' +
        'SYMBOL   NAME     TRADABLE  PRICED IN   SPREAD  LAST USD  AT                    REASON\n' +
        'BTC-USD  Bitcoin  yes       USD        1.5 bps  100000.5  2026-11-21 12:00:00Z\n' +
        'MKR-USD  Maker    no        USD          0 bps         -  -                     not listed yet\n' +
        'Prices: simulated. Seeded prices, not the market.\n',
    );
  });

  it('orders, and one of them', async () => {
    await using service = await startService(league());
    const env = { ...byKey, PAPERTAPE_URL: service.url };
    const list = await run(['orders', '--page', '1', '--per-page', '50'], env);
    expect(service.asked[0]?.url).toBe(`/api/agents/${agentId}/orders?page=1&per_page=50`);
    const lines = list.out.split('\n');
    expect(lines[0]).toMatch(/^ORDER +STATE +RECEIVED +WINDOW ENDS +WEIGHTS +TRADES {2}MESSAGE$/);
    expect(lines[2]).toContain('pending');
    expect(lines[3]).toBe('Page 1 of 2, 51 in all.');
    const one = await run(['orders', sample.ack.order_id], env);
    expect(one.out).toContain('state       filled (filled)\n');
    expect((await run(['orders', 'a', 'b'], env)).code).toBe(2);
    expect((await run(['orders', 'ord_unknown'], env)).code).toBe(1);
  });

  it('state and check', async () => {
    await using service = await startService(league());
    const env = { ...byKey, PAPERTAPE_URL: service.url };
    const state = await run(['state'], env);
    expect(state.out).toContain('value        $100,000.00 at the last close, - now\n');
    expect(state.out).toContain('BTC-USD    0.8  100000  $80,000.00  80.00 %\n');
    const check = await run(['check'], env);
    expect(check.code).toBe(0);
    expect(check.out).toContain('ok      key    The key is that of this bot.\n');
    expect(check.out).toContain('   400  weights_sum  weights above 1\n');
    const failing = { ...sample.entryCheck, checks: [{ check: 'key', ok: false, detail: 'no' }] };
    await using strict = await startService(league({ 'POST /check': { body: failing } }));
    expect((await run(['check', '--url', strict.url], byKey)).code).toBe(1);
  });
});

describe('--json', () => {
  it('prints the answer, and the refusal', async () => {
    await using service = await startService(league({ 'GET /state': errorReply(403, 'wrong_bot') }));
    const env = { ...byKey, PAPERTAPE_URL: service.url };
    const board = await run(['--json', 'leaderboard'], env);
    expect(JSON.parse(board.out)).toEqual(sample.board);
    const refused = await run(['state', '--json'], env);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toEqual({
      status: 403,
      detail: 'detail of wrong_bot',
      error: { code: 'wrong_bot', fix: 'fix of wrong_bot' },
      request_id: null,
      retry_after_seconds: null,
    });
    expect(refused.err).toContain('fix: fix of wrong_bot');
  });

  it('escapes what could steer a terminal', async () => {
    const board = { ...sample.board, name: 'a\u009b2Jb\u202ec\u001b' };
    await using service = await startService(league({ 'GET /api/leaderboard': { body: board } }));
    const { out } = await run(['leaderboard', '--json', '--url', service.url]);
    expect(out).toContain(String.raw`"a\u009b2Jb\u202ec\u001b"`);
    expect(JSON.parse(out)).toEqual(board);
  });
});

describe('usage', () => {
  it('helps, for all and for each command', async () => {
    const all = await run(['--help']);
    expect(all.code).toBe(0);
    const names = ['register', 'universe', 'weights', 'orders', 'state', 'leaderboard', 'check', 'watch'];
    for (const name of names) {
      expect(all.out).toMatch(new RegExp(`^  ${name} `, 'm'));
      const one = await run([name, '-h']);
      expect(one.code).toBe(0);
      expect(one.out).toContain(`Usage: papertape-bot ${name}`);
      expect(one.out).toContain('--url URL');
    }
  });

  it.each([
    [[]],
    [['buy']],
    [['state', '--frobnicate']],
    [['state', 'extra']],
    [['state', '--url']],
    [['state', '--url', 'localhost']],
    [['leaderboard', '--page', '0']],
    [['leaderboard', '--page', 'two']],
    [['leaderboard', '--wait']],
    [['state']],
  ])('%j is wrong', async (argv) => {
    const { code, out, err } = await run(argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).not.toBe('');
  });

  it('knows what was nearly typed', async () => {
    expect((await run(['leaderbord'])).err).toContain('Did you mean leaderboard?');
    expect((await run(['w'])).err).not.toContain('Did you mean');
  });

  it('tells when the service cannot be reached', async () => {
    const gone = await startService([{}]);
    await gone[Symbol.asyncDispose]();
    const { code, err, slept } = await run(['leaderboard', '--url', gone.url]);
    expect(code).toBe(1);
    expect(err).toMatch(/^unreachable: /);
    expect(slept).toEqual([500, 1_000, 2_000]);
  });
});

function bot(change: Readonly<Record<string, string>>): Record<string, string> {
  return {
    url: 'http://127.0.0.1:4000',
    agent_id: agentId,
    api_key: apiKey,
    league: 'spot_crypto',
    name: 'Alpha',
    ...change,
  };
}

async function credentials(bots: readonly Record<string, string>[]): Promise<string> {
  const path = join(home, 'credentials.json');
  await nodeFiles.writeSecret(path, JSON.stringify({ version: 1, bots }));
  return path;
}
