/** Reads a prompt: what is wanted and under which conditions. */
import type { Task } from '../../../source.ts';
import type { ReadOffer } from './read.ts';

export interface ReadBrief {
  readonly needs: readonly { readonly kind: string; readonly qty: number; readonly rating: number }[];
  readonly days: number;
  readonly warranty: number;
  readonly newOnly: boolean;
  readonly shops: number;
}

const numbers: Readonly<Record<string, number>> = { a: 1, an: 1, two: 2, three: 3 };

export function readBrief({ prompt }: Task, kinds: ReadonlySet<string>): ReadBrief {
  const wanted = /Buy ([^]*?)\. (?:Every|Order|Pay)/.exec(prompt)?.[1] ?? '';
  const needs = [...wanted.matchAll(/\b(an?|two|three) ([a-z ]+?) \(?(?:each )?rated (\d)\.(\d)/g)].map(
    ([, count, words, whole, part]) => ({
      kind: [...kinds].find((kind) => words === kind || words === `${kind}s`) ?? '',
      qty: numbers[String(count)] ?? 0,
      rating: Number(whole) * 10 + Number(part),
    }),
  );
  const most = (pattern: RegExp): number => Number(pattern.exec(prompt)?.[1] ?? Infinity);
  return {
    needs,
    days: most(/within (\d+) days/),
    warranty: Number(/warranty of (\d+) months/.exec(prompt)?.[1] ?? 0),
    newOnly: prompt.includes('must be new'),
    shops: prompt.includes('at most two shops') ? 2 : Infinity,
  };
}

/** The needs that a piece of the offer serves, or null. */
export function serves(brief: ReadBrief, offer: ReadOffer): number[] | null {
  const { shop, days, warranty, isNew, stock, kinds, ratings } = offer;
  const keeps =
    stock > 0 && days + shop.handling <= brief.days && warranty >= brief.warranty && (isNew || !brief.newOnly);
  const found = kinds.map((kind, i) =>
    brief.needs.findIndex((need) => need.kind === kind && (ratings[i] ?? 0) >= need.rating),
  );
  return keeps && !found.includes(-1) ? found : null;
}
