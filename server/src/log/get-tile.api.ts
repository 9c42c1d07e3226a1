import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { bundleEntries, lastHead, tileHashes } from '../engine/log.sql.ts';
import { shown } from '../lib/text.ts';
import type { Db } from '../storage/storage.ts';
import { entryBundle, hasTile, parseTilePath } from '../tlog/tiles.ts';

/** A place in groups of three digits, all but the last with an x before it; a width behind `.p`. One path for each number of parts. */
const parts = ['x1', 'x2', 'x3', 'x4', 'x5', 'tile'] as const;
const pathOf = (count: number): string =>
  `/tile/{level}/${parts
    .slice(-count)
    .map((part) => `{${part}}`)
    .join('/')}`;

/** Tiles and bundles never change, so anybody may keep them for ever; how they are named: C2SP tlog-tiles. */
export const getTile = unlisted({
  path: '/tile/{level}/{tile}',
  alsoAt: ['/tile/{level}/{partial}/{width}', ...[3, 4, 5, 6].map(pathOf)],
  freshness: 'tagged',
  headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  answer: document('application/octet-stream'),
  async handle({ params }, { db }: { readonly db: Db }) {
    const given: Readonly<Record<string, string>> = params;
    const names = ['level', ...parts, 'partial', 'width'];
    const path = ['tile', ...names.flatMap((name) => given[name] ?? [])].join('/');
    const tile = parseTilePath(path);
    const { size = 0 } = (tile && (await lastHead(db))) ?? {};
    if (!tile || !hasTile(size, tile)) throw new ApiError('not_found', `The log has no tile ${shown(path)}.`);
    return tile.level === 'entries'
      ? entryBundle((await bundleEntries(db, tile.index)).slice(0, tile.width).map((entry) => Buffer.from(entry)))
      : await tileHashes(db, tile);
  },
});
