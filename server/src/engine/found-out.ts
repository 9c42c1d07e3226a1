/** What was found out about a block or a reading after the mark, as the public log of incidents says it. Pure: facts in, entries out. */
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { isClose } from '../lib/time.ts';
import type { Incident } from '../operator/incident.ts';
import { bpsText, type PriceDifference } from './finality.ts';
import type { BlockCheck } from './finality.sql.ts';

/** A pool of which most endpoints say something else when the block is final: both as decimal text. */
export interface OtherReading {
  readonly pool: string;
  readonly label: string;
  readonly used: string;
  readonly final: string;
}

/** A price that was used, and what the final chain makes of it. */
export interface UsedPrice {
  readonly windowEnd: Instant;
  readonly difference: PriceDifference;
  /** Orders of the window, in leagues that have the symbol. */
  readonly orders: number;
}

export interface FoundOut {
  readonly check: BlockCheck;
  /** Of a check that `differs`. */
  readonly readings: readonly OtherReading[];
  /** Those that rest on what was read. */
  readonly used: readonly UsedPrice[];
}

type Draft = Omit<Incident, 'id'>;

/** The entry about the block itself; undefined when it is final, and was read as most say. */
export function blockIncident(chain: string, { check, readings, used }: FoundOut, atMark: Instant): Draft | undefined {
  const { outcome, differenceBps } = check;
  if (outcome === 'final') return undefined;
  const prices =
    used.length === 0
      ? 'No price that was used rests on it.'
      : differenceBps === null
        ? 'A price that was used and rests on it has none to be compared with.'
        : `The prices that were used and rest on it are at most ${differenceBps} bps off.`;
  return {
    atMark,
    kind: outcome === 'gone' ? 'block_replaced' : 'reading_differs',
    about: { kind: 'chain', id: chain },
    price: null,
    priceAt: null,
    by: 'engine',
    reason: `${whatWas(chain, check, readings)} ${prices} Nothing is revalued.`,
  };
}

function whatWas(
  chain: string,
  { number, hash, canonicalHash, mark, toldBy }: BlockCheck,
  readings: readonly OtherReading[],
): string {
  const [first] = readings;
  if (!first)
    return `${chain} replaced block ${number} (${hash}), in which the mark ${iso(mark)} was read, by ${canonicalHash}.`;
  const hosts = toldBy === null ? 'an endpoint' : (JSON.parse(toldBy) as string[]).join(' and ');
  const others = readings.length - 1;
  const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'pool differs' : 'pools differ'}.`;
  return `Of the mark ${iso(mark)} ${hosts} told ${first.used} on ${chain} (${first.label}); most endpoints say that it is ${first.final}.${more}`;
}

/** The entry about a price that was used and that the final chain does not give. */
export function priceIncident(
  chain: string,
  { check, readings }: Pick<FoundOut, 'check' | 'readings'>,
  { windowEnd, difference, orders }: UsedPrice,
  atMark: Instant,
): Draft {
  const { symbol, canonical, bps4 } = difference;
  const used = formatFixed(difference.used, priceScale);
  const window = `the window that ended at ${iso(windowEnd)}`;
  const price =
    canonical === undefined
      ? `${used} was used over ${window}; the final chain gives no price.`
      : `${used} was used over ${window}; the final chain says ${formatFixed(canonical, priceScale)}, ${bps4 === undefined ? '0' : bpsText(bps4)} bps off.`;
  const what = `${orders} order${orders === 1 ? '' : 's'}${isClose(windowEnd) ? ' and a close' : ''}`;
  return {
    atMark,
    kind: 'price_differs',
    about: { kind: 'symbol', id: symbol },
    price: used,
    priceAt: windowEnd,
    by: 'engine',
    reason: `${whatWas(chain, check, readings)} ${price} ${what} stand as they are.`,
  };
}
