/** A form that is filled in from a patient's record. */
import type { Draw } from '../../../draw.ts';
import { eml } from '../../../files/texts.ts';
import type { Json } from '../../../json.ts';
import { dateOf, decimal, fileTypes, integerField, mailOf, textField, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

interface Visit {
  readonly day: number;
  readonly place: string;
  readonly km: number;
  readonly parking: number;
}

interface Receipt {
  readonly id: string;
  readonly what: string;
  readonly cents: number;
  readonly prescribed: boolean;
}

export interface Patient {
  readonly name: string;
  /** Days since 2031-01-01, so below 0. */
  readonly born: number;
  readonly member: string;
  readonly relation: string;
  readonly street: string;
  readonly town: string;
  /** First and last day. */
  readonly away: readonly [number, number];
  readonly visits: readonly Visit[];
  readonly receipts: readonly Receipt[];
}

/** What the form itself fixes. */
export interface Form {
  /** Cents for a kilometre. */
  readonly rate: number;
  readonly codes: Readonly<Record<string, string>>;
}

interface Box {
  readonly isText: boolean;
  says(form: Form): string;
  value(patient: Patient, form: Form): Json;
}

const text = (says: (form: Form) => string, value: Box['value']): Box => ({ isText: true, says, value });
const integer = (says: (form: Form) => string, value: Box['value']): Box => ({ isText: false, says, value });

export const boxes: Readonly<Record<string, Box>> = {
  name: text(
    () => 'family name, a comma, a space, given name',
    ({ name }) => name.split(' ').toReversed().join(', '),
  ),
  born: text(
    () => 'date of birth as YYYY-MM-DD',
    ({ born }) => dateOf(born),
  ),
  age: integer(
    () => 'age in whole years on the day of the first visit; it goes up on the birthday itself',
    ({ born, visits }) => ageOn(dateOf(born), dateOf(Math.min(...visits.map(({ day }) => day)))),
  ),
  member: text(
    () =>
      'member number without spaces, a hyphen, and its check digit: each digit times its place (the first times 1, the second times 2 and so on), summed, last digit of the sum',
    ({ member }) => `${member}-${Array.from(member).reduce((sum, digit, i) => sum + Number(digit) * (i + 1), 0) % 10}`,
  ),
  relation: text(
    ({ codes }) =>
      `code of the relation to the insured (${Object.entries(codes)
        .map(([relation, code]) => `${code} ${relation}`)
        .join(', ')})`,
    ({ relation }, { codes }) => codes[relation] ?? '',
  ),
  address: text(
    () => 'postal code, a space, town',
    ({ town }) => town,
  ),
  days: integer(
    () => 'days away from work, the first and the last one included',
    ({ away: [from, to] }) => to - from + 1,
  ),
  travel_cents: integer(
    ({ rate }) => `travel in cents: for each visit ${rate} cents a kilometre there and back, and the parking`,
    ({ visits }, { rate }) => visits.reduce((sum, { km, parking }) => sum + 2 * km * rate + parking, 0),
  ),
  medicine_cents: integer(
    () => 'receipts in cents: the sum of those with a prescription',
    ({ receipts }) => receipts.reduce((sum, { cents, prescribed }) => sum + (prescribed ? cents : 0), 0),
  ),
};

/** @param born, on dates as `2031-01-01`. */
export function ageOn(born: string, on: string): number {
  return Number(on.slice(0, 4)) - Number(born.slice(0, 4)) - (on.slice(5) < born.slice(5) ? 1 : 0);
}

interface Change {
  /** A box that comes out otherwise. */
  readonly box: string;
  readonly line: string;
  readonly patient: Patient;
}

export function formJob(draw: Draw, level: number): Job | null {
  const sent = drawPatient(draw, level);
  const codes = draw.sample([11, 14, 22, 27, 35, 38, 46, 49], phrases.relations.length);
  const form: Form = {
    rate: draw.between(18, 44),
    codes: Object.fromEntries(phrases.relations.map((relation, i) => [relation, String(codes[i])])),
  };
  const names = draw.sample(Object.keys(boxes), Math.min(8, 4 + Math.floor(level / 2)));
  const count = level >= 3 ? 2 + Math.floor(level / 4) : 0;
  let patient = sent;
  const lines: string[] = [];
  for (const name of draw.shuffled(names)) {
    const change = lines.length < count ? changed(draw, patient, name) : null;
    if (change === null) continue;
    patient = change.patient;
    lines.push(change.line);
  }
  const key = Object.fromEntries(names.map((name) => [name, boxes[name]?.value(patient, form) ?? '']));
  const fields = Object.fromEntries(
    names.map((name, i) => {
      const says = `box ${i + 1}`;
      return [
        name,
        boxes[name]?.isText ? textField(1, `${says}, a text`, 'x') : integerField(1, `${says}, an integer`),
      ];
    }),
  );
  const formLines = names.map((name, i) => `Box ${i + 1}: ${boxes[name]?.says(form) ?? ''}.`);
  const mail = eml({
    from: mailOf(sent.name),
    to: mailOf('Front Desk'),
    subject: 'My record',
    day: '2031-12-20',
    lines: ['Please correct:', ...lines],
  });
  return {
    text: `Fill in the boxes of form.txt from record.txt, the record of ${sent.name}.${lines.length === 0 ? '' : ' What mail.eml corrects holds before the record.'}`,
    fields,
    key,
    files: [
      { name: 'form.txt', type: fileTypes.txt, bytes: Buffer.from(`${formLines.join('\n')}\n`) },
      { name: 'record.txt', type: fileTypes.txt, bytes: Buffer.from(`${recordLines(sent).join('\n')}\n`) },
      ...(lines.length === 0 ? [] : [{ name: 'mail.eml', type: fileTypes.eml, bytes: mail }]),
    ],
    hidden: [],
  };
}

function drawPatient(draw: Draw, level: number): Patient {
  const first = draw.between(30, 200);
  const days = draw.sample(
    Array.from({ length: 90 }, (_, i) => first + i),
    Math.min(10, 2 + level),
  );
  return {
    name: draw.pick(phrases.people),
    born: -draw.between(5_000, 28_000),
    member: String(draw.between(100_000_000, 999_999_999)),
    relation: draw.pick(phrases.relations),
    street: `${draw.between(1, 90)} ${draw.pick(phrases.streets)}`,
    town: drawTown(draw),
    away: [first, first + draw.between(4, 60)],
    visits: days
      .toSorted((a, b) => a - b)
      .map((day) => ({
        day,
        place: draw.pick(phrases.places),
        km: draw.between(3, 60),
        parking: 10 * draw.between(0, 80),
      })),
    receipts: Array.from({ length: 3 + level }, (_, i) => ({
      id: `R${i + 1}`,
      what: draw.pick(phrases.services.C),
      cents: draw.between(400, 9_000),
      prescribed: i === 0 || draw.chance(2, 3),
    })),
  };
}

function drawTown(draw: Draw): string {
  return `${draw.between(10_000, 99_999)} ${draw.pick(phrases.towns)}`;
}

/** @returns null where nothing is corrected of a box. */
function changed(draw: Draw, patient: Patient, box: string): Change | null {
  const { born, visits, receipts, away } = patient;
  if (box === 'born') {
    const day = born + draw.between(1, 20);
    return { box, line: `I was born on ${written(day)}.`, patient: { ...patient, born: day } };
  }
  if (box === 'address') {
    const town = drawTown(draw);
    return { box, line: `I live at 7 ${draw.pick(phrases.streets)}, ${town} now.`, patient: { ...patient, town } };
  }
  if (box === 'days') {
    const to = away[1] + draw.between(1, 15);
    return { box, line: `I was away until ${written(to)}.`, patient: { ...patient, away: [away[0], to] } };
  }
  if (box === 'travel_cents') {
    const visit = draw.pick(visits.slice(1));
    const line = `The visit of ${dateOf(visit.day)} did not take place.`;
    return { box, line, patient: { ...patient, visits: visits.filter((each) => each !== visit) } };
  }
  if (box !== 'medicine_cents') return null;
  const at = draw.pick(receipts.flatMap(({ prescribed }, i) => (prescribed ? [i] : [])));
  const cents = (receipts[at]?.cents ?? 0) + draw.between(1, 900);
  const next = { ...(receipts[at] as Receipt), cents };
  return {
    box,
    line: `Receipt ${next.id} is ${decimal(cents)}.`,
    patient: { ...patient, receipts: receipts.with(at, next) },
  };
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `4 March 1988`. */
function written(day: number): string {
  const [year = '', month, date] = dateOf(day).split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

function recordLines({ name, born, member, relation, street, town, away, visits, receipts }: Patient): string[] {
  return [
    `Name: ${name}`,
    `Born: ${written(born)}`,
    `Member: ${member.slice(0, 3)} ${member.slice(3, 6)} ${member.slice(6)}`,
    `Relation to the insured: ${relation}`,
    `Address: ${street}, ${town}`,
    `Away from work: ${written(away[0])} to ${written(away[1])}`,
    '',
    'Visits:',
    ...visits.map(
      ({ day, place, km, parking }) => `${dateOf(day)} ${place}, ${km} km one way, parking ${decimal(parking)}`,
    ),
    '',
    'Receipts:',
    ...receipts.map(
      ({ id, what, cents, prescribed }) => `${id} ${what} ${decimal(cents)}${prescribed ? ', prescription' : ''}`,
    ),
  ];
}
