/** What a bot sees of its round, read over HTTP as a bot reads it: tasks, files, pages that links lead to, and pages that a solver asks for. */
import type { PracticeTasks } from '../../../client/src/index.ts';
import type { Answers, Shown } from '../../src/rounds/source.ts';

export interface Crawled extends Shown {
  /** What a solver answers that may also ask for pages by itself, such as results of a search. */
  solve(solver: (shown: Shown) => Answers): Promise<Answers>;
}

/** Some sites have a page for each order of the same steps, and so no end. */
const pagesMax = 400;

export async function crawl(bot: {
  tasks(): Promise<Pick<PracticeTasks, 'tasks' | 'files' | 'site'>>;
}): Promise<Crawled> {
  const { tasks, files, site } = await bot.tasks();
  /** Undefined where there is none. */
  const pages = new Map<string, string | undefined>();
  const next = site === null ? [] : [''];
  async function readPage(path: string): Promise<string | undefined> {
    const answer = await fetch(`${site}${path}`);
    const page = await answer.text();
    pages.set(path, answer.ok ? page : undefined);
    return pages.get(path);
  }
  for (let path = next.shift(); path !== undefined && pages.size < pagesMax; path = next.shift()) {
    const page = await readPage(path);
    for (const [, href] of page?.matchAll(/href="([^"#]*)/g) ?? []) {
      const to = new URL((href ?? '').replaceAll('&amp;', '&'), `${site}${path}`).href;
      const linked = to.startsWith(String(site)) ? to.slice(String(site).length) : undefined;
      if (linked !== undefined && !pages.has(linked) && !next.includes(linked)) next.push(linked);
    }
  }
  const read = files.map(async ({ name, url }) => {
    const answer = await fetch(url);
    const type = answer.headers.get('content-type') ?? '';
    return { name, type, bytes: Buffer.from(await answer.arrayBuffer()) };
  });
  const shown: Shown = {
    tasks: tasks as unknown as Shown['tasks'],
    files: await Promise.all(read),
    paths: [...pages].flatMap(([path, page]) => (page === undefined || path.includes('?') ? [] : [path])),
    page: (path) => pages.get(path),
  };
  return {
    ...shown,
    async solve(solver) {
      for (;;) {
        const asked = new Set<string>();
        const page = (path: string): string | undefined => {
          if (!pages.has(path)) asked.add(path);
          return pages.get(path);
        };
        const answers = solver({ ...shown, page });
        if (asked.size === 0 || site === null) return answers;
        await Promise.all([...asked].map(readPage));
      }
    },
  };
}
