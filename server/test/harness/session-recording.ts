/** A folder of recorded minutes of a fund in New York, which are there while the exchange is open, and of a coin, around the clock. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionOn } from '../../src/league/trading-hours.ts';
import { dayMs, hourMs } from '../../src/lib/time.ts';

const stamp = (t: number): string => new Date(t).toISOString().slice(0, 19).replace('T', ' ');

/** @param from midnight UTC of the first day. @param stepSeconds of the fund's candles. */
export function writeSessions(folder: string, from: number, days: number, stepSeconds = 60): void {
  const fund: string[] = ['t,p'];
  const coin: string[] = ['t,p'];
  const stepMs = stepSeconds * 1000;
  const price = (t: number): string => (400 + ((t / 60_000) % 997) / 10).toFixed(2);
  for (let day = from; day < from + days * dayMs; day += dayMs) {
    if (stepMs === dayMs) fund.push(`${stamp(day)},${price(day)}`);
    const { opens, closes } = (stepMs < dayMs && sessionOn('NYSE', day)) || { opens: 0, closes: 0 };
    // A candle ends with the session at the latest.
    for (let t = opens; t + stepMs <= closes; t += stepMs) fund.push(`${stamp(t)},${price(t)}`);
    for (let t = day; t < day + dayMs; t += hourMs / 4) coin.push(`${stamp(t)},${price(t)}`);
  }
  writeFileSync(join(folder, 'fund.csv'), `${fund.join('\n')}\n`);
  writeFileSync(join(folder, 'coin.csv'), `${coin.join('\n')}\n`);
  const pool = (name: string, step: number) => ({
    files: `${name}.csv`,
    time: 't',
    price: { column: 'p' },
    stepSeconds: step,
  });
  const symbol = (name: string, leagues: string[]) => ({
    primary: [{ pool: name }],
    second: [{ pool: name }],
    leagues,
  });
  const manifest = {
    format: 'papertape-replay/1',
    pools: { fund: pool('fund', stepSeconds), coin: pool('coin', 900) },
    symbols: { 'SPY-USD': symbol('fund', ['etfs', 'multi']), 'BTC-USD': symbol('coin', ['multi', 'spot_crypto']) },
  };
  writeFileSync(join(folder, 'replay.json'), JSON.stringify(manifest));
}
