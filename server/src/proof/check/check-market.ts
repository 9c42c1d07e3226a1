/**
 * The market of a window: routes, currencies and spreads of its symbols are those that the public log named at the mark before it, so that
 * nobody can choose them for a window of which something is known, and no bot is charged anything else.
 */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import type { WindowProof } from 'papertape-contract/proof';
import { decodeMarket } from '../../flow/price/market.ts';
import { spreadScale } from '../../league/charges.ts';
import { usdCadSymbol, type Leg } from '../../league/symbol.ts';
import { iso } from '../../lib/clock.ts';
import { formatFixed } from '../../lib/decimal.ts';
import { sha256 } from '../../lib/hash.ts';
import { markMs } from '../../lib/time.ts';
import type { Marks } from './check-log.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

/** @param marks must have the mark before the window, or the one at which it starts where that is the first of all. */
export async function checkMarket(service: Service, steps: Steps, w: WindowProof, marks: Marks): Promise<void> {
  const { start } = w.window;
  const mark = marks.get(iso(Date.parse(start) - markMs)) ?? marks.get(start);
  if (!mark) throw new Error(`the mark before ${start} has no entry in the public log`);
  const { market: named } = JSON.parse(mark.log.entry) as LogEntryOf<'mark'>;
  const text = await service.kept(`/api/log/markets/${named}`);
  steps.same(`market of the window from ${start} has the hash that the log names`, sha256(text), named);
  const [market] = decodeMarket(`[${text}]`);
  for (const { symbol, priced_in, primary, second, spread_bps } of w.symbols) {
    const route = market?.routes.get(symbol);
    const isCad = symbol === usdCadSymbol || market?.cadSymbols.has(symbol) === true;
    steps.same(
      `routes, currency and spread of ${symbol} are those of the market that the log names`,
      { priced_in, primary, second, spread_bps },
      {
        priced_in: isCad ? 'CAD' : 'USD',
        primary: route?.primary.map(stated),
        second: route?.second.map(stated),
        spread_bps: formatFixed(BigInt(route?.spread ?? 0), spreadScale),
      },
    );
  }
}

function stated({ pool, invert }: Leg): { pool: string; inverted: boolean } {
  return { pool, inverted: invert === true };
}
