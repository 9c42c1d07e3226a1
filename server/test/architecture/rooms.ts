/**
 * The table of the house: each folder, and the folders below it, which are all that it may import. `flow` stands for all of its stages.
 * A row names only folders of the rows above it, so no two folders can import each other.
 *
 * A room's doors are its `feature.ts`, its operations (`*.api.ts`) and its pages (`*.page.tsx`). They have a row of their own near the
 * top, since they answer with what `read/` and `published/` make of the rooms below.
 */
const ground = ['contract', 'lib', 'league'];
const stages = ['window', 'order', 'price', 'fill', 'close', 'rank', 'ladder', 'mark'];
const data = [...ground, 'storage', 'sources'];
const product = [...data, 'flow', 'operator', 'engine'];
/** What the service is put together from, above the product's core. */
const service = [
  'config',
  'texts',
  'pictures',
  'html',
  'words',
  'mail',
  'bots',
  'rounds',
  'house',
  'desk',
  'log',
  'read',
  'events',
  'prices',
  'payments',
  'pro',
  'newsletter',
  'showcase',
  'proof',
  'published',
  'manual',
  'pages',
  'backup',
  'feature',
];

const rows: readonly (readonly [folder: string, below: readonly string[]])[] = [
  ['contract', []],
  ['client', ['contract']],
  ['lib', ['contract']],
  ['league', ['contract', 'lib']],
  ['texts', ['contract', 'lib']],
  ['pictures', ['contract', 'lib']],
  ['tlog', ['lib']],
  ['words', ['contract']],
  ['html', [...ground, 'words']],
  ['storage', ground],
  ['witness', ['lib', 'html', 'storage', 'tlog']],
  ['sources', ground],
  ['config', [...ground, 'sources', 'tlog']],
  ...stages.map((stage, i): [string, string[]] => [
    `flow/${stage}`,
    [...data, ...stages.slice(0, i).map((earlier) => `flow/${earlier}`)],
  ]),
  ['operator', [...data, 'flow']],
  ['engine', [...data, 'config', 'tlog', 'flow', 'operator']],
  ['mail', [...ground, 'storage']],
  ['bots', [...data, 'texts', 'html', 'flow', 'operator', 'mail']],
  ['rounds', [...product, 'bots']],
  ['payments', [...data, 'texts', 'html', 'flow', 'operator', 'mail', 'bots']],
  ['showcase', [...data, 'texts', 'html', 'flow', 'operator', 'bots']],
  ['house', [...data, 'client', 'flow', 'bots', 'rounds']],
  ['log', [...product, 'tlog']],
  ['read', [...product, 'html', 'mail', 'bots', 'rounds', 'payments', 'house']],
  ['newsletter', [...product, 'words', 'html', 'mail', 'bots', 'read', 'showcase']],
  ['events', [...product, 'bots', 'rounds', 'read']],
  ['pro', [...product, 'html', 'mail', 'bots', 'payments', 'read', 'events']],
  ['desk', [...product, 'config', 'html', 'mail', 'bots', 'rounds', 'payments', 'showcase', 'read', 'newsletter']],
  ['prices', [...product, 'read']],
  ['proof', [...product, 'config', 'tlog', 'rounds', 'read']],
  ['audit', [...product, 'tlog', 'rounds', 'payments', 'showcase']],
  ['backup', [...product, 'tlog', 'config', 'rounds', 'house', 'log', 'audit']],
  ['backtest', [...ground, 'client', 'html', 'sources', 'flow', 'operator', 'house', 'proof']],
  ['published', [...product, 'texts', 'html', 'bots', 'read', 'proof']],
  ['manual', ['html', 'published']],
  ['pages', [...ground, 'words', 'html', 'flow', 'published']],
  ['feature', [...product]],
  ['web', [...product, ...service, 'tlog']],
  ['doors', [...product, ...service, 'tlog', 'web']],
  ['cluster', [...product, ...service, 'web']],
  ['app.ts', [...product, ...service, 'web', 'doors', 'cluster']],
  [
    'cli',
    [
      ...product,
      'client',
      'witness',
      'config',
      'tlog',
      'mail',
      'bots',
      'rounds',
      'payments',
      'house',
      'newsletter',
      'desk',
      'log',
      'read',
      'proof',
      'audit',
      'backup',
      'backtest',
      'published',
      'app.ts',
    ],
  ],
  ['main.ts', ['lib', 'cli']],
];

/** Folder -> the folders that it may import, itself left out. */
export const rooms: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(([folder, below]) => [folder, below.flatMap((each) => (each === 'flow' ? flowStages() : [each]))]),
);

/** The files that may stand in server/src itself. */
export const looseFiles: readonly string[] = ['app.ts', 'main.ts'];

/** `server/src/flow/fill/fill.ts` -> `flow/fill`, `server/src/bots/key.ts` -> `bots`; `null` outside the workspaces' sources. */
export function roomOf(path: string): string | null {
  const [workspace, src, first, second] = path.split('/');
  if (src !== 'src' || first === undefined) return null;
  if (workspace === 'contract' || workspace === 'client') return workspace;
  if (workspace !== 'server') return null;
  if (second !== undefined && isDoor(path)) return 'doors';
  // A folder of the server that has the name of a workspace is none of the table's.
  if (first === 'contract' || first === 'client') return `server/${first}`;
  return first === 'flow' && second !== undefined ? `flow/${second}` : first;
}

/** Operations, pages and the door of a room: each joins what stands below with its own room. */
export function isDoor(path: string): boolean {
  return /(\.api\.ts|\.page\.tsx|\/feature\.ts)$/.test(path) && !path.startsWith('server/src/feature/');
}

/** The room of a workspace that is imported by its package's name. */
export function roomOfPackage(specifier: string): string | null {
  if (/^papertape-contract(\/|$)/.test(specifier)) return 'contract';
  return /^papertape-client(\/|$)/.test(specifier) ? 'client' : null;
}

function flowStages(): string[] {
  return stages.map((stage) => `flow/${stage}`);
}
