/** Files that get names by what they hold. Names that clash from level 3, folders from 4, links that do not count from 5; CRLF from 2. */
import type { Draw } from '../../../draw.ts';
import type { TreeEntry } from '../../../files/tar.ts';
import { common, countBy, dateOf, fileOf, sorted, text, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

interface Scan {
  readonly path: string;
  readonly title: string;
  readonly date: string;
  readonly content: string;
  readonly crlf: boolean;
}

export function renameJob(draw: Draw, level: number): Job {
  const scans = drawScans(draw, level);
  const taken = new Map<string, number>();
  const named = scans.map((scan) => {
    const stem = `${scan.date}-${scan.title.toLowerCase().replaceAll(' ', '-')}`;
    const nth = (taken.get(stem) ?? 0) + 1;
    taken.set(stem, nth);
    return { ...scan, name: `${stem}${nth === 1 ? '' : `-${nth}`}.txt` };
  });
  const bytes = sorted(named.map(({ name }) => name)).map((name) => {
    const { content = '', crlf = false } = named.find((each) => each.name === name) ?? {};
    return crlf ? content.replaceAll('\n', '\r\n') : content;
  });
  const months = countBy(scans, ({ date }) => date.slice(0, 7));
  const links: TreeEntry[] = level < 5 ? [] : [{ path: 'inbox/newest.txt', link: scans.at(-1)?.path.slice(6) ?? '' }];
  return {
    text: `Name the files in inbox by what they hold${level >= 4 ? ', those in its folders too' : ''}. Each has a line "Title: ..." and a line "Date: YYYY-MM-DD"${level >= 2 ? '; in some files lines end with CR LF' : ''}. The new name is the date, a hyphen, the title in small letters with hyphens for spaces, and ".txt". ${level >= 3 ? 'Where files would get one name, the first of them, sorted by path, keeps it, the second gets "-2" before ".txt", the third "-3". ' : ''}${level >= 5 ? 'Symbolic links do not count. ' : ''}Write renamed.txt: "path newname" for each file, its path as in the archive, sorted. Write all.txt: the bytes of all files as they are, one after the other, sorted by new name. Write months.txt: "YYYY-MM count", how many files have a date in the month, sorted. ${common}`,
    tree: [...draw.shuffled(scans).map(({ path, content, crlf }) => text(path, content, { crlf })), ...links],
    results: {
      'renamed.txt': fileOf(sorted(named.map(({ path, name }) => `${path} ${name}`))),
      'all.txt': bytes.join(''),
      'months.txt': fileOf(sorted([...months].map(([month, count]) => `${month} ${count}`))),
    },
  };
}

/** Sorted by path. */
function drawScans(draw: Draw, level: number): Scan[] {
  const folders = level >= 4 ? ['', 'a/', 'b/', 'b/old/'] : [''];
  const numbers = draw.sample(
    Array.from({ length: 80 }, (_, i) => i + 100),
    8 + 2 * level,
  );
  const paths = sorted(numbers.map((number) => `inbox/${draw.pick(folders)}scan-${number}.txt`));
  let before: readonly [string, string] = ['', ''];
  return paths.map((path, i): Scan => {
    const clashes = level >= 3 && (i === 2 || (i > 3 && draw.chance(1, 4)));
    const [title, date] = clashes
      ? before
      : [`${capital(draw.pick(phrases.words))} ${draw.pick(phrases.topics)} ${i + 1}`, dateOf(draw.between(0, 180))];
    before = [title, date];
    const head =
      level >= 3 ? draw.shuffled([`Title: ${title}`, `Date: ${date}`]) : [`Title: ${title}`, `Date: ${date}`];
    const body = draw.sample(phrases.sentences, draw.between(1, 4));
    return {
      path,
      title,
      date,
      content: fileOf([...head, '', ...body]),
      crlf: level >= 2 && (i === 0 || draw.chance(1, 4)),
    };
  });
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
