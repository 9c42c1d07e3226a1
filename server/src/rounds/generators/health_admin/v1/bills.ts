/** Bills of a patient, worked out through a plan. */
import type { Draw } from '../../../draw.ts';
import { pdf } from '../../../files/pdf.ts';
import { eml } from '../../../files/texts.ts';
import type { Material } from '../../../source.ts';
import { dateOf, decimal, fileTypes, integerField, mailOf, textField, type Field, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };
import { daysOfYear, settle, type Bill, type Item, type Left, type Plan, type Settled } from './plan.ts';

interface Case {
  readonly patient: string;
  readonly plan: Plan;
  readonly left: Left;
  /** As they were sent, and as they are after the corrections. */
  readonly sent: readonly Bill[];
  readonly bills: readonly Bill[];
  readonly corrections: readonly string[];
}

export function billsJob(draw: Draw, level: number): Job | null {
  const drawn = drawCase(draw, level);
  const settled = settle(drawn.bills, drawn.plan, drawn.left);
  const sum = (of: 'patient' | 'excluded' | 'plan' | 'second'): number =>
    settled.reduce((total, each) => total + each[of], 0);
  const most = settled.toSorted((a, b) => b.patient - a.patient);
  const candidates = settled.filter(({ patient, id }) => patient > 0 && id !== most[0]?.id);
  const asked = settled.length > 1 ? candidates[draw.below(Math.max(1, candidates.length))] : undefined;
  if (sum('plan') === 0 || sum('patient') === 0 || most[0]?.patient === most[1]?.patient) return null;
  if ((settled.length > 1 && asked === undefined) || (drawn.plan.second !== null && sum('second') === 0)) return null;
  const key = {
    patient_cents: sum('patient'),
    plan_cents: sum('plan'),
    ...(asked === undefined ? {} : { bill_cents: asked.patient }),
    ...(sum('excluded') === 0 ? {} : { excluded_cents: sum('excluded') }),
    ...(settled.length < 3 ? {} : { largest: most[0]?.id ?? '' }),
    ...(drawn.plan.second === null ? {} : { second_cents: sum('second') }),
  };
  return {
    text: textOf(drawn),
    fields: fieldsOf(key, asked),
    key,
    files: filesOf(draw, drawn),
    hidden: [decimal(key.patient_cents), decimal(key.plan_cents)],
  };
}

function drawCase(draw: Draw, level: number): Case {
  const count = Math.min(8, level);
  const lastDay = level >= 6 ? daysOfYear + 90 : 300;
  const ids = draw.sample([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], count).toSorted((a, b) => a - b);
  const sent = ids.map((number): Bill => ({
    id: `B${number}`,
    day: draw.between(20, lastDay),
    items: drawItems(draw),
  }));
  const { bills, corrections } = level >= 3 ? corrected(draw, sent, lastDay) : { bills: sent, corrections: [] };
  const deductible = 1_000 * draw.between(20, 60);
  const limit = deductible + 1_000 * draw.between(15, 40 + 12 * count);
  const left = { deductible: 500 * draw.between(10, deductible / 500), limit: 0 };
  const plan: Plan = {
    deductible,
    limit,
    shares: { A: 5 * draw.between(2, 5), B: 5 * draw.between(4, 8), C: 5 * draw.between(7, 11) },
    excluded: draw.sample(phrases.extras, 2),
    second: level >= 5 ? { percent: 5 * draw.between(6, 16), most: 1_000 * draw.between(10, 40) } : null,
  };
  // Half of the cases come to the limit: it is set by what would be paid without one.
  const free = settle(bills, { ...plan, second: null, excluded: [] }, { ...left, limit: 100_000_000 });
  const whole = free.reduce((total, { patient }) => total + patient, 0);
  const wanted = Math.max(left.deductible + 1_000, Math.floor((whole * draw.between(50, 150)) / 100));
  return {
    patient: draw.pick(phrases.people),
    plan,
    left: { ...left, limit: Math.min(limit, wanted - (wanted % 500)) },
    sent,
    bills,
    corrections,
  };
}

function drawItems(draw: Draw): Item[] {
  const items = Array.from({ length: draw.between(1, 4) }, (): Item => {
    const group = draw.pick(['A', 'B', 'C'] as const);
    const allowed = draw.between(1_500, 42_000);
    return { group, service: draw.pick(phrases.services[group]), charged: allowed + draw.between(1, 6_000), allowed };
  });
  if (!draw.chance(1, 2)) return items;
  const allowed = draw.between(1_000, 9_000);
  const extra = { group: 'A', service: draw.pick(phrases.extras), charged: allowed + draw.between(1, 4_000), allowed };
  return draw.shuffled([...items, extra]);
}

/** One bill gets another amount, another another date, and with five bills or more one is withdrawn. */
function corrected(draw: Draw, sent: readonly Bill[], lastDay: number): Pick<Case, 'bills' | 'corrections'> {
  const [first, other, dropped] = draw.sample(sent, 3) as [Bill, Bill, Bill];
  const at = draw.below(first.items.length);
  const old = first.items[at] as Item;
  const allowed = old.allowed + 100 * draw.between(3, 60);
  const charged = allowed + (old.charged - old.allowed);
  const day = draw.between(20, lastDay);
  const withdraws = sent.length >= 5;
  const bills = sent.flatMap((bill): Bill[] => {
    if (withdraws && bill === dropped) return [];
    if (bill === other) return [{ ...bill, day }];
    if (bill !== first) return [bill];
    return [{ ...bill, items: bill.items.with(at, { ...old, allowed, charged }) }];
  });
  const corrections = draw.shuffled([
    `Bill ${first.id}, item ${at + 1}: charged ${decimal(charged)}, allowed ${decimal(allowed)}.`,
    `Bill ${other.id}: the date of service is ${dateOf(day)}.`,
    ...(withdraws ? [`Bill ${dropped.id} is withdrawn.`] : []),
  ]);
  return { bills, corrections };
}

function filesOf(draw: Draw, { patient, plan, left, sent, corrections }: Case): Material[] {
  const issued = draw.between(470, 500);
  const mail = (subject: string, from: string, lines: readonly string[]): Buffer =>
    eml({ from: mailOf(from), to: mailOf(patient), subject, day: dateOf(issued), lines });
  const name = draw.pick(phrases.plans);
  return [
    { name: 'plan.pdf', type: fileTypes.pdf, bytes: pdf(planLines(draw, name, plan)) },
    {
      name: 'statement.eml',
      type: fileTypes.eml,
      bytes: mail('Your amounts', name, [
        `Dear ${patient},`,
        `before the first bill of 2031 there is ${decimal(left.deductible)} left of your deductible`,
        `and ${decimal(left.limit)} left to your yearly limit.`,
      ]),
    },
    ...sent.map((bill) => ({
      name: `bill-${bill.id.toLowerCase()}.pdf`,
      type: fileTypes.pdf,
      bytes: pdf(billLines(draw, patient, bill)),
    })),
    ...(corrections.length === 0
      ? []
      : [
          {
            name: 'corrections.eml',
            type: fileTypes.eml,
            bytes: mail('Corrections', 'Billing Office', ['We were wrong. These hold:', ...corrections]),
          },
        ]),
  ];
}

function planLines(draw: Draw, name: string, { deductible, limit, shares, excluded, second }: Plan): string[] {
  const lines = draw.shuffled([
    draw.pick([
      `The deductible of a year is ${decimal(deductible)}.`,
      `Each year the first ${decimal(deductible)} are the patient's: the deductible.`,
    ]),
    draw.pick([
      `The yearly limit is ${decimal(limit)}.`,
      `Nobody pays more than ${decimal(limit)} for covered items in a year: the yearly limit.`,
    ]),
    `The patient's share: ${Object.entries(shares)
      .map(([group, percent]) => `group ${group} ${percent}%`)
      .join(', ')}.`,
    `Not covered: ${excluded.join(', ')}.`,
  ]);
  const cover = `${draw.pick(phrases.secondPlans)}, the second plan, pays ${second?.percent ?? 0}% and at most ${decimal(second?.most ?? 0)} a year.`;
  return [name, '', ...lines, ...(second === null ? [] : ['', cover])];
}

function billLines(draw: Draw, patient: string, { id, day, items }: Bill): string[] {
  return [
    draw.pick(phrases.places),
    `Bill ${id} for ${patient}`,
    `Issued ${dateOf(day + draw.between(5, 120))}, service of ${dateOf(day)}`,
    '',
    'item  service             group   charged   allowed',
    ...items.map(({ service, group, charged, allowed }, i) =>
      [
        String(i + 1).padEnd(5),
        service.padEnd(19),
        group.padEnd(5),
        decimal(charged).padStart(9),
        decimal(allowed).padStart(9),
      ].join(' '),
    ),
  ];
}

function textOf({ patient, plan, corrections }: Case): string {
  const second =
    plan.second === null
      ? ''
      : ' After that the second plan pays, for each bill, its percentage of what the patient owes for the covered items of that bill, rounded to the cent, halves up, and no more than what is left of its yearly amount; no part of it changes the deductible or the limit.';
  const mail = corrections.length === 0 ? '' : ' What corrections.eml says holds before what a bill says.';
  return `Work out the bills of ${patient} through the plan in plan.pdf. Bills are the files bill-*.pdf; statement.eml says what is left of the amounts of 2031.${mail}
Take the bills in the order of their dates of service, those of one date by id, and the items of a bill in its order. Of a covered item the allowed amount counts: the patient first pays what is left of the deductible, then the group's share of the rest, rounded to the cent, halves up; together at most what is left to the yearly limit. The deductible goes down by the part of the item that it took, the limit by what the patient pays, and the plan pays what remains of the allowed amount. An item that is not covered is paid by the patient as charged and changes neither. With the first bill of 2032 the whole deductible and the whole limit of the plan are there again.${second}`;
}

function fieldsOf(key: Job['key'], asked: Settled | undefined): Job['fields'] {
  const all: Readonly<Record<string, Field>> = {
    patient_cents: integerField(3, 'what the patient pays for all bills together'),
    plan_cents: integerField(2, 'what the plan pays for all of them'),
    bill_cents: integerField(2, `what the patient pays for bill ${asked?.id ?? ''}`),
    excluded_cents: integerField(2, 'the part of patient_cents that is for items that are not covered'),
    largest: textField(1, 'the id of the bill for which the patient pays the most', 'B99'),
    second_cents: integerField(2, 'what the second plan pays for all bills'),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in key));
}
