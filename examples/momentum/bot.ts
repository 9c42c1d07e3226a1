/**
 * Once a day, buys what rose most over the last five days; invests half of its money while it is 10% below its best.
 *
 * Prices of the past come from the service, so that it trades on its first day. It may be stopped and started at any time: the decision of a
 * day is written to the file before it is sent, and sent under a key with the date in it. Sent again after a crash it is the same request,
 * which the service answers again and does once.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'papertape-client';
import { drawdown, momentum, type Day } from './momentum.ts';

interface Memory {
  readonly order: { readonly date: string; readonly weights: Record<string, number>; readonly reason: string } | null;
  /** The date of the last order that the service has taken. */
  readonly sent: string | null;
}

const { PAPERTAPE_URL: baseUrl = '', PAPERTAPE_AGENT_ID: agentId, PAPERTAPE_API_KEY: apiKey } = process.env;
const file = process.env['MOMENTUM_FILE'] ?? 'momentum.json';
const lookback = 5;
const bot = createClient({ baseUrl, agentId, apiKey });

for (;;) {
  await look();
  if (process.argv.includes('--once')) break;
  await sleep(10 * 60_000);
}

async function look(): Promise<void> {
  let memory = read();
  const today = (await bot.status()).time.slice(0, 10);
  if (memory.order?.date !== today) {
    const order = await decide(today);
    if (!order) return;
    memory = { order, sent: memory.sent };
    write(memory);
  }
  const { order, sent } = memory;
  if (!order || sent === order.date) return;
  const { date, weights, reason } = order;
  const { order_id } = await bot.weights(weights, { date, reason, idempotencyKey: `momentum ${date}` });
  write({ ...memory, sent: date });
  console.log(`${date} ${order_id} ${reason}`);
}

/** @returns null where the league has not so many days yet. */
async function decide(today: string): Promise<Memory['order']> {
  const { league } = await bot.agent();
  const { symbols } = await bot.universe(league);
  const tradable = new Set(symbols.filter((s) => s.tradable).map((s) => s.symbol));
  const days = (await closes(league, today)).map(({ date, prices }) => ({
    date,
    prices: Object.fromEntries(Object.entries(prices).filter(([symbol]) => tradable.has(symbol))),
  }));
  if (days.length <= lookback) return null;
  const { points } = await bot.equity();
  const fall = drawdown(points.map((point) => point.value_usd));
  const weights = momentum(days, { lookback, picks: 3, invested: fall > 0.1 ? 0.5 : 1 });
  return { date: today, weights, reason: `Rose most in ${lookback} days; ${(fall * 100).toFixed(1)}% below its best.` };
}

/** The last close of each day that is over, the oldest first. */
async function closes(league: string, today: string): Promise<Day[]> {
  const from = new Date(Date.parse(today) - (lookback + 1) * 86_400_000);
  const { starts, series } = await bot.prices({ league, every: '1d', columns: ['close'], from, to: today });
  return starts.map((start, i) => {
    const known = series.flatMap(({ symbol, close }) => {
      const price = close?.[i] ?? null;
      return price === null ? [] : [[symbol, price] as const];
    });
    return { date: start.slice(0, 10), prices: Object.fromEntries(known) };
  });
}

function read(): Memory {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Memory) : { order: null, sent: null };
}

/** Beside the file and then over it: a crash leaves the old memory or the new one. */
function write(memory: Memory): void {
  writeFileSync(`${file}.new`, JSON.stringify(memory));
  renameSync(`${file}.new`, file);
}
