/**
 * What was found out about blocks after they were read: answers of a chain, which only the chain can confirm. That each is about
 * a block in which a mark was read, and each incident about a price that was used, is checked here.
 */
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { Incident } from '../operator/incident.ts';
import { decodeVector } from '../flow/price/vector-text.ts';
import type { Trx } from '../storage/storage.ts';
import { differenceRows, strayBlockChecks } from './block-checks.sql.ts';
import type { Differences } from './differences.ts';

const strayMax = 100;

/** @param log the incidents of kind `price_differs`. */
export async function checkBlockChecks(trx: Trx, log: readonly Incident[], differences: Differences): Promise<void> {
  for (const c of await strayBlockChecks(trx, strayMax)) {
    const key = `${c.chain} ${c.mark} ${c.attempt}`;
    differences.add('ledger.block_checks', key, 'hash', 'the block of a reading', c.hash);
  }
  const told = new Set(log.map((i) => i.id));
  for (const d of await differenceRows(trx)) {
    const key = String(d.incident_id);
    told.delete(Number(d.incident_id));
    const used = d.prices === null ? undefined : decodeVector(d.prices).get(d.symbol);
    const expected = {
      kind: 'price_differs',
      about_id: d.symbol,
      incident_price: d.used,
      used: used && used.state !== 'unavailable' ? formatFixed(used.price, priceScale) : null,
      outcome: 'gone',
    };
    const { kind, about_id, incident_price, outcome } = d;
    differences.compare('ledger.price_differences', key, expected, {
      kind,
      about_id,
      incident_price,
      used: d.used,
      outcome,
    });
  }
  for (const id of told) differences.add('ledger.price_differences', String(id), 'row', 'a row', 'no row');
}
