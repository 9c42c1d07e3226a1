/** Reads the advertisements and the texts of tasks as a bot's program would, and works out the buyer's formula in its own way. */
import type { Shown, Task } from '../../../source.ts';

/** What an advertisement says, with and without tax that comes on top. */
export interface Advert {
  readonly id: string;
  readonly facts: Readonly<Record<string, number>>;
  readonly words: ReadonlySet<string>;
}

export interface Bound {
  readonly fact: string;
  readonly sign: 1 | -1;
  readonly bound: number;
}

export function readAdverts(shown: Shown, taxed: boolean): Advert[] {
  return shown.paths
    .filter((path) => path.startsWith('adverts/'))
    .flatMap((path) => (shown.page(path) ?? '').split('<article ').slice(1))
    .map((article) => readAdvert(article, taxed));
}

function readAdvert(article: string, taxed: boolean): Advert {
  const text = article.replaceAll(/<[^>]*>/g, ' ');
  const number = (pattern: RegExp): number => Number((pattern.exec(text)?.[1] ?? '0').replaceAll(',', ''));
  const plusTax = taxed && /plus 20% tax|on top/.test(text);
  const price = number(/\$([\d,]+)/);
  const distance =
    number(/([\d,]+) (?:km on|miles on)|run ([\d,]+)|Odometer: ([\d,]+)/) ||
    number(/run ([\d,]+)/) ||
    number(/Odometer: ([\d,]+)/);
  const miles = /\d miles/.test(text);
  const words = new Set<string>();
  for (const word of ['petrol', 'diesel', 'hybrid', 'electric', 'manual', 'automatic'])
    if (new RegExp(`\\b${word}\\b`, 'i').test(text)) words.add(word);
  for (const extra of ['tow bar', 'heated seats', 'winter tyres', 'parking camera', 'roof rack', 'cruise control'])
    if (text.includes(extra)) words.add(extra);
  if (/accident in \d|One accident/.test(text)) words.add('accident');
  if (/Known defect:/.test(text)) words.add('defect');
  return {
    id: /^id="(\w+)"/.exec(article)?.[1] ?? '',
    facts: {
      price: plusTax ? (price * 6) / 5 : price,
      'distance run': miles ? (distance * 8) / 5 : distance,
      'model year': number(/(?:registered in|from|built in|model year) (\d{4})/),
      seats: number(/(\d+) seats/i),
      boot: number(/(\d+) litres/),
      'may tow': number(/([\d,]+) kg/),
      'owners so far': number(/(?:owners so far: |has had )(\d+)/i),
      warranty: number(/(\d+) months/),
      group: number(/group (\d)/),
      used: Math.round(10 * number(/([\d.]+) (?:l|kWh) per/)),
    },
    words,
  };
}

/** The cents that a car costs in a year, from the page of costs. */
export function readRunning(shown: Shown): (advert: Advert, thousandKm: number) => number {
  const page = shown.page('costs') ?? '';
  const cents = (text: string): number => Number(text.replaceAll(/[$,.]/g, ''));
  const drives = [...page.matchAll(/<td>(\w+)<\/td><td>(\$[\d.,]+) per \w+<\/td><td>(\$[\d.,]+)</g)];
  const groups = [...page.matchAll(/group (\d)<\/td><td>(\$[\d.,]+)/g)];
  return ({ facts, words }, thousandKm) => {
    const [, , energy = '', tax = ''] = drives.find(([, drive = '']) => words.has(drive)) ?? [];
    const [, , insurance = ''] = groups.find(([, group]) => Number(group) === facts['group']) ?? [];
    return Math.ceil(((facts['used'] ?? 0) * thousandKm * cents(energy) + cents(tax) + cents(insurance)) / 100);
  };
}

export interface ReadBuyer {
  readonly thousandKm: number;
  readonly bounds: readonly Bound[];
  readonly drives: readonly string[];
  readonly gearbox: string | undefined;
  readonly not: readonly string[];
  readonly steps: readonly {
    readonly fact: string;
    readonly points: number;
    readonly step: number;
    readonly from: number;
    readonly sign: 1 | -1;
  }[];
  readonly extras: { readonly points: number; readonly names: readonly string[] };
}

export function readBuyer({ prompt }: Task): ReadBuyer {
  const plainNumbers = prompt.replaceAll(/(\d),(?=\d{3})/g, '$1').replaceAll('$', '');
  const lines = [...plainNumbers.matchAll(/^- (.*)$/gm)].map(([, line = '']) => line);
  const bounds = lines.flatMap((line): Bound[] => {
    const most = /^([\w ]+): at most (\d+)/.exec(line);
    if (most) return [{ fact: most[1] ?? '', sign: -1, bound: Number(most[2]) }];
    const least = /^([\w ]+): (?:at least )?(\d+)/.exec(line);
    return least ? [{ fact: least[1] ?? '', sign: 1, bound: Number(least[2]) }] : [];
  });
  const steps = lines.flatMap((line) => {
    const found =
      /^(\d+) points for each full (\d*) ?(?:km|litres|year|months)? ?(?:of|that the) ([\w ]+?)(?: is (below|above|after) (\d+)(?: km| litres)?)?$/.exec(
        line,
      );
    if (!found) return [];
    const [, points, step, fact = '', side, from] = found;
    return [
      {
        fact,
        points: Number(points),
        step: Number(step || 1),
        from: Number(from ?? 0),
        sign: side === 'below' ? (-1 as const) : (1 as const),
      },
    ];
  });
  const extras = /^(\d+) points for each of these that the car has: (.*)$/m.exec(lines.join('\n'));
  return {
    thousandKm: Number(/for (\d+)000 km/.exec(plainNumbers)?.[1]),
    bounds,
    drives: (/^drive: (.*)$/m.exec(lines.join('\n'))?.[1] ?? '').split(/, | or /).filter((word) => word !== ''),
    gearbox: /^gearbox: (\w+)$/m.exec(lines.join('\n'))?.[1],
    not: [
      ...(lines.includes('never in an accident') ? ['accident'] : []),
      ...(lines.includes('no known defect') ? ['defect'] : []),
    ],
    steps,
    extras: { points: Number(extras?.[1] ?? 0), names: (extras?.[2] ?? '').split(', ') },
  };
}
