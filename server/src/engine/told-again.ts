/**
 * Told again: what was read at a mark and what each endpoint says of it when its block is final in; what most of them say otherwise out. Pure.
 *
 * More than half of the endpoints that are configured must say the same of a pool; otherwise nothing is known of it. An endpoint that says
 * something else than most is named, and where no value has most behind it, everyone who told one is.
 *
 * Example: 360558000 was read. Of three endpoints two say 360559800 and one 360558000: most say otherwise, and the third is named. Only one
 * answers: nothing is known.
 */
import type { Instant } from '../lib/clock.ts';
import type { Pool, PoolId } from '../league/symbol.ts';
import { formatFixed } from '../lib/decimal.ts';
import { scaleOf } from '../flow/price/readings.ts';
import type { OtherValue, ToldAgain } from '../sources/source.ts';

export interface Judged {
  /** Did more than half of the configured endpoints answer? */
  readonly isAnswered: boolean;
  /** Pools of which most say something else than what was read, and what. */
  readonly otherwise: ReadonlyMap<PoolId, bigint>;
  /** How many pools nothing is known of. */
  readonly unread: number;
  readonly others: readonly OtherValue[];
  /** Hosts of endpoints that told something, and nothing else than most. */
  readonly agreeing: readonly string[];
}

export interface ReadThen {
  readonly chain: number;
  readonly mark: Instant;
  readonly pools: ReadonlyMap<PoolId, Pool>;
  readonly read: ReadonlyMap<PoolId, bigint>;
}

export function judgeAgain({ chain, mark, pools, read }: ReadThen, { configured, told }: ToldAgain): Judged {
  const otherwise = new Map<PoolId, bigint>();
  const others = new Map<string, OtherValue>();
  const heard = new Set<string>();
  let unread = 0;
  for (const [pool, then] of read) {
    const values = told.flatMap(({ host, values: of }) => {
      const value = of.get(pool);
      return value === undefined ? [] : [{ host, value }];
    });
    const most = values.find((v) => values.filter((o) => o.value === v.value).length * 2 > configured)?.value;
    if (most === undefined) unread++;
    else if (most !== then) otherwise.set(pool, most);
    const scale = scaleOf(pools.get(pool));
    const isSplit = most === undefined && values.some((v) => v.value !== values[0]?.value);
    for (const { host, value } of values) {
      heard.add(host);
      const isOther = most === undefined ? isSplit : value !== most;
      if (!isOther || others.has(host)) continue;
      const label = pools.get(pool)?.label ?? pool;
      const told = formatFixed(value, scale);
      others.set(host, {
        chain,
        host,
        mark,
        pool: label,
        told,
        most: most === undefined ? null : formatFixed(most, scale),
      });
    }
  }
  return {
    isAnswered: told.length * 2 > configured,
    otherwise,
    unread,
    others: [...others.values()],
    agreeing: [...heard].filter((host) => !others.has(host)),
  };
}
