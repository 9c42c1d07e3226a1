/** The second solver knows only the prompt and the archive. It works on lines of text as a shell would: filter, sort, count runs. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { answerOf, treeOf, unpacked, type Tree } from './read.ts';

type Results = Readonly<Record<string, string>>;

export function second(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map(({ task_id, prompt }) => {
      const [, solve] = solvers.find(([start]) => prompt.startsWith(start)) as (typeof solvers)[number];
      return [task_id, answerOf(solve(treeOf(shown, task_id), prompt))];
    }),
  );
}

const solvers: readonly (readonly [string, (tree: Tree, prompt: string) => Results])[] = [
  ['Count what', logs],
  ['Join orders', join],
  ['Name the files', rename],
  ['Repair build.mk', build],
  ['Find what changed', changes],
];

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function sort(lines: readonly string[]): string {
  const ordered = lines.map((line) => Buffer.from(line)).toSorted((a, b) => a.compare(b));
  return ordered.map((line) => `${line.toString()}\n`).join('');
}

/** As `sort | uniq -c`: `[line, count]`. */
function runs(lines: readonly string[]): [string, number][] {
  const found: [string, number][] = [];
  for (const line of linesOf(sort(lines))) {
    const last = found.at(-1);
    if (last?.[0] === line) last[1]++;
    else found.push([line, 1]);
  }
  return found;
}

function logs({ files }: Tree, prompt: string): Results {
  const named = [...prompt.matchAll(/logs\/access\.log(?:\.\d)?(?:\.gz)?/g)].map(([name]) => name);
  const text = (name: string): string => {
    const bytes = files.get(name) ?? Buffer.alloc(0);
    return (name.endsWith('.gz') ? unpacked(bytes) : bytes).toString();
  };
  const requests = (name: string): string[][] =>
    linesOf(text(name)).flatMap((line) => (line.startsWith('#') ? [] : [line.split(' ')]));
  const all = [...new Set(named)].flatMap(requests);
  const utcDay = (stamp: string): string => new Date(stamp.slice(1, -1)).toISOString().slice(0, 10);
  const days: Record<string, number> = {};
  for (const [, , , stamp = '', , , , , bytes] of all) days[utcDay(stamp)] = (days[utcDay(stamp)] ?? 0) + Number(bytes);
  // Runs come sorted by client, and sorting by count keeps that order.
  const top = runs(all.map(([client = '']) => client)).toSorted((a, b) => b[1] - a[1]);
  const failed = requests('logs/access.log').filter((fields) => (fields[7] ?? '').startsWith('5'));
  return {
    'top.txt': top
      .slice(0, Number(/the (\d) clients/.exec(prompt)?.[1]))
      .map(([client, count]) => `${client} ${count}\n`)
      .join(''),
    'days.txt': sort(Object.entries(days).map(([day, bytes]) => `${day} ${bytes}`)),
    'failed.txt': sort(runs(failed.map((fields) => fields[5] ?? '')).map(([path]) => path)),
  };
}

function join({ files }: Tree, prompt: string): Results {
  const charset = prompt.includes('ISO 8859-1') ? 'latin1' : 'utf8';
  const mark = /"order(.)name/.exec(prompt)?.[1] ?? '';
  const customers = linesOf((files.get('data/customers.csv') ?? Buffer.alloc(0)).toString(charset)).slice(1);
  const held = new Map<string, string[]>();
  for (let month = 1; files.has(`data/orders-${month}.csv`); month++)
    for (const line of linesOf(String(files.get(`data/orders-${month}.csv`)).replaceAll('\r', '')).slice(1))
      held.set(line.split(',')[0] ?? '', line.split(','));
  const [joined, missing]: [string[], string[]] = [[], []];
  const totals: string[] = [];
  for (const [order = '', customer = ''] of held.values())
    if (!customers.some((line) => line.startsWith(`${customer};`))) missing.push(order);
  for (const line of customers) {
    const [id = '', name = ''] = line.split(';');
    const own = [...held.values()].filter(([, customer]) => customer === id);
    for (const [order = '', , cents = ''] of own) joined.push(order + mark + name + mark + cents);
    if (own.length > 0) totals.push(`${id} ${own.reduce((sum, [, , cents]) => sum + Number(cents), 0)}`);
  }
  return { 'joined.txt': sort(joined), 'missing.txt': sort(missing), 'totals.txt': sort(totals) };
}

function rename({ files }: Tree): Results {
  const scans = linesOf(sort([...files.keys()])).map((path) => {
    const bytes = files.get(path) ?? Buffer.alloc(0);
    const field = (label: string): string =>
      new RegExp(`^${label}: ([^\\r\\n]*)`, 'm').exec(bytes.toString())?.[1] ?? '';
    return {
      path,
      bytes,
      month: field('Date').slice(0, 7),
      stem: `${field('Date')}-${field('Title').toLowerCase().split(' ').join('-')}`,
    };
  });
  const named = scans.map((scan, i) => {
    const before = scans.slice(0, i).filter(({ stem }) => stem === scan.stem).length;
    return { ...scan, name: `${scan.stem}${before === 0 ? '' : `-${before + 1}`}.txt` };
  });
  const byName = new Map(named.map(({ name, bytes }) => [name, bytes]));
  return {
    'renamed.txt': sort(named.map(({ path, name }) => `${path} ${name}`)),
    'all.txt': Buffer.concat(
      linesOf(sort([...byName.keys()])).map((name) => byName.get(name) ?? Buffer.alloc(0)),
    ).toString(),
    'months.txt': sort(runs(scans.map(({ month }) => month)).map(([month, count]) => `${month} ${count}`)),
  };
}

function build({ files }: Tree): Results {
  const given = String(files.get('build.mk'));
  const sources = [...files.keys()].filter((path) => path.startsWith('src/'));
  const mended = given.replaceAll(/src\/[\w./]+/g, (path) =>
    files.has(path) ? path : (sources.find((each) => each.endsWith(`/${path.split('/').at(-1) ?? ''}`)) ?? path),
  );
  const whole = mended.replace('include more.mk\n', String(files.get('more.mk') ?? '')).replaceAll('\\\n', '');
  const rules = linesOf(whole).filter((line) => !line.startsWith('#'));
  const needs = new Map<string, Set<string>>();
  for (const rule of rules) {
    const [target = '', names = ''] = rule.split(':');
    if (rule.includes(':')) needs.set(target, new Set(names.split(/\s+/)));
  }
  const targets = [...needs.keys()];
  // What "all" does not reach is dropped, layer by layer.
  for (let dropped = true; dropped;) {
    const idle = targets.filter(
      (target) => needs.has(target) && target !== 'all' && ![...needs.values()].some((names) => names.has(target)),
    );
    for (const target of idle) needs.delete(target);
    dropped = idle.length > 0;
  }
  const order: string[] = [];
  while (needs.size > 0) {
    const open = [...needs].filter(([, names]) =>
      targets.every((target) => !names.has(target) || order.includes(target)),
    );
    const [next = ''] = linesOf(sort(open.map(([target]) => target)));
    needs.delete(next);
    if (next === '') break;
    order.push(next);
  }
  return {
    'fixed.mk': mended,
    'order.txt': order.map((target) => `${target}\n`).join(''),
    'unused.txt': sort(sources.filter((path) => !rules.some((rule) => rule.split(/\s+/).includes(path)))),
  };
}

function changes({ files, links }: Tree, prompt: string): Results {
  const endsCount = !prompt.includes('CR LF for LF');
  const side = (folder: string): Map<string, string> =>
    new Map([
      ...[...links].flatMap(([path, to]) => (path.startsWith(folder) ? [[path.slice(4), `-> ${to}`] as const] : [])),
      ...[...files].flatMap(([path, bytes]) =>
        path.startsWith(folder) ? [[path.slice(4), bytes.toString()] as const] : [],
      ),
    ]);
  const [old, now] = [side('old/'), side('new/')];
  const plain = (text: string | undefined): string =>
    endsCount ? String(text) : String(text).replaceAll('\r\n', '\n');
  const modified = [...old.keys()].filter((path) => now.has(path) && plain(old.get(path)) !== plain(now.get(path)));
  let removed = [...old.keys()].filter((path) => !now.has(path));
  let added = [...now.keys()].filter((path) => !old.has(path));
  const pairs = removed.flatMap((from) =>
    added.filter((to) => now.get(to) === old.get(from)).map((to) => [from, to] as const),
  );
  const findsMoves = prompt.includes('moved.txt');
  if (findsMoves) {
    removed = removed.filter((path) => !pairs.some(([from]) => from === path));
    added = added.filter((path) => !pairs.some(([, to]) => to === path));
  }
  return {
    'modified.txt': sort(modified),
    'added.txt': sort(added),
    'removed.txt': sort(removed),
    ...(findsMoves ? { 'moved.txt': sort(pairs.map((pair) => pair.join(' '))) } : {}),
  };
}
