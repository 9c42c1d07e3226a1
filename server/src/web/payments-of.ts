/** Opens the room of payments by the settings, with what the league itself says of SOL. */
import type { Settings } from '../config/config.ts';
import { divFloor, parseFixed, pow10, priceScale } from '../lib/decimal.ts';
import { systemRandom } from '../lib/system-random.ts';
import { rateScale } from '../payments/money.ts';
import { openPayments, type OpenPaymentsDeps, type Payments } from '../payments/open-payments.ts';
import type { Rate } from '../payments/rate.ts';
import type { MarketView } from '../read/snapshot.ts';
import type { ReadyBytes } from './ready-bytes.ts';

type Made = Pick<OpenPaymentsDeps, 'db' | 'intake' | 'log' | 'baseUrl' | 'realNow' | 'chain'> & {
  readonly market: Pick<MarketView, 'lastPrice' | 'info'>;
};

export async function paymentsOf(
  { config, secrets }: Pick<Settings, 'config' | 'secrets'>,
  made: Made,
  ready: () => Pick<ReadyBytes, 'dropAll'>,
): Promise<Payments> {
  return await openPayments({
    ...made,
    random: systemRandom,
    recipient: config.payRecipient,
    rpc: secrets.payRpc.map((url) => url.reveal()),
    rateSources: config.payRates,
    leagueRate: () => leagueRate(made.market),
    onChange: () => ready().dropAll(),
  });
}

/** What the league last agreed on: shown where nothing is sold, so that no exchange is asked for nothing. */
async function leagueRate({ lastPrice, info }: Made['market']): Promise<Rate | undefined> {
  const last = await lastPrice('SOL-USD');
  if (!last) return undefined;
  const rate = divFloor(parseFixed(last.price, priceScale), pow10(priceScale - rateScale));
  return { rate, source: `SOL-USD of this league (${info.kind} prices); no order is taken`, at: last.at };
}
