/** A build file that names files which were moved. Remarks from level 2, an included file from 3, lines that go on from 4, a variable from 5. */
import type { Draw } from '../../../draw.ts';
import { common, fileOf, sorted, text, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

interface Rule {
  readonly target: string;
  readonly targets: readonly string[];
  /** As the file should name them. */
  readonly sources: readonly string[];
  readonly usesShared: boolean;
}

export function buildJob(draw: Draw, level: number): Job {
  const words = draw.shuffled(phrases.words);
  const targets = words.slice(0, Math.min(11, 4 + level));
  const sources = Array.from({ length: 8 + 3 * level }, (_, i) => {
    const folder = draw.pick(['src/', 'src/lib/', 'src/util/']);
    return `${folder}${draw.pick(phrases.words)}${i + 1}.c`;
  });
  const shared = level >= 5 ? draw.sample(sources, 2) : [];
  const rules = targets.map((target, i): Rule => {
    const later = targets.slice(i + 1);
    return {
      target,
      targets: draw.sample(later, Math.min(later.length, draw.below(3))),
      sources: draw.sample(sources, draw.between(1, 3)),
      usesShared: level >= 5 && draw.chance(1, 2),
    };
  });
  const all: Rule = { target: 'all', targets: draw.sample(targets, 3), sources: [], usesShared: false };
  const named = new Set([...rules.flatMap((rule) => rule.sources), ...shared]);
  const moved = draw.sample([...named], Math.min(named.size, 2 + Math.floor(level / 2)));
  const shuffled = draw.shuffled(rules);
  const half = level >= 3 ? Math.ceil(shuffled.length / 2) : shuffled.length;
  const form = { moved: new Set(moved), level };
  const [first, more] = [
    (fixed: boolean): string =>
      [
        head(level, shared, form, fixed),
        ...[all, ...shuffled.slice(0, half)].map((rule) => line(rule, form, fixed)),
      ].join(''),
    shuffled
      .slice(half)
      .map((rule) => line(rule, { moved: new Set(), level }, true))
      .join(''),
  ];
  const lost = more === '' ? first(true) : `${first(true)}include more.mk\n`;
  return {
    text: `Repair build.mk. A line "target: names" says what a target is made from: other targets, and files of src/${level >= 2 ? '; a line that begins with # is a remark' : ''}${level >= 3 ? '; "include more.mk" takes in the rules of that file' : ''}${level >= 4 ? '; a line that ends with a backslash goes on in the next one' : ''}${level >= 5 ? '; $(SHARED) stands for the names after "SHARED ="' : ''}. Some files were moved to another folder in src/ and kept their base names, which are unique. Write fixed.mk: build.mk with the path of each moved file mended and nothing else changed. Write order.txt: the targets that "all" needs, itself the last, one in a line in the order of building: of the targets whose targets are all built, always the first, sorted, comes next. Write unused.txt: the files of src/ that no rule${level >= 5 ? ' and not SHARED' : ''} names, in ${level >= 3 ? 'neither file' : 'build.mk'}, after the repair, sorted. ${common}`,
    tree: [
      text('build.mk', more === '' ? first(false) : `${first(false)}include more.mk\n`),
      ...(more === '' ? [] : [text('more.mk', more)]),
      ...sources.map((path) => text(path, `/* ${path.split('/').at(-1) ?? ''} */\n`)),
    ],
    results: {
      'fixed.mk': lost,
      'order.txt': fileOf(orderOf([all, ...rules])),
      'unused.txt': fileOf(sorted(sources.filter((path) => !named.has(path)))),
    },
  };
}

interface Form {
  readonly moved: ReadonlySet<string>;
  readonly level: number;
}

/** A moved file stands in the build file with the folder that it has no longer. */
function nameOf(path: string, moved: ReadonlySet<string>, fixed: boolean): string {
  return moved.has(path) && !fixed ? `src/old/${path.split('/').at(-1) ?? ''}` : path;
}

function head(level: number, shared: readonly string[], { moved }: Form, fixed: boolean): string {
  const remark = level >= 2 ? '# all: nothing yet\n' : '';
  return level >= 5 ? `${remark}SHARED = ${shared.map((path) => nameOf(path, moved, fixed)).join(' ')}\n` : remark;
}

function line({ target, targets, sources, usesShared }: Rule, { moved, level }: Form, fixed: boolean): string {
  const names = [
    ...targets,
    ...sources.map((path) => nameOf(path, moved, fixed)),
    ...(usesShared ? ['$(SHARED)'] : []),
  ];
  const parts = level >= 4 && names.length > 2 ? [names.slice(0, 2), names.slice(2)] : [names];
  return `${target}: ${parts.map((part) => part.join(' ')).join(' \\\n  ')}\n`;
}

/** Of the targets that can be built, always the least by bytes. */
export function orderOf(rules: readonly Pick<Rule, 'target' | 'targets'>[]): string[] {
  const needs = new Map(rules.map(({ target, targets }) => [target, targets]));
  const wanted = new Set<string>();
  const want = (target: string): void => {
    if (wanted.has(target)) return;
    wanted.add(target);
    for (const each of needs.get(target) ?? []) want(each);
  };
  want('all');
  const built: string[] = [];
  while (built.length < wanted.size) {
    const ready = sorted([...wanted]).filter((target) => target !== 'all' && !built.includes(target));
    const next = ready.find((target) => (needs.get(target) ?? []).every((each) => built.includes(each)));
    built.push(next ?? 'all');
  }
  return built;
}
