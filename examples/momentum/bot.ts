/**
 * Once a day, buys what rose most over the last five days; invests half of its money while it is 10% below its best.
 *
 * It may be stopped and started at any time. The decision of a day is written to the file before it is sent, and sent under a key with
 * the date in it: sent again after a crash it is the same request, which the service answers again and does once.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'papertape-client';
import { drawdown, momentum, type Day } from './momentum.ts';

interface Memory {
  readonly days: readonly Day[];
  readonly order: { readonly date: string; readonly weights: Record<string, number>; readonly reason: string } | null;
  /** The date of the last order that the service has taken. */
  readonly sent: string | null;
}

const { PAPERTAPE_URL: baseUrl = '', PAPERTAPE_AGENT_ID: agentId, PAPERTAPE_API_KEY: apiKey } = process.env;
const file = process.env['MOMENTUM_FILE'] ?? 'momentum.json';
/** Fewer than the 7 days after which a seat without a fill lapses. */
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
  if (memory.days.at(-1)?.date !== today) {
    memory = await decide(memory.days, today);
    write(memory);
  }
  const { order, sent } = memory;
  if (!order || sent === order.date) return;
  const { date, weights, reason } = order;
  const { order_id } = await bot.weights(weights, { date, reason, idempotencyKey: `momentum ${date}` });
  write({ ...memory, sent: date });
  console.log(`${date} ${order_id} ${reason}`);
}

async function decide(before: readonly Day[], today: string): Promise<Memory> {
  const { league } = await bot.agent();
  const { symbols } = await bot.universe(league);
  const priced = symbols.filter((s) => s.tradable && s.last_price !== null);
  const prices = Object.fromEntries(priced.map((s) => [s.symbol, Number(s.last_price)]));
  const days = [...before, { date: today, prices }].slice(-1 - lookback);
  const { points } = await bot.equity();
  const fall = drawdown(points.map((point) => point.value_usd));
  const invested = fall > 0.1 ? 0.5 : 1;
  const weights = momentum(days, { lookback, picks: 3, invested });
  if (days.length <= lookback) return { days, order: null, sent: null };
  const reason = `Rose most in ${lookback} days; ${(fall * 100).toFixed(1)}% below its best.`;
  return { days, order: { date: today, weights, reason }, sent: null };
}

function read(): Memory {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Memory) : { days: [], order: null, sent: null };
}

/** Beside the file and then over it: a crash leaves the old memory or the new one. */
function write(memory: Memory): void {
  writeFileSync(`${file}.new`, JSON.stringify(memory));
  renameSync(`${file}.new`, file);
}
