/**
 * The plain solver. Bills: by date, without limits and corrections, as if all were of one year. Appointments: practice by practice in the order that the rules ask for, the first
 * free slot that fits those before. Forms: from the record alone. It opens no mail but the statement.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { cents, dayNumber, entriesOf, folderOf, type Entry, type Folder } from './read.ts';

export function plain(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map((task) => {
      const folder = folderOf(shown, task.task_id);
      if (folder.has('plan.pdf')) return [task.task_id, bills(task, folder)];
      return [task.task_id, folder.has('own.ics') ? visits(task, folder) : form(folder)];
    }),
  );
}

function bills({ prompt }: Task, folder: Folder): Json {
  const plan = folder.get('plan.pdf') ?? '';
  const uncovered = (/Not covered: (.*)\./.exec(plan)?.[1] ?? '').split(', ');
  const helps = Number(/pays (\d+)% and/.exec(plan)?.[1] ?? 0);
  let deductible = cents(/there is (\d+\.\d\d)/.exec(folder.get('statement.eml') ?? '')?.[1]);
  const papers = [...folder].flatMap(([name, text]) => (name.startsWith('bill-') ? [text] : []));
  const dateIn = (text: string): string => /service of (\S+)/.exec(text)?.[1] ?? '';
  const owed: [string, number][] = [];
  const all = { byPlan: 0, own: 0, help: 0 };
  for (const text of papers.toSorted((a, b) => (dateIn(a) < dateIn(b) ? -1 : 1))) {
    const sums = { shares: 0, own: 0 };
    for (const line of text.split('\n').slice(5)) {
      const [what = '', group = '', charged, allowed] = line.slice(6).split(/ {2,}/);
      if (uncovered.includes(what)) {
        sums.own += cents(charged);
        continue;
      }
      const percent = Number(new RegExp(`group ${group} (\\d+)`).exec(plan)?.[1]);
      const first = Math.min(cents(allowed), deductible);
      const pays = first + Math.round(((cents(allowed) - first) * percent) / 100);
      deductible -= first;
      sums.shares += pays;
      all.byPlan += cents(allowed) - pays;
    }
    const help = Math.round((sums.shares * helps) / 100);
    all.own += sums.own;
    all.help += help;
    owed.push([/Bill (\w+)/.exec(text)?.[1] ?? '', sums.shares + sums.own - help]);
  }
  const asked = /for bill (\w+)/.exec(prompt)?.[1];
  return {
    patient_cents: owed.reduce((total, [, sum]) => total + sum, 0),
    plan_cents: all.byPlan,
    bill_cents: owed.find(([id]) => id === asked)?.[1] ?? 0,
    excluded_cents: all.own,
    largest: owed.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '',
    second_cents: all.help,
  };
}

function visits({ prompt }: Task, folder: Folder): Json {
  const gap = Number(/there are (\d+) minutes/.exec(prompt)?.[1]);
  const own = entriesOf(folder.get('own.ics') ?? '');
  const places = [...prompt.matchAll(/at (\S+ \S+) \(practice-/g)].map(([, place = '']) => place);
  const rules = [...prompt.matchAll(/at (\S+ \S+) is (?:not before that|(\d+) days?) .*?at (\S+ \S+)\./g)];
  const waits = (place: string): number => rules.findIndex(([, then]) => then === place);
  const chosen = new Map<string, Entry>();
  for (const place of places.toSorted((a, b) => waits(a) - waits(b))) {
    const [, , days = '0', first = ''] = rules[waits(place)] ?? [];
    const before = chosen.get(first)?.start ?? 0;
    const from = before === 0 ? 0 : (Math.floor(before / 1_440) + Number(days)) * 1_440;
    const calendar = entriesOf(folder.get(`practice-${places.indexOf(place) + 1}.ics`) ?? '');
    const open = calendar.find(
      ({ start, end }) =>
        start >= from &&
        [...own, ...chosen.values()].every((other) => other.end + gap <= start || end + gap <= other.start),
    );
    if (open) chosen.set(place, open);
  }
  const last = Math.max(0, ...[...chosen.values()].map(({ end }) => end));
  return { slots: [...chosen.values()].map(({ id }) => id), end: new Date(last * 60_000).toISOString().slice(0, 16) };
}

function form(folder: Folder): Json {
  const [record, sheet] = [folder.get('record.txt') ?? '', folder.get('form.txt') ?? ''];
  const line = (label: string): string => new RegExp(`^${label}: (.*)$`, 'm').exec(record)?.[1] ?? '';
  const trips = [...record.matchAll(/, (\d+) km one way, parking (\S+)/g)];
  const rate = Number(/visit (\d+) cents/.exec(sheet)?.[1]);
  const member = line('Member').replaceAll(/\D/g, '');
  const day = (date: string): string => new Date(dayNumber(date) * 86_400_000).toISOString().slice(0, 10);
  const [from = '', to = ''] = line('Away from work').split(' to ');
  const born = day(line('Born'));
  const first = /^2031-\S+/m.exec(record)?.[0] ?? '';
  return {
    name: line('Name').replace(/(\S+) (\S+)/, '$2, $1'),
    born,
    age: Number(first.slice(0, 4)) - Number(born.slice(0, 4)) - Number(first.slice(5) < born.slice(5)),
    member: `${member}-${Array.from(member).reduce((sum, digit, i) => sum + (i + 1) * Number(digit), 0) % 10}`,
    relation: new RegExp(`(\\d+) ${line('Relation to the insured')}`).exec(sheet)?.[1] ?? '',
    address: line('Address').split(', ')[1] ?? '',
    days: dayNumber(to) - dayNumber(from) + 1,
    travel_cents: trips.reduce((sum, [, km, parking]) => sum + 2 * rate * Number(km) + cents(parking), 0),
    medicine_cents: [...record.matchAll(/ (\S+), prescription/g)].reduce((sum, [, paid]) => sum + cents(paid), 0),
  };
}
