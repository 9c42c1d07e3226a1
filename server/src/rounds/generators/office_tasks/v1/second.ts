/**
 * The second solver: reads the files and the prompt, with arithmetic of its own. Without corrections it is the plain solver, which reads the
 * first files only.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { cents, csvRows, folderOf, letterLines, pdfLines, textOf, workbookRows, type Folder } from './read-files.ts';

type Solver = (prompt: string, folder: Folder, corrects: boolean) => Json;

export function answered(shown: Shown, corrects: boolean): Answers {
  return new Map(
    shown.tasks.map(({ task_id, prompt }) => {
      const [, solver] = solvers.find(([pattern]) => pattern.test(prompt)) as (typeof solvers)[number];
      return [task_id, solver(prompt, folderOf(shown, task_id), corrects)];
    }),
  );
}

export function second(shown: Shown): Answers {
  return answered(shown, true);
}

const solvers: readonly (readonly [RegExp, Solver])[] = [
  [/^Settle the expense claim/, claim],
  [/^Find the first start/, meetingStart],
  [/ has paid\. Compare/, remittance],
  [/^Find people who stand/, people],
  [/^Read the table/, sales],
];

function claim(_prompt: string, folder: Folder, corrects: boolean): Json {
  const policy = letterLines(folder, 'policy.docx').join('\n');
  const limit = (word: RegExp): number =>
    cents(
      policy
        .split('\n')
        .find((line) => word.test(line))
        ?.match(/\$([\d.]+\d)/)?.[1],
    );
  const limits = [limit(/[Mm]eal/), limit(/[Hh]otel/), limit(/[Tt]axi/)] as const;
  const rate = Number(/One euro is (\d)\.(\d{4})/.exec(policy)?.slice(1).join(''));
  const mail = corrects ? textOf(folder, 'correction.eml') : '';
  const corrected = new Map(
    [...mail.matchAll(/Line (l\d+) .*? is ([\d.]+), in/g)].map(([, id, amount]) => [String(id), String(amount)]),
  );
  const [cut, refused]: [string[], string[]] = [[], []];
  let total = 0n;
  for (const [id = '', kind = '', nights = '', amount = '', currency, receipt] of workbookRows(
    folder,
    'claim.xlsx',
  ).slice(2)) {
    const claimed = BigInt(cents(corrected.get(id) ?? amount));
    // A plain reader takes a euro for a dollar.
    const dollars = currency === 'EUR' && corrects ? (2n * claimed * BigInt(rate) + 10_000n) / 20_000n : claimed;
    const most = BigInt(
      kind === 'meals' ? limits[0] : kind === 'hotel' ? limits[1] * Number(nights) : Number.MAX_SAFE_INTEGER,
    );
    if (kind === 'minibar' || (kind === 'taxi' && receipt === 'no' && dollars > BigInt(limits[2]))) refused.push(id);
    else if (dollars > most) {
      cut.push(id);
      total += most;
    } else total += dollars;
  }
  return { total_cents: Number(total), cut, refused };
}

/** Marks the minutes that are taken, where the key tries each quarter of an hour against the calendars. */
function meetingStart(prompt: string, folder: Folder, corrects: boolean): Json {
  const length = Number(/meeting of (\d+) minutes/.exec(prompt)?.[1]);
  const [first = '', last = ''] = [...prompt.matchAll(/UTC of (\d{4}-\d\d-\d\d)/g)].map(([, day]) => String(day));
  const start = Date.parse(`${first}T00:00Z`) / 60_000;
  const total = Date.parse(`${last}T00:00Z`) / 60_000 - start;
  const taken = new Uint8Array(total);
  const take = (from: number, to: number): void => {
    taken.fill(1, Math.max(0, from - start), Math.max(0, to - start));
  };
  const minutes = (clock: string): number => Number(clock.slice(-5, -3)) * 60 + Number(clock.slice(-2));
  const away = corrects ? textOf(folder, 'absence.eml') : '';
  const rows = csvRows(folder, 'people.csv').slice(1);
  let offset = 0;
  for (const [name, file = '', ahead = '', from = '', to = ''] of rows) {
    offset = minutes(ahead) * (ahead.startsWith('-') ? -1 : 1);
    for (let day = start - 1_440 * 2; day < start + total + 1_440 * 2; day += 1_440) {
      const midnight = day - offset;
      take(midnight, midnight + minutes(from));
      take(midnight + minutes(to), midnight + 1_440);
      const date = new Date(day * 60_000).toISOString().slice(0, 10);
      if (away.includes(`away on ${date}`) && away.includes(`\r\n${name}`)) take(midnight, midnight + 1_440);
    }
    for (const [, entry] of textOf(folder, file).matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT/gs)) {
      const [from2, to2] = ['DTSTART', 'DTEND'].map((field) => {
        const [, y, m, d, h, min] =
          new RegExp(`${field}:(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)`).exec(String(entry)) ?? [];
        return Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min)) / 60_000;
      });
      if (!String(entry).includes('CANCELLED')) take(Number(from2), Number(to2));
    }
  }
  for (let at = 0; at + length <= total; at += 15)
    if (!taken.subarray(at, at + length).includes(1))
      return { start_utc: clockOf(start + at), local_start: clockOf(start + at + offset) };
  return { start_utc: '', local_start: '' };
}

function clockOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 16);
}

function remittance(_prompt: string, folder: Folder, corrects: boolean): Json {
  const amounts = (lines: string): Map<string, number> =>
    new Map([...lines.matchAll(/(INV-\d+)\s+USD ([\d.]+\d)/g)].map(([, id, amount]) => [String(id), cents(amount)]));
  const paid = amounts(textOf(folder, 'remittance.eml'));
  const credits = corrects ? amounts(pdfLines(folder, 'credit-notes.pdf').join('\n')) : new Map<string, number>();
  const due = new Map(
    csvRows(folder, 'ledger.csv')
      .slice(1)
      .map(([id = '', , amount]) => [id, cents(amount) - (credits.get(id) ?? 0)]),
  );
  const [unpaid, short]: [string[], string[]] = [[], []];
  let missing = 0;
  for (const [id, amount] of due) {
    const got = paid.get(id);
    if (got === undefined) unpaid.push(id);
    else if (got < amount) short.push(id);
    missing += Math.max(0, amount - (got ?? 0));
  }
  return { unpaid, short, unknown: [...paid.keys()].filter((id) => !due.has(id)), missing_cents: missing };
}

/** Colours entries again and again until nothing changes, where the key joins groups. */
function people(_prompt: string, folder: Folder, corrects: boolean): Json {
  const rows = [...csvRows(folder, 'contacts-1.csv').slice(1), ...workbookRows(folder, 'contacts-2.xlsx').slice(1)];
  const note = corrects ? (/Entries (c\d+) and (c\d+) are/.exec(textOf(folder, 'note.eml'))?.slice(1) ?? []) : [];
  const colours = rows.map((_, i) => i);
  const same = (a: readonly string[], b: readonly string[]): boolean => {
    const [[id1 = '', , mail1 = '', phone1 = ''], [id2 = '', , mail2 = '', phone2 = '']] = [a, b];
    const [m1, m2] = [mail1.trim().toLowerCase(), mail2.trim().toLowerCase()];
    const [p1, p2] = [phone1.replaceAll(/[ .-]/g, ''), phone2.replaceAll(/[ .-]/g, '')];
    return (m1 !== '' && m1 === m2) || (p1 !== '' && p1 === p2) || (note.includes(id1) && note.includes(id2));
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const [i, a] of rows.entries())
      for (const [j, b] of rows.entries())
        if (same(a, b) && (colours[i] ?? 0) < (colours[j] ?? 0)) {
          colours[j] = colours[i] ?? 0;
          changed = true;
        }
  }
  const repeated = rows.flatMap(([id = ''], i) => (colours[i] === i ? [] : [id]));
  return { people: new Set(colours).size, repeated };
}

function sales(prompt: string, folder: Folder, corrects: boolean): Json {
  const region = /of the region (\w+) only/.exec(prompt)?.[1];
  const least = Number(/rows with (\d+) units/.exec(prompt)?.[1]);
  const lines = pdfLines(folder, 'sales.pdf');
  const notes = new Map(
    lines.flatMap((line): [string, number][] => {
      const [, id, units] = /^\* (R\d+): read (\d+) units/.exec(line) ?? [];
      return id !== undefined && corrects ? [[id, Number(units)]] : [];
    }),
  );
  const own = lines.flatMap((line) => {
    const [id = '', place, , units, price] = line.trim().split(/\s+/);
    return /^R\d+$/.test(id) && place === region
      ? [{ id, units: notes.get(id) ?? Number(units), price: cents(price) }]
      : [];
  });
  const revenue = own.map(({ units, price }) => units * price);
  return {
    revenue_cents: revenue.reduce((sum, each) => sum + each, 0),
    best: own[revenue.indexOf(Math.max(...revenue))]?.id ?? '',
    large: own.filter(({ units }) => units >= least).map(({ id }) => id),
  };
}
