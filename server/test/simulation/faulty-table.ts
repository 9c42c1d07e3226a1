/** Prices in which every fault happens, for leagues that are to see all of them: the audit and the proofs play on them. */
import type { PoolId, Route } from '../../src/league/symbol.ts';
import type { Fault, Table } from './table-source.ts';

/** Tenths of a basis point, of those that have one. */
const spreads: Readonly<Record<string, number>> = { 'ETH-USD': 15, 'MAP-CAD': 205 };

const hourMs = 60 * 60_000;

/**
 * Pools of BTC fall apart for a while, ETH answers late, SOL has a gap over a close, DOGE falls silent for good, MAP is priced in CAD.
 * @param hours how long it is. @param dogeUntil hour at which DOGE falls silent. @param xrp is there one symbol more?
 */
export function faultyTable({
  start,
  hours,
  dogeUntil,
  xrp = false,
}: {
  readonly start: number;
  readonly hours: number;
  readonly dogeUntil: number;
  readonly xrp?: boolean;
}): Table {
  const at = (hour: number): number => start + hour * hourMs;
  const minutes = new Map<PoolId, bigint[]>();
  const wave = (price: number, k: number): bigint[] =>
    Array.from({ length: hours * 60 }, (_, i) => BigInt(Math.round(price * (1 + 0.05 * Math.sin(i / k)) * 1e8)));
  const names = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD', 'MAP-CAD', 'USD-CAD', ...(xrp ? ['XRP-USD'] : [])];
  const routes = new Map<string, Omit<Route, 'symbol'>>();
  for (const [i, name] of names.entries()) {
    const first = wave([60_000, 2_500, 150, 0.2, 80, 1.3, 0.6][i] as number, 200 + 70 * i);
    minutes.set(`${name}:1`, first);
    minutes.set(
      `${name}:2`,
      first.map((p, m) =>
        name === 'BTC-USD' && m >= 10 * 60 && m < 12 * 60 ? (p * 103n) / 100n : (p * 1001n) / 1000n,
      ),
    );
    const legs = { primary: [{ pool: `${name}:1` }], second: [{ pool: `${name}:2` }] };
    const spread = spreads[name];
    routes.set(name, { ...legs, ...(spread === undefined ? {} : { spread }) });
  }
  const faults: Fault[] = [
    { pool: 'ETH-USD:2', kind: 'silent', from: at(14), to: at(15), answersAt: at(16) },
    { pool: 'SOL-USD:1', kind: 'gap', from: at(23), to: at(24.5) },
    { pool: 'DOGE-USD:1', kind: 'silent', from: at(dogeUntil), to: at(hours) },
  ];
  const tradable = names.filter((n) => n !== 'USD-CAD');
  const leagues = new Map(tradable.map((n) => [n, n === 'MAP-CAD' ? ['multi'] : ['spot_crypto', 'multi']]));
  return { start, minutes, faults, routes, leagues };
}
