/**
 * The seed of a simulated market, once it is public. Which market was promised is in entry 0 of the public log, and that it has ended in a later one.
 * `/api/status` shows the seed, which saves reading the log: whether it is the right one is seen by its hash. Where it shows none the log is asked, or
 * a service could turn the check of its prices off by keeping silent.
 */
import { logEntry, type LogEntryOf } from 'papertape-contract/log-entries';
import type { LogView } from 'papertape-contract/log';
import type { FillProof } from 'papertape-contract/proof';
import type { StatusView } from 'papertape-contract/status';
import { iso } from '../../lib/clock.ts';
import { secretSourceId, seedHashOf } from '../../sources/simulated/seed.ts';
import { createAppender } from '../../tlog/append.ts';
import { openCheckpoint } from '../../tlog/checkpoint.ts';
import { parseKey } from '../../tlog/note.ts';
import { rangeHashes, tilePath } from '../../tlog/tiles.ts';
import { subtreesOf } from '../../tlog/tree.ts';
import { signedTree } from '../check/check-log.ts';
import { sourceKindOf } from '../check/opening.ts';
import type { SeededMarket } from '../check/reread-seed.ts';
import type { Service } from '../check/service.ts';
import type { Steps } from '../check/steps.ts';
import { proofPaths } from '../format.ts';
import { createLogReader } from './log-reader.ts';

/** Whether the prices of the log are made from a seed that was drawn and is secret until the market has ended. */
export const isSecretMarket = (entry: LogEntryOf<'log'>): boolean => seedHashOf(entry.price_source) !== undefined;

/** Whether its prices can be known in advance: a recording, or made from a seed that was set. Of a chain nothing can be told from outside. */
const isForeseeable = (entry: LogEntryOf<'log'>): boolean =>
  sourceKindOf(entry) !== 'onchain' && !isSecretMarket(entry);

/** What the service shows of its market: where prices come from, which secret it committed to, and that foreseeable prices are no competition. */
export function checkShownMarket(steps: Steps, shown: StatusView, entry: LogEntryOf<'log'>): void {
  const { price_source: source, seed, competition } = shown;
  steps.same('where prices come from is what the log opened with', source.kind, sourceKindOf(entry));
  const committed = seedHashOf(entry.price_source) ?? null;
  steps.same('the hash of the secret seed is that of the log', seed?.hash ?? null, committed);
  if (isForeseeable(entry))
    steps.same(
      'prices that can be known in advance are no competition',
      [competition, source.competition],
      [false, false],
    );
}

/** As the service shows it; undefined while it shows none, and where it is not the one that the log began with. */
export async function shownSeed(
  service: Service,
  steps: Steps,
  entry: LogEntryOf<'log'>,
): Promise<SeededMarket | undefined> {
  if (!isSecretMarket(entry)) return undefined;
  const { seed: shown } = JSON.parse(await service.text('/api/status')) as StatusView;
  if (!shown?.opened) return undefined;
  const { seed, salt } = shown.opened;
  const id = secretSourceId({ seed, salt });
  steps.same(
    'the seed of the market, with its salt, has the hash that the public log began with',
    id,
    entry.price_source,
  );
  return id === entry.price_source ? { seed, salt, origin: Date.parse(entry.opened_at) } : undefined;
}

/**
 * As the public log has it, over the newest tree that it signed.
 * @param orderId only behind the mark at which this order stands: none comes after the seed.
 */
export async function loggedSeed(
  service: Service,
  steps: Steps,
  opening: LogEntryOf<'log'>,
  orderId: string | undefined,
): Promise<SeededMarket | undefined> {
  const from = orderId === undefined ? 0 : await sizeAtOrder(service, orderId);
  const found = await seedBehind(service, from);
  if (!found) return undefined;
  const { seed, salt } = found;
  steps.differs('the seed of the market, as /api/status shows it', 'none', 'the one that the public log has published');
  return { seed, salt, origin: Date.parse(opening.opened_at) };
}

async function sizeAtOrder(service: Service, orderId: string): Promise<number> {
  const { window } = await service.get<FillProof>(proofPaths.fill(orderId));
  return (await signedTree(service, iso(Date.parse(window.start))))?.size ?? 0;
}

/** Every entry from there on is read, and with what is before them they make the tree that was signed: so none is left out. */
async function seedBehind(service: Service, from: number): Promise<LogEntryOf<'seed'> | undefined> {
  const key = parseKey((await service.get<LogView>('/api/log')).key);
  const signed = key && openCheckpoint(await service.text('/checkpoint'), [key]);
  if (!signed) throw new Error('the newest checkpoint is not signed by the key of the log');
  const parts = subtreesOf(0, from).map(({ height, index }): [number, number] => {
    const width = 2 ** height;
    return [index * width, (index + 1) * width];
  });
  const subtrees = await rangeHashes(signed.size, parts, async (tile) => await service.bytes(`/${tilePath(tile)}`));
  const grown = createAppender({ size: from, subtrees, last: [] });
  let found: LogEntryOf<'seed'> | undefined;
  for await (const texts of createLogReader(service).entries(from, signed.size)) {
    for (const text of texts) {
      grown.append(text);
      if (!text.startsWith('{"type":"seed"')) continue;
      const entry = logEntry.parse(JSON.parse(text));
      if (entry.type === 'seed') found = entry;
    }
    grown.take();
  }
  if (!grown.root().equals(signed.root)) throw new Error(`the entries of the log from ${from} on do not make its root`);
  return found;
}
