/** Questions on a table in a PDF, with a footnote that corrects some of its figures. */
import type { Draw } from '../../../draw.ts';
import { pdf } from '../../../files/pdf.ts';
import { amountSchema, fileTypes, idsSchema, type Job, type Wish } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

export function table(draw: Draw, { level, corrected }: Wish): Job {
  const count = 8 + 7 * level;
  const printed = Array.from({ length: count }, (_, i) => ({
    id: `R${String(i + 1).padStart(2, '0')}`,
    region: draw.pick(phrases.regions),
    goods: draw.pick(phrases.goods),
    units: draw.between(11, 989),
    cents: draw.between(900, 24_900),
  }));
  const region = printed[draw.below(count)]?.region ?? '';
  const least = draw.between(150, 400);
  const own = printed.flatMap((row, i) => (row.region === region ? [i] : []));
  const wrong = corrected ? draw.sample(own, Math.min(own.length, 2)) : [];
  const rows = printed.map((row, i) => (wrong.includes(i) ? { ...row, units: 1_000 - row.units } : row));
  const asked = rows.filter((row) => row.region === region);
  const revenue = asked.reduce((sum, { units, cents }) => sum + units * cents, 0);
  const large = asked.filter(({ units }) => units >= least).map(({ id }) => id);
  const most = asked.reduce((best, row) => (row.units * row.cents > best.units * best.cents ? row : best));
  const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const line = (id: string, place: string, goods: string, units: string, price: string): string =>
    `${id.padEnd(6)}${place.padEnd(10)}${goods.padEnd(12)}${units.padStart(8)}${price.padStart(12)}`;
  const notes = wrong.map((i) => `* ${printed[i]?.id}: read ${rows[i]?.units} units.`);
  return {
    text: `Read the table in sales.pdf. Each row has a number of units and a price for one unit in dollars; revenue is units times price.${corrected ? ' Footnotes at its end correct single rows and count.' : ''} Look at the rows of the region ${region} only.`,
    fields: {
      revenue_cents: {
        weight: 2,
        schema: amountSchema,
        says: 'the revenue of these rows together, in cents',
        example: 12_345,
      },
      best: {
        weight: 1,
        schema: { type: 'string', maxLength: 20 },
        says: 'the number of the row with the largest revenue (the first of equal ones)',
        example: 'R00',
      },
      large: {
        weight: 1,
        schema: idsSchema,
        says: `the numbers of the rows with ${least} units or more`,
        example: ['R00'],
      },
    },
    key: { revenue_cents: revenue, best: most.id, large },
    files: [
      {
        name: 'sales.pdf',
        type: fileTypes.pdf,
        bytes: pdf([
          'Sales',
          '',
          line('Row', 'Region', 'Goods', 'Units', 'Price'),
          ...rows.map(({ id, goods, region: place, cents }, i) =>
            line(id, place, goods, `${printed[i]?.units}`, money(cents)),
          ),
          '',
          ...notes,
        ]),
      },
    ],
    hidden: [money(revenue), String(revenue)],
  };
}
