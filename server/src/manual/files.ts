/**
 * The files of the manual: the documents as they stand in the repository, and what they link to. The path of a file there is its address
 * here, with `/` before it, so the links between documents lead to the same places in both. A package carries the files in `packed/`,
 * beside `dist/` (scripts/pack-server.mjs); in the repository they are read where they are.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What documents link to outside of `docs/`. */
export const otherDocuments = [
  'README.md',
  'CHANGELOG.md',
  'client/README.md',
  'python/README.md',
  'judges/README.md',
  'server/README.md',
] as const;

/** What documents link to and is none. */
export const texts = ['LICENSE', 'docs/contributing/schema.sql'] as const;
export const images = ['docs/images/leaderboard.png'] as const;

const packed = new URL('../../packed/', import.meta.url);
const repository = new URL('../../../', import.meta.url);
const root = existsSync(new URL('docs/README.md', packed)) ? packed : repository;

interface Listed {
  /** `docs/bots/start.md`. */
  readonly documents: ReadonlySet<string>;
  /** `examples/cron/bot.ts`. */
  readonly examples: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

let found: Listed | undefined;

/** The paths of all files of the manual. */
export function manualFiles(): Listed {
  found ??= listed();
  return found;
}

function listed(): Listed {
  const documents = [...filesBelow('docs', /\.md$/), ...otherDocuments];
  const examples = filesBelow('examples', /^\w[\w-]*\/[\w-]+\.(?:ts|py)$/);
  return {
    documents: new Set(documents),
    examples: new Set(examples),
    all: new Set([...documents, ...examples, ...texts, ...images]),
  };
}

function filesBelow(folder: string, pattern: RegExp): string[] {
  const at = new URL(`${folder}/`, root);
  if (!existsSync(at)) throw new Error(`the manual is not whole: ${fileURLToPath(at)} is not there`);
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => `${folder}/${name}`);
}

/** @param path one of the manual's. */
export function textOf(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** @param path one of the manual's. */
export function bytesOf(path: string): Buffer {
  return readFileSync(new URL(path, root));
}
