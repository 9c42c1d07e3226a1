/** What changed between two trees. Line ends that do not count from level 3, moved files from 4, links from 5. */
import type { Draw } from '../../../draw.ts';
import type { TreeEntry } from '../../../files/tar.ts';
import { common, fileOf, sorted, text, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

type Fate = 'same' | 'ends' | 'modified' | 'removed' | 'added' | 'moved';

export function changesJob(draw: Draw, level: number): Job {
  const count = 14 + 5 * level;
  const paths = draw.sample(
    ['', 'conf/', 'docs/', 'docs/draft/'].flatMap((folder) => phrases.words.map((word) => `${folder}${word}.txt`)),
    Math.min(46, count),
  );
  const fates: Fate[] = ['modified', 'modified', 'removed', 'added', 'added'];
  if (level >= 3) fates.push('ends', 'ends');
  if (level >= 4) fates.push('moved', 'moved');
  const files = paths.map((path, i) => {
    const fate = fates[i] ?? draw.pick([...fates, 'same', 'same', 'same']);
    const content = fileOf([`${path} ${draw.between(1_000, 9_999)}`, ...draw.sample(phrases.sentences, 3)]);
    return { path, fate, content, target: `docs/${path.split('/').at(-1) ?? ''}.${i}` };
  });
  const of = (...wanted: readonly Fate[]): typeof files => files.filter(({ fate }) => wanted.includes(fate));
  const linked = level >= 5 ? draw.sample(phrases.words, 3) : [];
  const links = linked.map((word, i): readonly TreeEntry[] => [
    { path: `old/link-${word}`, link: 'conf' },
    { path: `new/link-${word}`, link: i === 0 ? 'docs' : 'conf' },
  ]);
  return {
    text: `Find what changed from the tree old/ to the tree new/. Paths are without "old/" or "new/". Write modified.txt: files that are in both with other contents${level >= 5 ? ', and symbolic links that point elsewhere' : ''}, sorted. Write added.txt: files that are only in new/, sorted. Write removed.txt: files that are only in old/, sorted. ${level >= 3 ? 'Files that differ in nothing but CR LF for LF count as equal. ' : ''}${level >= 4 ? 'A file that is only in old/ and one with the same bytes that is only in new/ are one moved file and stand in neither of these lists. Write moved.txt: "oldpath newpath" of each, sorted. ' : ''}${common}`,
    tree: draw.shuffled([
      ...of('same', 'ends', 'modified', 'removed', 'moved').map(({ path, content }) => text(`old/${path}`, content)),
      ...of('same', 'ends', 'added').map(({ path, content, fate }) =>
        text(`new/${path}`, content, { crlf: fate === 'ends' }),
      ),
      ...of('modified').map(({ path, content }) =>
        text(
          `new/${path}`,
          content.replace(/\d{4}/, (n) => String(Number(n) + 1)),
        ),
      ),
      ...of('moved').map(({ target, content }) => text(`new/${target}`, content)),
      ...links.flat(),
    ]),
    results: {
      'modified.txt': fileOf(
        sorted([...of('modified').map(({ path }) => path), ...linked.slice(0, 1).map((word) => `link-${word}`)]),
      ),
      'added.txt': fileOf(sorted(of('added').map(({ path }) => path))),
      'removed.txt': fileOf(sorted(of('removed').map(({ path }) => path))),
      ...(level >= 4
        ? { 'moved.txt': fileOf(sorted(of('moved').map(({ path, target }) => `${path} ${target}`))) }
        : {}),
    },
  };
}
