/**
 * The second solver knows only the prompt and the files. Its arithmetic is in thousandths of a cent, it settles a bill as one sum of parts, and it finds appointments
 * from the end: each last end in order, and for it each first start from the latest on.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { cents, dayNumber, entriesOf, folderOf, type Entry, type Folder } from './read.ts';

export function second(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map((task) => {
      const folder = folderOf(shown, task.task_id);
      const solve = task.prompt.startsWith('Work out') ? bills : task.prompt.startsWith('Find the') ? visits : form;
      return [task.task_id, solve(task, folder)];
    }),
  );
}

interface Line {
  readonly service: string;
  readonly group: string;
  readonly charged: number;
  readonly allowed: number;
}

function bills({ prompt, grader }: Task, folder: Folder): Json {
  const plan = folder.get('plan.pdf') ?? '';
  const mail = folder.get('corrections.eml') ?? '';
  const money = (pattern: RegExp, text = plan): number => cents(pattern.exec(text)?.[1]);
  const statement = folder.get('statement.eml') ?? '';
  const excluded = /Not covered: (.*)\./.exec(plan)?.[1]?.split(', ') ?? [];
  const shares = new Map([...plan.matchAll(/group (\w) (\d+)%/g)].map(([, group, share]) => [group, Number(share)]));
  const full = {
    deductible: money(/deductible of a year is ([\d.]+\d)/) || money(/the first ([\d.]+\d) are/),
    limit: money(/yearly limit is ([\d.]+\d)/) || money(/more than ([\d.]+\d) for/),
    cover: money(/at most ([\d.]+\d) a year/),
  };
  let left = {
    ...full,
    deductible: money(/there is ([\d.]+\d) left/, statement),
    limit: money(/and ([\d.]+\d) left/, statement),
  };
  const cover = Number(/pays (\d+)% and at most/.exec(plan)?.[1] ?? 0);
  const read = [...folder].filter(([name]) => name.startsWith('bill-')).map(([, text]) => readBill(text, mail));
  const kept = read.filter(({ id }) => !mail.includes(`Bill ${id} is withdrawn`));
  const paid = new Map<string, number>();
  let [plans, seconds, uncovered, year] = [0, 0, 0, '2031'];
  for (const { id, date, lines } of kept.toSorted((a, b) => (`${a.date}${a.id}` < `${b.date}${b.id}` ? -1 : 1))) {
    if (date.slice(0, 4) !== year) [left, year] = [full, date.slice(0, 4)];
    let [owed, own] = [0, 0];
    for (const { service, group, charged, allowed } of lines) {
      if (excluded.includes(service)) own += charged;
      else {
        const above = Math.max(0, allowed - left.deductible);
        const most = allowed - above + half(above * (shares.get(group) ?? 0));
        const pays = most > left.limit ? left.limit : most;
        left = { ...left, deductible: left.deductible - (allowed - above), limit: left.limit - pays };
        owed += pays;
        plans += allowed - pays;
      }
    }
    const help = Math.min(half(owed * cover), left.cover);
    left = { ...left, cover: left.cover - help };
    seconds += help;
    uncovered += own;
    paid.set(id, owed + own - help);
  }
  const asked = /patient pays for bill (\w+)/.exec(prompt)?.[1] ?? '';
  const all: Record<string, Json> = {
    patient_cents: [...paid.values()].reduce((sum, each) => sum + each, 0),
    plan_cents: plans,
    bill_cents: paid.get(asked) ?? 0,
    excluded_cents: uncovered,
    largest: [...paid].reduce((a, b) => (b[1] > a[1] ? b : a))[0],
    second_cents: seconds,
  };
  return pickFields(all, grader);
}

/** Hundredths of a cent as cents, halves up. */
function half(hundredths: number): number {
  return (hundredths - (hundredths % 100)) / 100 + (hundredths % 100 >= 50 ? 1 : 0);
}

function readBill(text: string, mail: string): { id: string; date: string; lines: Line[] } {
  const id = /Bill (\w+) for/.exec(text)?.[1] ?? '';
  const moved = new RegExp(`Bill ${id}: the date of service is ([\\d-]+)`).exec(mail)?.[1];
  const lines = [...text.matchAll(/^(\d) +(\S.*?) {2,}(\w) +([\d.]+) +([\d.]+)$/gm)].map(
    ([, number = '', service = '', group = '', charged, allowed]): Line => {
      const better = new RegExp(`Bill ${id}, item ${number}: charged ([\\d.]+), allowed ([\\d.]+\\d)`).exec(mail);
      return { service, group, charged: cents(better?.[1] ?? charged), allowed: cents(better?.[2] ?? allowed) };
    },
  );
  return { id, date: moved ?? /service of ([\d-]+)/.exec(text)?.[1] ?? '', lines };
}

function pickFields(all: Readonly<Record<string, Json>>, grader: Task['grader']): Json {
  const names = grader.id === 'fields' ? Object.keys(grader.weights) : [];
  return Object.fromEntries(names.map((name) => [name, all[name] ?? 0]));
}

function visits({ prompt }: Task, folder: Folder): Json {
  const taken = new Set([...(folder.get('taken.eml') ?? '').matchAll(/Slot (\w+) is/g)].map(([, id]) => id));
  const travel = Number(/there are (\d+) minutes/.exec(prompt)?.[1]);
  const places = [...prompt.matchAll(/at ([A-Z]\w+ [A-Z]\w+) \(practice-(\d)\.ics\)/g)].map(([, place = '']) => place);
  const own = entriesOf(folder.get('own.ics') ?? '');
  const clear = (slot: Entry, other: Entry): boolean =>
    slot.start - other.end >= travel || other.start - slot.end >= travel;
  const lists = places.map((_, i) =>
    entriesOf(folder.get(`practice-${i + 1}.ics`) ?? '').filter(
      (slot) => !taken.has(slot.id) && own.every((entry) => clear(slot, entry)),
    ),
  );
  const rules = [
    ...prompt.matchAll(
      /appointment at (\S+ \S+) is (?:not before that|(\d) days? or more after that) of the one at (\S+ \S+)\./g,
    ),
  ].map(([, then = '', days = '0', first = '']) => ({
    later: places.indexOf(then),
    first: places.indexOf(first),
    days: Number(days),
  }));
  const date = ({ start }: Entry): number => Math.floor(start / 1_440);
  const choose = (open: readonly (readonly Entry[])[], chosen: readonly Entry[]): readonly Entry[] | null => {
    if (chosen.length === open.length) return chosen;
    for (const slot of open[chosen.length] ?? []) {
      const next = [...chosen, slot];
      const kept = rules.every(({ later, first, days }) => {
        const [one, two] = [next[first], next[later]];
        return !one || !two || date(two) >= date(one) + days;
      });
      const found = kept && chosen.every((other) => clear(slot, other)) ? choose(open, next) : null;
      if (found) return found;
    }
    return null;
  };
  const all = lists.flat();
  for (const end of new Set(all.map((slot) => slot.end).toSorted((a, b) => a - b)))
    for (const start of new Set(all.map((slot) => slot.start).toSorted((a, b) => b - a))) {
      const open = lists.map((list) => list.filter((slot) => slot.end <= end && slot.start >= start));
      const found = open.some((list) => list.length === 0) ? null : choose(open, []);
      if (found) return { slots: found.map(({ id }) => id), end: new Date(end * 60_000).toISOString().slice(0, 16) };
    }
  return { slots: [], end: 'none' };
}

function form({ grader }: Task, folder: Folder): Json {
  const [record, sheet, mail] = ['record.txt', 'form.txt', 'mail.eml'].map((name) => folder.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  const born = found(mail, /born on (.*)\./) || found(record, /Born: (.*)/);
  const bornDate = new Date(dayNumber(born) * 86_400_000).toISOString().slice(0, 10);
  const trips = [...record.matchAll(/^([\d-]{10}) .*, (\d+) km one way, parking ([\d.]+)$/gm)]
    .map(([, day = '', km, parking]) => ({ day, km: Number(km), parking: cents(parking) }))
    .filter(({ day }) => !mail.includes(`The visit of ${day} did not`));
  const digits = found(record, /Member: (.*)/).replaceAll(' ', '');
  const [gives = '', family = ''] = found(record, /Name: (.*)/).split(' ');
  const [from = '', to = ''] = found(record, /Away from work: (.*)/).split(' to ');
  const first = trips.map(({ day }) => day).toSorted()[0] ?? '';
  const receipts = [...record.matchAll(/^(R\d+) .* ([\d.]+), prescription$/gm)].map(([, id = '', amount]) =>
    cents(new RegExp(`Receipt ${id} is ([\\d.]+\\d)`).exec(mail)?.[1] ?? amount),
  );
  const rate = Number(found(sheet, /each visit (\d+) cents/));
  let check = 0;
  for (let i = digits.length; i > 0; i--) check += i * Number(digits[i - 1]);
  let age = Number(first.slice(0, 4)) - Number(bornDate.slice(0, 4));
  if (bornDate.replace(/^\d+/, first.slice(0, 4)) > first) age--;
  const all: Record<string, Json> = {
    name: `${family}, ${gives}`,
    born: bornDate,
    age,
    member: `${digits}-${String(check).at(-1) ?? ''}`,
    relation: found(sheet, new RegExp(`(\\d\\d) ${found(record, /insured: (.*)/)}`)),
    address: found(mail, /live at .*, (.*) now/) || found(record, /Address: .*, (.*)/),
    days: dayNumber(found(mail, /away until (.*)\./) || to) - dayNumber(from) + 1,
    travel_cents: trips.reduce((sum, { km, parking }) => sum + km * rate + km * rate + parking, 0),
    medicine_cents: receipts.reduce((sum, each) => sum + each, 0),
  };
  return pickFields(all, grader);
}
