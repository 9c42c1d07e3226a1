/** Invoices in a ledger against what a remittance mail says was paid. */
import type { Draw } from '../../../draw.ts';
import { pdf } from '../../../files/pdf.ts';
import { csv, eml } from '../../../files/texts.ts';
import { amountSchema, dayOf, decimal, fileTypes, idsSchema, type Job, type Wish } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

const fields: Job['fields'] = {
  unpaid: { weight: 1, schema: idsSchema, says: 'the numbers of the unpaid invoices', example: ['INV-1'] },
  short: {
    weight: 1,
    schema: idsSchema,
    says: 'the numbers of the invoices that were paid short',
    example: ['INV-1'],
  },
  unknown: {
    weight: 1,
    schema: idsSchema,
    says: 'the numbers in the mail that are not in the ledger',
    example: ['INV-1'],
  },
  missing_cents: {
    weight: 2,
    schema: amountSchema,
    says: 'what is still owed on unpaid and short invoices together, in cents',
    example: 12_345,
  },
};

export function invoices(draw: Draw, { level, corrected }: Wish): Job {
  const count = 5 + 3 * level;
  const firm = draw.pick(phrases.firms);
  const first = draw.between(2_100, 8_900);
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `INV-${first + i}`,
    due: draw.between(4_000, 250_000),
    day: dayOf(draw.between(1, 200)),
  }));
  const order = draw.shuffled(rows);
  const unpaidCount = draw.between(1, 2);
  const shortCount = draw.between(1, 2);
  const unpaid = order.slice(0, unpaidCount);
  const short = order
    .slice(unpaidCount, unpaidCount + shortCount)
    .map((row) => ({ ...row, paid: row.due - draw.between(100, 2_900) }));
  const full = order.slice(unpaidCount + shortCount).map((row) => ({ ...row, paid: row.due }));
  const stray = { id: `INV-${first + count + draw.between(3, 60)}`, paid: draw.between(4_000, 90_000) };
  // A credit note takes its amount off what is due: an invoice that was paid short by it is paid in full then.
  const credits = corrected ? draw.sample(full, 2).map((row) => ({ id: row.id, off: draw.between(500, 3_000) })) : [];
  const creditOf = (id: string): number => credits.find((credit) => credit.id === id)?.off ?? 0;
  const paid = draw.shuffled([...short, ...full.map((row) => ({ ...row, paid: row.paid - creditOf(row.id) })), stray]);
  const missing =
    short.reduce((sum, row) => sum + row.due - row.paid, 0) + unpaid.reduce((sum, row) => sum + row.due, 0);
  return {
    text: `${firm} has paid. Compare what it paid (remittance.eml) with what was due (ledger.csv).${corrected ? ' Credit notes (credit-notes.pdf) are taken off what was due.' : ''} An invoice is unpaid when the mail does not name it, and short when less was paid than was due.`,
    fields,
    key: {
      unpaid: unpaid.map(({ id }) => id),
      short: short.map(({ id }) => id),
      unknown: [stray.id],
      missing_cents: missing,
    },
    files: [
      {
        name: 'ledger.csv',
        type: fileTypes.csv,
        bytes: csv([
          draw.pick([
            ['invoice', 'date', 'due'],
            ['Number', 'Issued', 'Amount due'],
          ]),
          ...rows.map(({ id, day, due }) => [id, day, decimal(due)]),
        ]),
      },
      {
        name: 'remittance.eml',
        type: fileTypes.eml,
        bytes: eml({
          from: 'accounts@example.net',
          to: 'billing@example.com',
          subject: `Payment by ${firm}`,
          day: dayOf(draw.between(210, 300)),
          lines: ['We have paid today:', ...paid.map((row) => `${row.id}  USD ${decimal(row.paid)}`), 'Kind regards'],
        }),
      },
      ...(corrected
        ? [
            {
              name: 'credit-notes.pdf',
              type: fileTypes.pdf,
              bytes: pdf([
                'Credit notes',
                '',
                ...credits.map(({ id, off }, i) => `CN-${i + 1}  to invoice ${id}  USD ${decimal(off)}`),
              ]),
            },
          ]
        : []),
    ],
    hidden: [decimal(missing)],
  };
}
