/** A bot's record, on the way through its orders and closes. */
import type { AgentProofs, PortfolioOrigin } from 'papertape-contract/proof';
import type { Instant } from '../../lib/clock.ts';
import { startValue, type Portfolio } from '../../flow/fill/fill.ts';
import { startPortfolio } from '../../flow/mark/portfolio.ts';
import type { Steps } from './steps.ts';

/** What a bot's record has come to, on the way through it. */
export interface BotRecord {
  portfolio: Portfolio;
  previousFill: string | null;
  /** When the portfolio last changed by a fill. */
  changedAt: Instant;
  /** All delistings and payouts of the bot, as the service lists them; undefined where they were not asked for. */
  readonly listed: Pick<AgentProofs, 'delistings' | 'payouts'> | undefined;
  /** What it was worth at the last valid close; USD at `moneyScale`. */
  value: bigint;
  sequence: number;
  receipt: string | undefined;
}

/** Of a bot before its first order. */
export const newRecord = {
  portfolio: startPortfolio.portfolio,
  previousFill: null,
  changedAt: 0,
  value: startValue,
  sequence: 0,
  receipt: undefined,
} as const;

/** What the service lists of a bot and what stands in the proof of one portfolio must be the same delistings and payouts. */
export function checkSince(
  steps: Steps,
  { listed, changedAt }: BotRecord,
  stated: PortfolioOrigin,
  /** A mark delists before it fills, and pays after that. */
  { delistedTo, paidTo }: { readonly delistedTo: Instant; readonly paidTo: Instant },
): void {
  if (!listed) return;
  const delistings = listed.delistings
    .filter((d) => Date.parse(d.at) > changedAt && Date.parse(d.at) <= delistedTo)
    .map(({ at, symbol, units, price, cash }) => ({ at, symbol, units, price, cash }));
  if (stated.delistings.length + delistings.length > 0)
    steps.same('delistings since the fill before', stated.delistings, delistings);
  const payouts = listed.payouts.filter((p) => Date.parse(p.at) >= changedAt && Date.parse(p.at) <= paidTo);
  if (stated.payouts.length + payouts.length > 0) steps.same('payouts since the fill before', stated.payouts, payouts);
}
