/**
 * How the log of a service opened: by which clock it runs, and where its prices come from. It is entry 0, under every root that was signed
 * since, so nobody who shows a log can say something else of it later. What `/api/status` says of both is the service's word, and is not
 * asked for: on a clock that is not the real one no mark is late.
 */
import { logEntry, type LogEntryOf } from 'papertape-contract/log-entries';
import type { LogView } from 'papertape-contract/log';
import { leafHash, inclusionRanges, provesInclusion } from '../../tlog/tree.ts';
import { rangeHashes, readEntryBundle, tilePath, tileWidth, type Tile } from '../../tlog/tiles.ts';
import { signedTree } from './check-log.ts';
import type { Service } from './service.ts';

export interface LogOpening {
  readonly entry: LogEntryOf<'log'>;
  /** The name of the log. */
  readonly origin: string;
  /** The newest mark, as the service tells it. */
  readonly mark: string;
}

/** Of a service it is read once: every day of a bot asks for it. */
const known = new WeakMap<Service, LogOpening>();

/** @returns undefined while no mark is done. @throws Error when the log does not open as it must, or its newest root is not signed. */
export async function readOpening(service: Service): Promise<LogOpening | undefined> {
  const opening = known.get(service) ?? (await read(service));
  if (opening) known.set(service, opening);
  return opening;
}

async function read(service: Service): Promise<LogOpening | undefined> {
  const { origin, mark } = await service.get<LogView>('/api/log');
  if (mark === null) return undefined;
  const signed = await signedTree(service, mark);
  if (!signed) throw new Error(`the checkpoint of ${mark} is not signed by the key of the log`);
  const { size } = signed;
  const bytes = async (tile: Tile): Promise<Uint8Array> => await service.bytes(`/${tilePath(tile)}`);
  const [first = Buffer.alloc(0)] = readEntryBundle(
    await bytes({ level: 'entries', index: 0, width: Math.min(tileWidth, size) }),
  );
  const path = await rangeHashes(size, inclusionRanges(0, size), bytes);
  if (!provesInclusion(leafHash(first), 0, { size, root: Buffer.from(signed.root, 'hex') }, path))
    throw new Error(`entry 0 is not in the tree that the log signed after ${mark}`);
  const entry = logEntry.parse(JSON.parse(first.toString()));
  if (entry.type !== 'log') throw new Error(`entry 0 is of the type "${entry.type}", and not the opening of a log`);
  return { entry, origin, mark };
}

/** Where the prices come from: `simulated`, `replay`, `onchain`. */
export function sourceKindOf({ price_source: id }: LogEntryOf<'log'>): string {
  return id.split(':', 1)[0] ?? '';
}
