/** Two lists of contacts with people who stand in them more than once. */
import type { Draw } from '../../../draw.ts';
import { xlsx } from '../../../files/office.ts';
import { csv, eml } from '../../../files/texts.ts';
import { mailName } from './expense.ts';
import { dayOf, fileTypes, idsSchema, type Job, type Wish } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

interface Contact {
  readonly id: string;
  readonly name: string;
  readonly mail: string;
  readonly phone: string;
}

/** @returns ids of entries whose person stood in the lists before. Two entries are of one person when mail or phone are the same, also by way of a third. */
export function repeated(contacts: readonly Contact[], alike: readonly (readonly [string, string])[]): string[] {
  const group = new Map(contacts.map(({ id }) => [id, id]));
  const root = (id: string): string => {
    const up = group.get(id) ?? id;
    return up === id ? id : root(up);
  };
  const join = (a: string, b: string): void => {
    group.set(root(b), root(a));
  };
  const seen = new Map<string, string>();
  for (const { id, mail, phone } of contacts)
    for (const mark of [mail.toLowerCase().replaceAll(' ', ''), phone.replaceAll(/\D/g, '')]) {
      if (mark === '') continue;
      const earlier = seen.get(mark);
      if (earlier === undefined) seen.set(mark, id);
      else join(earlier, id);
    }
  for (const [a, b] of alike) join(a, b);
  const met = new Set<string>();
  return contacts.flatMap(({ id }) => {
    const is = root(id);
    if (met.has(is)) return [id];
    met.add(is);
    return [];
  });
}

const fields: Job['fields'] = {
  people: {
    weight: 1,
    schema: { type: 'integer', minimum: 0, maximum: 1_000 },
    says: 'how many people there are',
    example: 999,
  },
  repeated: {
    weight: 2,
    schema: idsSchema,
    says: 'the ids of all entries whose person stands in an earlier entry already',
    example: ['c0'],
  },
};

export function contacts(draw: Draw, { level, corrected }: Wish): Job {
  const people = draw.sample(phrases.people, 6 + Math.min(level, 9));
  const phones = people.map(() => `${draw.between(200, 989)} ${draw.between(200, 989)} ${draw.between(1_000, 9_999)}`);
  const again = draw.sample(
    people.map((_, i) => i),
    2 + Math.min(level, 5),
  );
  const entry = (i: number): Omit<Contact, 'id'> => {
    const name = people[i] ?? '';
    const mail = `${mailName(name)}@example.com`;
    return { name, mail, phone: phones[i] ?? '' };
  };
  const written = ({ name, mail, phone }: Omit<Contact, 'id'>): Omit<Contact, 'id'> => {
    const [first = '', last = ''] = name.split(' ');
    const other = draw.pick([name.toUpperCase(), `${last}, ${first}`, `${first.slice(0, 1)}. ${last}`]);
    const form = draw.below(3);
    if (form === 0) return { name: other, mail: mail.toUpperCase(), phone: '' };
    if (form === 1) return { name: other, mail: '', phone: phone.replaceAll(' ', draw.pick(['-', '.', ''])) };
    return {
      name: other,
      mail: ` ${mail} `,
      phone: `${draw.between(200, 989)} ${draw.between(200, 989)} ${draw.between(1_000, 9_999)}`,
    };
  };
  const all = draw
    .shuffled([...people.map((_, i) => entry(i)), ...again.map((i) => written(entry(i)))])
    .map((each, i) => ({ id: `c${i + 1}`, ...each }));
  const known = repeated(all, []);
  const half = Math.ceil(all.length / 2);
  const single = all.filter(({ id }) => !known.includes(id));
  const [one, other] = draw.sample(single, 2) as [Contact, Contact];
  const alike: [string, string][] = corrected ? [[one.id, other.id]] : [];
  const key = repeated(all, alike);
  const row = ({ id, name, mail, phone }: Contact): string[] => [id, name, mail, phone];
  return {
    text: `Find people who stand more than once in two lists: first contacts-1.csv, then contacts-2.xlsx. Two entries are of one person when their mail addresses are the same (spaces and upper or lower case aside) or their phone numbers have the same digits; names do not decide. If a is the same person as b and b as c, all three are one.${corrected ? ' note.eml names two more entries that are of one person.' : ''}`,
    fields,
    key: { people: all.length - key.length, repeated: key },
    files: [
      {
        name: 'contacts-1.csv',
        type: fileTypes.csv,
        bytes: csv([['id', 'name', 'mail', 'phone'], ...all.slice(0, half).map(row)]),
      },
      {
        name: 'contacts-2.xlsx',
        type: fileTypes.xlsx,
        bytes: xlsx([{ name: 'Contacts', rows: [['Id', 'Name', 'E-mail', 'Telephone'], ...all.slice(half).map(row)] }]),
      },
      ...(corrected
        ? [
            {
              name: 'note.eml',
              type: fileTypes.eml,
              bytes: eml({
                from: 'sales@example.com',
                to: 'office@example.com',
                subject: 'Contacts',
                day: dayOf(draw.below(300)),
                lines: [`Entries ${one.id} and ${other.id} are one person, who has changed both address and number.`],
              }),
            },
          ]
        : []),
    ],
    hidden: [],
  };
}
