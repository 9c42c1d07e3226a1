/**
 * Keeps what this client saw of the service's public log: the last checkpoint, and the receipts of the orders that it sent. At most once in
 * five minutes, before a call, it looks whether the log still begins with what it saw, and has these orders. So a past that was written
 * anew is found by whoever was there before. Where the bot names witnesses that it trusts, it looks as well whether these cosigned it.
 *
 * A service that is away, that starts again, that signs with a new key or catches up its marks says nothing wrong, and nothing is thrown.
 * A bot that names witnesses asks for more: the first call of each run looks, and no call is sent until a look has had its answers. Else a
 * service could get rid of the witnesses by answering everything but its checkpoint, and a bot that runs now and then would never look.
 */
import { LogError, PapertapeError } from './errors.ts';
import { isSigned, readCheckpoint, type Checkpoint } from './log-note.ts';
import type { KeptReceipt, LogMemory } from './log-memory.ts';
import { begins, holds, type ReadTile } from './log-tree.ts';
import { createWitnessCheck, type TrustedWitnesses } from './log-witnesses.ts';
import type { Call, Transport } from './transport.ts';
import { readEntry } from './verify-log.ts';
import type { OrderAck } from './wire.ts';

export interface LogWatchOptions {
  readonly transport: Transport;
  readonly now: () => number;
  /** What was kept by an earlier run. */
  readonly memory?: LogMemory | undefined;
  /** Told of all that is to be kept. */
  readonly keep?: ((memory: LogMemory) => Promise<void>) | undefined;
  readonly witnesses?: TrustedWitnesses | undefined;
}

export interface LogWatch {
  /**
   * @throws LogError when the log does not go on from what was seen, or was not witnessed; where witnesses are named also whatever the
   * look failed with.
   */
  before(): Promise<void>;
  sent(ack: OrderAck): Promise<void>;
}

const lookMs = 300_000;

export function createLogWatch({ transport, now, memory, keep, witnesses }: LogWatchOptions): LogWatch {
  const witnessed = witnesses && createWitnessCheck(witnesses);
  const ask = createAsk(transport, witnessed === undefined);
  let isDue = witnessed !== undefined;
  let { checkpoint, receipts, looked_at: lookedAt } = memory ?? { checkpoint: null, receipts: [], looked_at: now() };
  let looking: Promise<void> | undefined;
  let found: LogError | undefined;

  const save = async (): Promise<void> => keep?.({ checkpoint, receipts, looked_at: lookedAt });

  async function look(): Promise<void> {
    const view = await ask.json<View>('/api/log', 'LogView');
    const { key, mark } = view;
    const note = await ask.note('/checkpoint');
    const tree = readCheckpoint(note);
    // What nobody signed proves nothing; it is asked again.
    if (!tree || !(await isSigned(note, key))) {
      if (!witnessed) return;
      const problem = 'its checkpoint is not signed by its own key';
      throw new LogError('log_unwitnessed', problem, { before: checkpoint, after: note });
    }
    if (checkpoint !== null) {
      const problem = await rewritten(readCheckpoint(checkpoint), tree, ask.tile);
      if (problem !== undefined) throw new LogError('log_rewritten', problem, { before: checkpoint, after: note });
    }
    const left: KeptReceipt[] = [];
    for (const kept of receipts) {
      const problem = mark === null || kept.mark > mark ? 'not yet' : await missing(kept, tree, ask);
      if (problem === 'not yet') left.push(kept);
      else if (problem !== undefined)
        throw new LogError('receipt_missing', problem, { before: checkpoint, after: note, receipt: kept });
    }
    const before = checkpoint;
    checkpoint = note;
    receipts = left;
    const problem = await witnessed?.problem({
      note,
      tree,
      now: now(),
      view: async () => (view.size === tree.size ? view : await ask.json<View>('/api/log', 'LogView')),
      checkpointOf: async (of) => await ask.note(`/api/log/checkpoints/${of}`),
      readTile: ask.tile,
    });
    if (problem !== undefined) throw new LogError('log_unwitnessed', problem, { before, after: note });
  }

  async function lookOnce(): Promise<void> {
    lookedAt = now();
    found = undefined;
    try {
      await look();
    } catch (error) {
      if (error instanceof LogError) {
        found = error;
        if (error.code === 'log_unwitnessed') await save();
        throw error;
      }
      // No answer is no evidence, and no witness either.
      if (witnessed || !(error instanceof PapertapeError)) throw error;
    }
    isDue = false;
    await save();
  }

  return {
    async before() {
      // Another past stays one. Witnesses that were away may be back at the next look.
      if (found && (found.code !== 'log_unwitnessed' || now() - lookedAt < lookMs)) throw found;
      if (!looking && !isDue && now() - lookedAt < lookMs) return;
      looking ??= lookOnce().finally(() => (looking = undefined));
      await looking;
    },
    async sent({ order_id, receipt, sandbox, window }) {
      if (receipts.some((kept) => kept.order_id === order_id)) return;
      receipts = [...receipts, { order_id, receipt: receipt.hash, sandbox, mark: window.start }];
      await save();
    },
  };
}

type View = { readonly key: string; readonly size: number; readonly mark: string | null };

interface Ask {
  readonly json: <T>(path: string, name: 'LogView' | 'OrderProof') => Promise<T>;
  readonly note: (path: string) => Promise<string>;
  readonly tile: ReadTile;
}

/** @param isOnce each is asked for once: what is not answered now is looked at five minutes later. */
function createAsk(transport: Transport, isOnce: boolean): Ask {
  const get = (path: string): Call => ({ method: 'GET', path, ...(isOnce ? { once: true } : {}) });
  return {
    json: async <T>(path: string, name: 'LogView' | 'OrderProof') => (await transport.json(get(path), name)) as T,
    note: async (path) => await transport.text(get(path), 'text/plain'),
    tile: async (path) => await transport.bytes(get(path)),
  };
}

/** What is wrong with the order's entry; undefined when it stands in the tree. */
async function missing(kept: KeptReceipt, tree: Checkpoint, ask: Ask): Promise<string | undefined> {
  const order = `order ${kept.order_id}, which was acknowledged,`;
  type Proof = { log: { index: number; entry: string } | null };
  const path = `/api/proofs/orders/${encodeURIComponent(kept.order_id)}`;
  const { log } = await ask.json<Proof>(path, 'OrderProof').catch((error: unknown): Proof => {
    if (error instanceof PapertapeError && error.code === 'order_not_found') return { log: null };
    throw error;
  });
  if (!log) return `${order} is not in the log`;
  // The checkpoint was made before the order's mark was done.
  if (log.index >= tree.size) return 'not yet';
  const { type, receipt, counts } = readEntry(log.entry);
  if (type !== 'order' || receipt !== kept.receipt) return `${order} has the entry of another one in the log`;
  if (counts !== !kept.sandbox) return `${order} ${kept.sandbox ? 'as a test counts' : 'became a test'} in the log`;
  return (await holds(log.entry, log.index, tree, ask.tile)) ? undefined : `${order} is not in the log`;
}

async function rewritten(old: Checkpoint | undefined, tree: Checkpoint, read: ReadTile): Promise<string | undefined> {
  if (!old) return undefined;
  if (old.origin !== tree.origin) return `the log is another one: it was ${old.origin}, and now it is ${tree.origin}`;
  if (tree.size < old.size) return `the log had ${old.size} entries, and now it has ${tree.size}`;
  return (await begins(old, tree, read))
    ? undefined
    : `the log does not begin with the ${old.size} entries that it had`;
}
