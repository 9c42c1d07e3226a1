/** What a bot is shown of its round, read over HTTP as any bot reads it: files, and the pages that links lead to. */
import type { RoundTasks } from 'papertape-contract/round';
import type { Shown } from '../../rounds/source.ts';

/** What the tasks name. */
export type Told = Pick<RoundTasks, 'tasks' | 'files' | 'site'>;

export interface Reading {
  /** Reads an address; undefined where there is nothing. Waits as long as the service asks for. */
  readonly read: (url: string) => Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;
}

/** Some sites have a page for each order of the same steps, and so no end. */
const pagesMax = 400;

export async function readShown({ tasks, files, site }: Told, { read }: Reading): Promise<Shown> {
  const pages = site === null ? new Map<string, string>() : await readPages(site, read);
  const shownFiles: Shown['files'][number][] = [];
  for (const { name, url } of files) {
    const file = await read(url);
    if (!file) throw new Error(`the file ${name} is not there`);
    shownFiles.push({ name, ...file });
  }
  return {
    tasks: tasks as unknown as Shown['tasks'],
    files: shownFiles,
    paths: [...pages.keys()].filter((path) => !path.includes('?')),
    page: (path) => pages.get(path),
  };
}

async function readPages(site: string, read: Reading['read']): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const seen = new Set(['']);
  for (const path of seen) {
    if (pages.size >= pagesMax) break;
    const page = (await read(`${site}${path}`))?.bytes.toString();
    if (page === undefined) continue;
    pages.set(path, page);
    for (const linked of linksIn(page, site, path)) seen.add(linked);
  }
  return pages;
}

/** Paths below the site that a page links to. */
function linksIn(page: string, site: string, path: string): string[] {
  return [...page.matchAll(/href="([^"#]*)/g)].flatMap(([, href = '']) => {
    const to = new URL(href.replaceAll('&amp;', '&'), `${site}${path}`).href;
    return to.startsWith(site) ? [to.slice(site.length)] : [];
  });
}
