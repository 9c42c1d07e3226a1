/**
 * One run a day, from cron or CI: back to equal weights where they have drifted. Exit code 0: done or nothing to do.
 *
 * However often it runs in a day, there is one order a day: its key is the date. The file only tells what became of the last order;
 * where it is lost, as on a fresh CI machine, nothing else is.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createClient, PapertapeError } from 'papertape-client';

const { PAPERTAPE_URL: baseUrl = '', PAPERTAPE_AGENT_ID: agentId, PAPERTAPE_API_KEY: apiKey } = process.env;
const file = process.env['STATE_FILE'] ?? 'last-order.json';
/** A symbol that is off its weight by less is left alone. */
const driftMax = 0.02;
const bot = createClient({ baseUrl, agentId, apiKey });

try {
  if (existsSync(file)) await tellOf(JSON.parse(readFileSync(file, 'utf8')) as { order_id: string });
  await rebalance();
} catch (error) {
  if (!(error instanceof PapertapeError)) throw error;
  console.error(`${error.code}: ${error.detail}\n${error.fix}`);
  process.exitCode = 1;
}

async function tellOf(last: { order_id: string }): Promise<void> {
  const { state, message } = await bot.order(last.order_id);
  console.log(`${last.order_id} ${state}: ${message}`);
}

async function rebalance(): Promise<void> {
  const state = await bot.state();
  const symbols = (await bot.universe(state.league)).symbols.filter((s) => s.tradable).map((s) => s.symbol);
  const weight = Math.floor(10_000 / symbols.length) / 10_000;
  const held = new Map(state.holdings.map((h) => [h.symbol, h.weight ?? 0]));
  const drift = Math.max(...symbols.map((symbol) => Math.abs((held.get(symbol) ?? 0) - weight)));
  if (state.pending.length > 0) return console.log('An order is pending: nothing to do.');
  if (drift < driftMax) return console.log(`Off by ${(drift * 100).toFixed(2)}% at most: nothing to do.`);
  const date = state.time.slice(0, 10);
  const weights = Object.fromEntries(symbols.map((symbol) => [symbol, weight]));
  const order = await bot.weights(weights, { date, reason: 'Equal weights.', idempotencyKey: `equal-weights ${date}` });
  writeFileSync(file, JSON.stringify({ order_id: order.order_id }));
  console.log(`${order.order_id} fills by ${order.fills_by}`);
}
