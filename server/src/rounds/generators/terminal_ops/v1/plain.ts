/**
 * The plain solver: one short pipeline for each kind of job. It knows no packed logs, zones, encodings, replaced orders, clashes of names, included files, lines that go on,
 * line ends, moved files or links.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { answerOf, treeOf } from './read.ts';

type Texts = ReadonlyMap<string, string>;

export function plain(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map(({ task_id, prompt }) => {
      const { files } = treeOf(shown, task_id);
      const texts = new Map([...files].map(([path, bytes]) => [path, bytes.toString()]));
      const pipeline = texts.has('logs/access.log')
        ? logs
        : texts.has('build.mk')
          ? build
          : texts.has('data/customers.csv')
            ? join
            : [...texts.keys()].some((path) => path.startsWith('inbox/'))
              ? rename
              : changes;
      return [task_id, answerOf(pipeline(texts, prompt))];
    }),
  );
}

function written(lines: Iterable<string>): string {
  return [...lines]
    .toSorted()
    .map((line) => `${line}\n`)
    .join('');
}

function rows(text: string | undefined, separator: string): string[][] {
  return (text ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(separator));
}

function add(sums: Map<string, number>, name: string, amount: number): void {
  sums.set(name, (sums.get(name) ?? 0) + amount);
}

function logs(texts: Texts, prompt: string): Record<string, string> {
  const paths = [...texts.keys()].filter((path) => /access\.log(\.\d)?$/.test(path));
  const requests = paths.flatMap((path) => rows(texts.get(path), ' ')).filter(([client]) => client !== '#');
  const [clients, days] = [new Map<string, number>(), new Map<string, number>()];
  for (const [client = '', , , time = '', , , , , bytes] of requests) {
    add(clients, client, 1);
    add(days, time.slice(1, 11), Number(bytes));
  }
  const top = [...clients]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, Number(/(\d) clients/.exec(prompt)?.[1]));
  const failed = rows(texts.get('logs/access.log'), ' ').filter((fields) => Number(fields[7]) >= 500);
  return {
    'top.txt': top.map(([client, count]) => `${client} ${count}\n`).join(''),
    'days.txt': written([...days].map(([day, sum]) => `${day} ${sum}`)),
    'failed.txt': written(new Set(failed.map((fields) => fields[5] ?? ''))),
  };
}

function join(texts: Texts, prompt: string): Record<string, string> {
  const names = new Map(rows(texts.get('data/customers.csv'), ';').map(([id = '', name = '']) => [id, name]));
  const paths = [...texts.keys()].filter((path) => path.startsWith('data/orders'));
  const orders = paths.flatMap((path) => rows(texts.get(path)?.replaceAll('\r', ''), ',').slice(1));
  const totals = new Map<string, number>();
  const known = orders.filter(([, customer = '']) => names.has(customer));
  for (const [, customer = '', cents] of known) add(totals, customer, Number(cents));
  return {
    'joined.txt': written(
      known.map(([order, customer = '', cents]) =>
        [order, names.get(customer), cents].join(/order(.)name/.exec(prompt)?.[1] ?? ''),
      ),
    ),
    'missing.txt': written(orders.flatMap(([order = '', customer = '']) => (names.has(customer) ? [] : [order]))),
    'totals.txt': written([...totals].map(([id, sum]) => `${id} ${sum}`)),
  };
}

function rename(texts: Texts): Record<string, string> {
  const months = new Map<string, number>();
  const named = [...texts].map(([path, text]): [string, string, string] => {
    const title = /Title: (.*)/.exec(text)?.[1] ?? '';
    const date = /Date: (.*)/.exec(text)?.[1] ?? '';
    add(months, date.slice(0, 7), 1);
    return [`${date}-${title.toLowerCase().replaceAll(' ', '-')}.txt`, path, text];
  });
  return {
    'renamed.txt': written(named.map(([name, path]) => `${path} ${name}`)),
    'all.txt': named
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, , text]) => text)
      .join(''),
    'months.txt': written([...months].map(([month, count]) => `${month} ${count}`)),
  };
}

function build(texts: Texts): Record<string, string> {
  let file = texts.get('build.mk') ?? '';
  const sources = [...texts.keys()].filter((path) => path.startsWith('src/'));
  for (const path of sources) file = file.replaceAll(new RegExp(`src/old/${path.replace(/.*\//, '')}`, 'g'), path);
  const rules = new Map(rows(file, ': ').map(([target = '', names = '']) => [target, names.split(' ')]));
  const order: string[] = [];
  const visit = (target: string): void => {
    const names = (rules.get(target) ?? []).filter((name) => rules.has(name));
    for (const name of names.toSorted()) if (!order.includes(name)) visit(name);
    order.push(target);
  };
  visit('all');
  return {
    'fixed.mk': file,
    'order.txt': order.map((target) => `${target}\n`).join(''),
    'unused.txt': written(sources.filter((path) => !file.includes(path))),
  };
}

function changes(texts: Texts): Record<string, string> {
  const paths = (folder: string): string[] =>
    [...texts.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(4));
  const [old, now] = [new Set(paths('old/')), new Set(paths('new/'))];
  return {
    'modified.txt': written(
      [...old].filter((path) => now.has(path) && texts.get(`old/${path}`) !== texts.get(`new/${path}`)),
    ),
    'added.txt': written([...now].filter((path) => !old.has(path))),
    'removed.txt': written([...old].filter((path) => !now.has(path))),
    'moved.txt': '',
  };
}
