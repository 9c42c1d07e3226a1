/**
 * A local chain: anvil, as it comes from npm, on a free port. It ends when this process does, however that ends.
 *
 * Time is the chain's own: a block has the timestamp that it is given, whatever the wall clock says.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import {
  createTestClient,
  http,
  publicActions,
  walletActions,
  type Account,
  type Chain,
  type Client,
  type PublicActions,
  type TestActions,
  type Transport,
  type WalletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';

/** The first of the accounts that anvil funds; its key is printed by every anvil. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');

export type ChainClient = Client<
  Transport,
  Chain,
  Account,
  undefined,
  TestActions & PublicActions<Transport, Chain, Account> & WalletActions<Chain, Account>
>;

export interface LocalChain {
  readonly url: string;
  readonly client: ChainClient;
  /** Seconds since 1970 of the newest block. */
  now(): Promise<number>;
  /** Mines one empty block at this second. */
  mineAt(timestamp: number): Promise<void>;
  /** The next transaction's block gets this timestamp. */
  nextAt(timestamp: number): Promise<void>;
  /** Replaces the last `depth` blocks by empty ones, a second later each. */
  reorg(depth: number): Promise<void>;
  close(): Promise<void>;
}

/** Is anvil's binary there? It comes for Linux on x64 only. */
export const anvilPath = findAnvil();

function findAnvil(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch {
    return undefined;
  }
}

/**
 * @param start timestamp of the first block, seconds.
 * @param more options of anvil. `--prune-history 50` keeps the states of fifty blocks only: thousands of blocks are then twice as fast.
 */
export async function startChain(start: number, more: readonly string[] = []): Promise<LocalChain> {
  if (anvilPath === undefined) throw new Error('there is no anvil for this machine');
  // The shell reads from this process; when the pipe closes, also since this process was killed, it kills anvil by its pid.
  const script = '"$0" "$@" </dev/null & pid=$!; cat >/dev/null; kill -9 $pid; wait';
  const options = ['--port', '0', '--host', '127.0.0.1', '--timestamp', String(start), ...more];
  // In a session of its own: Ctrl+C at a terminal reaches this process, which ends the chain when it no longer needs it.
  const child = spawn('sh', ['-c', script, anvilPath, ...options], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const url = `http://127.0.0.1:${await portOf(child)}`;
  const client: ChainClient = createTestClient({
    mode: 'anvil',
    chain: foundry,
    account,
    transport: http(url),
    cacheTime: 0,
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions);
  return {
    url,
    client,
    now: async () => Number((await client.getBlock()).timestamp),
    async mineAt(timestamp) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(timestamp) });
      await client.mine({ blocks: 1 });
    },
    nextAt: async (timestamp) => await client.setNextBlockTimestamp({ timestamp: BigInt(timestamp) }),
    async reorg(depth) {
      await client.request({ method: 'anvil_reorg' as never, params: [depth, []] as never });
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await ended;
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)));
    child.stdout?.on('data', (d: Buffer) => {
      // Read on to the end of its life: a full pipe would stop it.
      if (text.length < 20_000) text += d.toString();
      const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
  });
}
