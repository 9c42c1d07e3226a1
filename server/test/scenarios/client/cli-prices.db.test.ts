/** `papertape-bot prices` against a real league: tables, files of all pages, and marks as they come. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PriceHistory, PriceMark } from 'papertape-contract/price';
import { nodeFiles } from '../../../../client/src/cli-files.ts';
import { runCli } from '../../../../client/src/cli-run.ts';
import { get } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
  // More rows of five minutes than one answer has.
  await league.advance({ hours: 40 });
});
afterAll(() => league.close());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** @param onOut told of all that was printed so far. */
async function prices(
  argv: readonly string[],
  stop = new AbortController(),
  onOut?: (out: string) => void,
): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runCli({
    argv: ['prices', ...argv],
    env: { HOME: '/nowhere', PAPERTAPE_URL: league.url },
    stdout: {
      write(text) {
        out += text;
        onOut?.(out);
      },
    },
    stderr: { write: (text) => (err += text) },
    fetch,
    files: nodeFiles,
    now: () => league.now(),
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    stopSignal: () => stop.signal,
  });
  return { code, out, err };
}

test('of a league: a row for each symbol', async () => {
  const { code, out } = await prices(['--league', 'spot_crypto', '--every', '1h']);
  expect(code).toBe(0);
  expect(out).toContain('League spot_crypto, 30 steps of 1h, starts 2026-03-02 10:00:00Z to 2026-03-03 15:00:00Z\n');
  expect(out).toMatch(/\nSYMBOL +FIRST +LAST +CHANGE +HIGH +LOW +GAPS\nBTC-USD +\d+/);
});

test('of a symbol: a row for each step', async () => {
  const { out } = await prices(['BTC-USD', '--every', '1d', '--columns', 'mean,close']);
  expect(out).toMatch(/^BTC-USD, every 1d\nSTART +MEAN +CLOSE +GAP\n2026-03-02 00:00:00Z +\d+(\.\d+)? +\d+(\.\d+)?\n/);
});

test('as JSON: all pages as one', async () => {
  const all = JSON.parse(
    (await prices(['--league', 'spot_crypto', '--every', '5m', '--from', '2026-03-02', '--json'])).out,
  ) as PriceHistory;
  expect(all.starts).toHaveLength(480);
  expect(all.series.length * 480).toBeGreaterThan(10_000);
  for (const { mean, gaps } of all.series) expect([mean?.length, gaps]).toEqual([480, []]);
});

test('as files: what the service writes, the names of the columns once', async () => {
  const query = 'symbols=BTC-USD&every=5m&from=2026-03-02';
  const whole = async (more: string): Promise<string> => (await get(league, `/api/prices?${query}${more}`)).text;
  const asked = ['BTC-USD', '--every', '5m', '--from', '2026-03-02', '--format'];
  expect((await prices([...asked, 'csv'])).out).toBe(await whole('&format=csv'));
  expect((await prices([...asked, 'ohlcv'])).out).toBe(await whole('&format=ohlcv'));
  const { out } = await prices(['--league', 'spot_crypto', '--every', '5m', '--from', '2026-03-02', '--format', 'csv']);
  const lines = out.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('start,'))).toEqual(['start,symbol,mean,gap']);
  expect(lines).toHaveLength(1 + 480 * (await league.client.universe('spot_crypto')).symbols.length);
});

test('as they come, until it is told to end: lines, JSON, and what joins a file of five-minute steps', async () => {
  const since = ['--since', '2026-03-03T15:00:00Z', '--follow'];
  /** Ends when there are so many lines. */
  const until = async (count: number, argv: readonly string[]): Promise<string> => {
    const stop = new AbortController();
    const { code, out, err } = await prices([...argv, ...since], stop, (so) => {
      if (so.split('\n').length > count) stop.abort();
    });
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const text = await until(12, ['BTC-USD', 'ETH-USD']);
  expect(text.split('\n')[0]).toMatch(/^2026-03-03 15:05:00Z {2}BTC-USD=\d[\d.]* ETH-USD=\d[\d.]*$/);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^2026-03-03 16:00:00Z/);
  const marks = (await until(12, ['BTC-USD', '--json']))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PriceMark);
  expect(marks.map((m) => m.mark)).toHaveLength(12);
  const file = (await get(league, '/api/prices?league=spot_crypto&every=5m&from=2026-03-03T15:00:00Z&format=csv')).text;
  expect(await until(file.split('\n').length - 1, ['--league', 'spot_crypto', '--format', 'csv'])).toBe(file);
});

test.each([
  [['--every', '2h'], '--every takes 5m, 30m, 1h, 1d, and not "2h".'],
  [['--columns', 'mean,vwap'], '--columns takes some of mean,open,high,low,close, and not "vwap".'],
  [['--since', '2026-03-03'], '--since goes with --follow'],
  [['--follow', '--every', '1h'], '--every has no meaning with it'],
  [['--follow', '--format', 'ohlcv'], 'no candles'],
  [['--format', 'xml'], '--format takes csv, ohlcv, and not "xml".'],
] as const)('wrong usage: %j', async (argv, said) => {
  const { code, err } = await prices(argv);
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});

test('what the service refuses is told with its fix', async () => {
  const { code, err } = await prices(['BTCUSD']);
  expect(code).toBe(1);
  expect(err).toContain('unknown_symbol (HTTP 400)');
  expect(err).toContain('Did you mean BTC-USD');
});
