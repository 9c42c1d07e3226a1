/** Numbers of a run in words, for the terminal and the report. */
import { figureCatalogue, shownFigure, type FigureId } from '../flow/rank/statistics/catalogue.ts';
import { dollars, signedPercent } from '../html/format.ts';
import { windowMs, markMs } from '../lib/time.ts';

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
  return `Decides every ${every}; an order is filled at the average price of the 30 minutes that end ${after} minutes after its decision.`;
}
