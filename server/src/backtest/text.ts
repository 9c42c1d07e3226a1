/** Numbers of a run in words, for the terminal and the report. */
import { figureCatalogue, shownFigure, type FigureId } from '../flow/rank/statistics/catalogue.ts';
import { dollars, signedPercent } from '../html/format.ts';
import { moneyScale } from '../lib/decimal.ts';
import { windowMs, markMs } from '../lib/time.ts';
import { windowBps, type WindowCost } from './window-cost.ts';

export const open = '–';

/** 12345678 cents -> `$123,456.78` */
export function centsText(cents: number): string {
  return dollars(cents / 100);
}

/** 1234 -> `+12.34%` */
export function bpsText(bps: number): string {
  return signedPercent(bps / 100);
}

/** A figure as the service shows it; `–` where the record does not bear it. */
export function figureText(id: FigureId, value: number | null): string {
  const shown = shownFigure(id, value);
  if (shown === null) return open;
  const { unit, places } = figureCatalogue[id];
  const text = shown.toFixed(places).replace('-', '−');
  return unit === 'percent' ? `${text}%` : text;
}

/** When orders are decided and filled, in a sentence. */
export function whenText(every: string): string {
  const after = (windowMs + markMs) / 60_000;
  const when = every.includes(' ') ? `as cron says, ${every} (UTC)` : `every ${every}`;
  return `Decides ${when}; an order is filled at the average price of the 30 minutes that end ${after} minutes after its decision.`;
}

/** 0.0123 -> `+1.23%` */
export function fractionText(fraction: number | null): string {
  return fraction === null ? open : signedPercent(fraction * 100);
}

export function luckText(luck: number | null): string {
  return luck === null ? open : luck.toFixed(4);
}

/** Basis points, `+3.25`. */
export function bpsOrOpen(bps: number | null): string {
  return bps === null ? open : `${bps < 0 ? '−' : '+'}${Math.abs(bps).toFixed(2)}`;
}

/** `−1.18% to +0.20%`; `–` where the record is too short. */
export function intervalText(interval: { readonly low: number; readonly high: number } | null): string {
  return interval === null ? open : `${signedPercent(interval.low)} to ${signedPercent(interval.high)}`;
}

/** What walking forward came to, in a sentence. @param hindsight of the best try over the same folds, as a fraction. */
export function walkText(returnBps_: number, hindsight: number | null): string {
  const best =
    hindsight === null
      ? ''
      : `; the best try of these folds, which nobody knew before, made ${fractionText(hindsight)}`;
  return `It made ${bpsText(returnBps_)}${best}.`;
}

/** What prices moved between decisions and fills, in a sentence. */
export function windowText({ cost, seen, unseen }: WindowCost): string {
  const without = unseen === 0 ? '' : `; ${unseen} trades had no price at the decision`;
  const usd = dollars(Number(cost) / 10 ** moneyScale);
  return `${usd}, ${bpsOrOpen(windowBps({ cost, seen, unseen }))} bps of what was traded: from the decision to the fill${without}`;
}
