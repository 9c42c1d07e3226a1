/** Reads the pages and nothing else: shops with their terms, products and offers. For the solvers that know only what a bot is shown. */
import type { Shown } from '../../../source.ts';

export interface ReadCode {
  readonly code: string;
  readonly percent: number;
  readonly amount: number;
  readonly freight: boolean;
  readonly from: number;
}
export interface ReadShop {
  readonly id: string;
  /** Ten-thousandths of a US dollar for one unit. */
  readonly rate: number;
  readonly fee: number;
  readonly freeFrom: number | null;
  /** For each article after the first; the fee itself where each costs the same. Null where the fee is for the order. */
  readonly more: number | null;
  readonly duty: number;
  readonly handling: number;
  /** Those that are still valid. */
  readonly codes: readonly ReadCode[];
}
export interface ReadOffer {
  readonly id: string;
  readonly shop: ReadShop;
  readonly kinds: readonly string[];
  /** The least of its products', tenths. */
  readonly ratings: readonly number[];
  readonly price: number;
  readonly stock: number;
  readonly days: number;
  readonly warranty: number;
  readonly isNew: boolean;
}

export function readSite(shown: Shown): ReadOffer[] {
  const page = (path: string): string => (shown.page(path) ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  const start = page('');
  const today = found(/Today is (\S{10})\./, start);
  const rates = new Map(
    [...start.matchAll(/<td>([A-Z]{3})<\/td><td>(\d+)\.(\d{4})<\/td><td>([^<]*)</g)].map(([, , whole, part, name]) => [
      String(name),
      Number(`${whole}${part}`),
    ]),
  );
  const products = new Map(
    shown.paths
      .filter((path) => /^p\d+\.html$/.test(path))
      .map((path) => {
        const [, kind = ''] = /Product \w+, ([^<]*)\./.exec(page(path)) ?? [];
        return [path, { kind, rating: hundredths(found(/Rated ([\d.]+) of 5/, page(path))) / 10 }];
      }),
  );
  const folders = [...start.matchAll(/href="(\w+)\/terms\.html"/g)].map(([, id]) => String(id));
  return folders.flatMap((id) => {
    const shop = readShop(id, page(`${id}/terms.html`), rates, today);
    return [...page(`${id}/list.html`).matchAll(/href="(o\d+)\.html"/g)].map(([, offer]): ReadOffer => {
      const text = page(`${id}/${offer}.html`);
      const held = [...text.matchAll(/href="\.\.\/(p\d+\.html)"/g)].map(([, path]) => products.get(String(path)));
      return {
        id: String(offer),
        shop,
        kinds: held.map((product) => product?.kind ?? ''),
        ratings: held.map((product) => product?.rating ?? 0),
        price: hundredths(found(/Price: \D?([\d.]+)/, text)),
        stock: Number(/In stock: (\d+)/.exec(text)?.[1] ?? 0),
        days: Number(found(/Delivery in (\d+) days/, text)),
        warranty: Number(found(/Warranty of (\d+) months/, text)),
        isNew: text.includes(' New.'),
      };
    });
  });
}

function readShop(id: string, terms: string, rates: ReadonlyMap<string, number>, today: string): ReadShop {
  const amounts = (line: string): number[] =>
    [...line.matchAll(/[$€£](\d+\.\d\d)/g)].map(([, amount]) => hundredths(String(amount)));
  const lines = [...terms.matchAll(/<p>([^]*?)<\/p>/g)].map(([, line]) => String(line));
  const shipping = lines.find((line) => /^(Shipping is|We deliver|For delivery|Delivery of)/.test(line)) ?? '';
  const [fee = 0, second = 0] = amounts(shipping);
  const isFree = /\bfree\b/.test(shipping);
  const isEach = /every article in|per article/.test(shipping);
  return {
    id,
    rate: rates.get(found(/are in ([^<]*?)\./, terms)) ?? 0,
    fee,
    freeFrom: isFree ? second : null,
    more: isFree ? null : isEach ? fee : second,
    duty: Number(/(?:duty of|Customs take) (\d+)%/.exec(terms)?.[1] ?? 0),
    handling: Number(/(?:over after|Add) (\d+) (?:working )?days/.exec(terms)?.[1] ?? 0),
    codes: lines.flatMap((line): ReadCode[] => {
      const [, code] = /^(?:Code|With) ([A-Z]{4}\d\d)\b/.exec(line) ?? [];
      const until = /(\d{4}-\d\d-\d\d)\./.exec(line)?.[1] ?? '';
      if (code === undefined || until < today) return [];
      const sums = amounts(line);
      const percent = Number(/(\d+)% off/.exec(line)?.[1] ?? 0);
      const freight = line.includes('free');
      return [{ code, percent, freight, amount: percent > 0 || freight ? 0 : (sums[0] ?? 0), from: sums.at(-1) ?? 0 }];
    }),
  };
}

function found(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1] ?? '';
}

/** `34.00` is 3400, `3.9` is 390. */
function hundredths(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
