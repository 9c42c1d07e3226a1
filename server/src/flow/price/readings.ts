/**
 * Mark readings as they are stored: JSON text in, readings out, and back.
 *
 *     {"since": 1692000300000, "pools": {"a": "552000.25", "b": ["77.5", 1692003000000], "c": "!gap"}}
 *
 * A pool is its cumulative as decimal text when its coverage began at `since`, a pair when it began at another instant, and
 * `!reason` when it gave none. Arithmetic cumulatives carry 24 places, geometric ones are whole ticks.
 */
import { formatFixed, parseFixed, priceScale } from '../../lib/decimal.ts';
import type { MarkReadings, NoReadingReason, Pool, PoolId, PoolReading } from '../../market/source.ts';

function scaleOf(pool: Pool | undefined): number {
  return pool?.average === 'geometric' ? 0 : priceScale;
}

export function encodeReadings(readings: MarkReadings, pools: ReadonlyMap<PoolId, Pool>): string {
  let since: number | undefined;
  let text = '';
  for (const [id, r] of readings) {
    text += `${text === '' ? '' : ','}${JSON.stringify(id)}:`;
    if (!r.ok) text += `"!${r.reason}"`;
    else {
      since ??= r.since;
      const cumulative = formatFixed(r.cumulative, scaleOf(pools.get(id)));
      text += r.since === since ? `"${cumulative}"` : `["${cumulative}",${r.since}]`;
    }
  }
  return `{"since":${since ?? 0},"pools":{${text}}}`;
}

export function decodeReadings(text: string, pools: ReadonlyMap<PoolId, Pool>): Map<PoolId, PoolReading> {
  const stored = JSON.parse(text) as { since: number; pools: Record<string, string | [string, number]> };
  const readings = new Map<PoolId, PoolReading>();
  for (const [id, v] of Object.entries(stored.pools)) {
    if (typeof v !== 'string') {
      readings.set(id, { ok: true, cumulative: parseFixed(v[0], scaleOf(pools.get(id))), since: v[1] });
    } else if (v.startsWith('!')) {
      readings.set(id, { ok: false, reason: v.slice(1) as NoReadingReason });
    } else {
      readings.set(id, { ok: true, cumulative: parseFixed(v, scaleOf(pools.get(id))), since: stored.since });
    }
  }
  return readings;
}
