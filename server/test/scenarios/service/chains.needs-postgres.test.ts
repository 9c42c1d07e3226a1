/**
 * Chains of receipts: three processes take orders of the same bots at once, each of which knows only what it stored itself. Every order is stored at the second try or the third, none is refused, and
 * every receipt is chained to the one before it, in the order of their stamps. What the statement itself refuses is in src/storage/take-orders.db.test.ts.
 *
 * PAPERTAPE_CHAIN_ORDERS (1,500) says how many orders in all. `npm run cluster-test` is the long form.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../../src/app.ts';
import { prepareStorage } from '../../../src/storage/prepare.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { seedBots } from '../../../bench/seed.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';

const orders = Number(process.env['PAPERTAPE_CHAIN_ORDERS'] ?? '1500');
const processes = 3;
const bots = 20;
const senders = Math.ceil(64 / processes);
const writer = fileURLToPath(new URL('chain-writer.ts', import.meta.url));

interface Told {
  readonly stored: readonly { readonly line: string; readonly tries: number }[];
  readonly failed: readonly string[];
}

describe.skipIf(!hasPostgres)('orders of the same bots at several processes', () => {
  let server: OwnPostgres;
  let storage: Storage;

  beforeAll(async () => {
    server = await startPostgres();
    storage = await prepareStorage({ engine: 'postgres', url: server.url }, migrations);
    await seedBots(storage, bots, Date.now() - 60_000);
  });
  afterAll(async () => {
    await storage.close();
    await server.end();
  });
  beforeEach(async () => {
    await onPostgres(server.url, 'delete from intake.orders');
  });

  async function write(nth: number, of: number): Promise<Told> {
    const args = [writer, server.url, String(bots), String(senders), String(of), String(nth)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (d: Buffer) => void (said += d.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    const lines = said.split('\n').filter((line) => line !== '');
    const stored = lines.flatMap((line) => {
      const [bot, sequence, receipt, tries] = line.split(' ');
      return bot === 'failed' ? [] : [{ line: `${bot} ${sequence} ${receipt}`, tries: Number(tries) }];
    });
    return { stored, failed: lines.filter((line) => line.startsWith('failed')) };
  }

  const writeAll = async (of: number): Promise<Told[]> =>
    await Promise.all(Array.from({ length: processes }, (_, nth) => write(nth, Math.ceil(of / processes))));

  async function brokenLinks(): Promise<number> {
    const [row] = await onPostgres(
      server.url,
      `select count(*)::int as n from intake.orders o
       left join intake.orders p on p.agent_id = o.agent_id and p.sequence = o.sequence - 1
       where o.previous_receipt <> coalesce(p.receipt, '') or coalesce(p.received_at, 0) > o.received_at`,
    );
    return Number(row?.['n']);
  }

  test(`${orders} orders of ${bots} bots over ${processes} processes: none refused, no link broken, three tries at most`, async () => {
    const told = await writeAll(orders);
    const stored = told.flatMap((t) => t.stored);
    expect(told.flatMap((t) => t.failed)).toEqual([]);
    expect(await brokenLinks()).toBe(0);
    const rows = await onPostgres(server.url, 'select agent_id, sequence, receipt from intake.orders');
    const there = rows.map((r) => `${String(r['agent_id'])} ${String(r['sequence'])} ${String(r['receipt'])}`);
    expect(there.toSorted()).toEqual(stored.map((s) => s.line).toSorted());
    const tries = stored.map((s) => s.tries).toSorted((a, b) => a - b);
    const share = tries.filter((n) => n > 1).length / tries.length;
    // oxlint-disable-next-line no-console -- figures of the long form
    console.log(
      `chains: ${tries.length} orders, ${(100 * share).toFixed(1)}% chained anew, most tries ${tries.at(-1)}`,
    );
    expect(share).toBeGreaterThan(0.01);
    expect(tries[Math.ceil(0.99 * tries.length) - 1]).toBeLessThanOrEqual(3);
  }, 600_000);
});
