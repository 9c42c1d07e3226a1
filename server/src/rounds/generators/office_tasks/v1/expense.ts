/**
 * An expense claim against a policy. Lines above a limit are cut to it, lines that break a rule are refused, and the rest is paid as claimed.
 *
 * Example: meals 71.40 (limit 60.00), hotel 2 × 165.00 (limit 180.00), taxi 38.20 without the receipt that is needed above 25.00: 390.00 is paid,
 * the meal is cut and the taxi refused.
 */
import type { Draw } from '../../../draw.ts';
import { docx, xlsx } from '../../../files/office.ts';
import { eml } from '../../../files/texts.ts';
import { amountSchema, dayOf, decimal, fileTypes, idsSchema, type Job, type Wish } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

export interface Line {
  readonly id: string;
  readonly category: 'meals' | 'hotel' | 'taxi' | 'minibar';
  readonly nights: number;
  /** Cents of the line's currency. */
  readonly amount: number;
  readonly currency: 'USD' | 'EUR';
  readonly receipt: boolean;
}
export interface Policy {
  readonly meals: number;
  readonly hotel: number;
  readonly taxi: number;
  /** US dollars for one euro, in ten-thousandths. */
  readonly rate: number;
}

/** Cents in US dollars, half a cent up. */
export function inDollars({ amount, currency }: Line, { rate }: Policy): number {
  return currency === 'USD' ? amount : Math.floor((amount * rate + 5_000) / 10_000);
}

export function settled(
  lines: readonly Line[],
  policy: Policy,
): { total_cents: number; cut: string[]; refused: string[] } {
  const [cut, refused]: [string[], string[]] = [[], []];
  let total = 0;
  for (const line of lines) {
    const amount = inDollars(line, policy);
    const limit =
      line.category === 'meals' ? policy.meals : line.category === 'hotel' ? policy.hotel * line.nights : Infinity;
    if (line.category === 'minibar' || (line.category === 'taxi' && !line.receipt && amount > policy.taxi)) {
      refused.push(line.id);
      continue;
    }
    if (amount > limit) cut.push(line.id);
    total += Math.min(amount, limit);
  }
  return { total_cents: total, cut, refused };
}

const fields: Job['fields'] = {
  total_cents: { weight: 2, schema: amountSchema, says: 'what is paid in all, in US cents', example: 12_345 },
  cut: { weight: 1, schema: idsSchema, says: 'the ids of the lines that are paid in part', example: ['l0'] },
  refused: { weight: 1, schema: idsSchema, says: 'the ids of the lines that are refused', example: ['l0'] },
};

export function expense(draw: Draw, { level, corrected }: Wish): Job {
  const policy = {
    meals: 100 * draw.between(30, 70),
    hotel: 500 * draw.between(24, 44),
    taxi: 100 * draw.between(15, 40),
    rate: draw.between(10_400, 11_900),
  };
  const count = 4 + 2 * level;
  const kinds = draw.shuffled(
    Array.from(
      { length: count },
      (_, i) => (['meals', 'hotel', 'taxi', 'minibar'] as const)[i < 4 ? i : draw.below(3)] ?? 'meals',
    ),
  );
  const claimed = kinds.map((category, i): Line => {
    const nights = category === 'hotel' ? draw.between(1, 4) : 0;
    const limit = { meals: policy.meals, hotel: policy.hotel * nights, taxi: policy.taxi * 2, minibar: 4_000 }[
      category
    ];
    const currency = level >= 3 && draw.chance(1, 3) ? 'EUR' : 'USD';
    return {
      id: `l${i + 1}`,
      category,
      nights,
      amount: Math.floor((limit * draw.between(40, 135)) / 100) + draw.between(1, 99),
      currency,
      receipt: draw.chance(1, 2),
    };
  });
  const changes = corrected
    ? draw.sample(
        claimed.map((_, i) => i),
        2,
      )
    : [];
  const lines = claimed.map((line, i) =>
    changes.includes(i) ? { ...line, amount: line.amount + 100 * draw.between(2, 40) + 7 } : line,
  );
  const [person, clerk] = draw.sample(phrases.people, 2) as [string, string];
  const header = draw.pick([
    ['Line', 'Kind', 'Nights', 'Amount', 'Currency', 'Receipt'],
    ['No.', 'Category', 'Number of nights', 'Claimed', 'Cur.', 'Receipt attached'],
  ]);
  const rows = claimed.map(({ id, category, nights, amount, currency, receipt }) => [
    id,
    category,
    nights || null,
    decimal(amount),
    currency,
    receipt ? 'yes' : 'no',
  ]);
  const mail = changes.map(
    (i) =>
      `Line ${claimed[i]?.id} is wrong in the claim: the amount is ${decimal(lines[i]?.amount ?? 0)}, in the same currency.`,
  );
  const key = settled(lines, policy);
  return {
    text: `Settle the expense claim of ${person} (claim.xlsx) under the travel policy (policy.docx).${corrected ? ' Where correction.eml says otherwise than the claim, the mail counts.' : ''} Convert euros at the policy's rate, line by line, to whole cents with half a cent up, before limits are applied. A line above its limit is paid up to the limit; a refused line is not paid at all.`,
    fields,
    key,
    files: filesOf({
      person,
      clerk,
      policy,
      wording: draw.below(2),
      header,
      rows,
      mail: corrected ? mail : null,
      day: dayOf(draw.below(300)),
    }),
    hidden: [decimal(key.total_cents)],
  };
}

interface Papers {
  readonly person: string;
  readonly clerk: string;
  readonly policy: Policy;
  readonly wording: number;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Null where nothing is corrected. */
  readonly mail: readonly string[] | null;
  readonly day: string;
}

function filesOf({ person, clerk, policy, wording, header, rows, mail, day }: Papers): Job['files'] {
  const rule = (name: 'meals' | 'hotel' | 'taxi' | 'minibar', amount: number): string =>
    (phrases.policy[name][wording] ?? '').replace('{amount}', () => `$${decimal(amount)}`);
  const rate = `${Math.floor(policy.rate / 10_000)}.${String(policy.rate % 10_000).padStart(4, '0')}`;
  return [
    {
      name: 'claim.xlsx',
      type: fileTypes.xlsx,
      bytes: xlsx([{ name: 'Claim', rows: [[`Claim of ${person}`], header, ...rows] }]),
    },
    {
      name: 'policy.docx',
      type: fileTypes.docx,
      bytes: docx([
        'Travel policy',
        rule('meals', policy.meals),
        rule('hotel', policy.hotel),
        rule('taxi', policy.taxi),
        rule('minibar', 0),
        `One euro is ${rate} US dollars.`,
      ]),
    },
    ...(mail
      ? [
          {
            name: 'correction.eml',
            type: fileTypes.eml,
            bytes: eml({
              from: `${mailName(person)}@example.com`,
              to: `${mailName(clerk)}@example.com`,
              subject: 'My claim',
              day,
              lines: mail,
            }),
          },
        ]
      : []),
  ];
}

export function mailName(person: string): string {
  return person
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
}
