/**
 * Solana on this machine: a virtual machine that executes real transactions (litesvm), behind the JSON-RPC that wallets and the service
 * speak. Signatures, balances and failures come from execution; slots, block times and what is final are kept here, since the machine has
 * no notion of them: a transaction is final 32 slots after its own.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  address,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
  type Address,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';

/** Slots until what happened is final. */
const finalSlots = 32;

interface Entry {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly failed: boolean;
  readonly accounts: readonly Address[];
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  readonly fee: bigint;
  readonly wire: string;
}

/** What an endpoint does instead of answering. */
export type Fault = 'cut' | 'error' | 'limit' | 'empty' | undefined;

/** A call of an endpoint. */
export interface Asked {
  /** `/one` of `http://127.0.0.1:8899/one`. */
  readonly endpoint: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface LocalChain {
  readonly url: string;
  fund(account: string, amount: bigint): void;
  balance(account: string): bigint;
  latestBlockhash(): string;
  /** Executes a signed transaction, in base64. @returns its signature. */
  send(wire: string): string;
  /** Lets so many slots pass. */
  advance(slots: number): void;
  /** Lets all that happened become final. */
  finalize(): void;
  /** Endpoints list no more signatures at once, however many are asked for. */
  setPageMax(most: number): void;
  /** What endpoints do from now on: any path below `url` is one. */
  setFaults(faults: (asked: Asked) => Fault): void;
  close(): Promise<void>;
}

/** @param now seconds since 1970, for the times of blocks. */
export async function startLocalChain(now: () => number): Promise<LocalChain> {
  const machine = new LiteSVM().withTransactionHistory(0n);
  const entries: Entry[] = [];
  let slot = 100;
  let pageMax = 1_000;
  let faults: (asked: Asked) => Fault = () => undefined;
  const balance = (account: Address): bigint => machine.getBalance(account) ?? 0n;

  function send(wire: string): string {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
    const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const signature = getSignatureFromTransaction(transaction);
    if (entries.some((entry) => entry.signature === signature)) return signature;
    const before = staticAccounts.map(balance);
    const result = machine.sendTransaction(transaction);
    const after = staticAccounts.map(balance);
    slot++;
    const failed = result instanceof FailedTransactionMetadata;
    entries.push({
      signature,
      slot,
      blockTime: now(),
      failed,
      accounts: staticAccounts,
      before,
      after,
      fee: 5_000n,
      wire,
    });
    // The same payment made twice is two transactions: each has a blockhash of its own.
    machine.expireBlockhash();
    return signature;
  }

  // What is final is meant where nothing else is said.
  const seen = ({ slot: of }: Entry, commitment: unknown): boolean =>
    commitment === 'confirmed' || commitment === 'processed' || of + finalSlots <= slot;

  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getSlot: () => slot,
    getBalance: ([account]) => ({ context: { slot }, value: Number(balance(address(String(account)))) }),
    getLatestBlockhash: () => ({
      context: { slot },
      value: { blockhash: machine.latestBlockhash(), lastValidBlockHeight: slot + 150 },
    }),
    sendTransaction: ([wire]) => send(String(wire)),
    getSignaturesForAddress([account, options]) {
      const {
        limit = 1_000,
        before,
        commitment,
      } = (options ?? {}) as { limit?: number; before?: string; commitment?: string };
      const all = entries
        .filter((entry) => entry.accounts.includes(account as Address) && seen(entry, commitment))
        .toReversed();
      const from = before === undefined ? 0 : all.findIndex((entry) => entry.signature === before) + 1;
      return all.slice(from, from + Math.min(limit, pageMax)).map((entry) => ({
        signature: entry.signature,
        slot: entry.slot,
        err: errorOf(entry),
        memo: null,
        blockTime: entry.blockTime,
        confirmationStatus: seen(entry, 'finalized') ? 'finalized' : 'confirmed',
      }));
    },
    getTransaction([signature, options]) {
      const { commitment } = (options ?? {}) as { commitment?: string };
      const entry = entries.find((each) => each.signature === signature && seen(each, commitment));
      return entry ? transactionOf(entry) : null;
    },
  };

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const call = JSON.parse(body) as { id: unknown; method: string; params?: readonly unknown[] };
      const params = call.params ?? [];
      const fault = faults({ endpoint: request.url ?? '/', method: call.method, params });
      if (fault === 'cut') return void request.socket.destroy();
      if (fault === 'error') return void response.writeHead(500).end();
      if (fault === 'limit') return void response.writeHead(429, { 'Retry-After': '1' }).end();
      const method = methods[call.method];
      const answer = method
        ? { result: fault === 'empty' ? emptyOf(call.method) : method(params) }
        : { error: { code: -32_601, message: 'Method not found' } };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fund: (account, amount) => void machine.airdrop(address(account), lamports(amount)),
    balance: (account) => balance(address(account)),
    latestBlockhash: () => machine.latestBlockhash(),
    send,
    advance: (slots) => void (slot += slots),
    finalize: () => void (slot += finalSlots),
    setPageMax: (most) => void (pageMax = most),
    setFaults: (next) => void (faults = next),
    close: () => closed(server),
  };
}

function errorOf({ failed }: Entry): object | null {
  return failed ? { InstructionError: [0, { Custom: 1 }] } : null;
}

function transactionOf(entry: Entry): object {
  const { slot, blockTime, before, after, fee, wire } = entry;
  return {
    slot,
    blockTime,
    version: 0,
    transaction: [wire, 'base64'],
    meta: {
      err: errorOf(entry),
      fee: Number(fee),
      preBalances: before.map(Number),
      postBalances: after.map(Number),
      loadedAddresses: { writable: [], readonly: [] },
    },
  };
}

/** What an endpoint that lags behind says. */
function emptyOf(method: string): unknown {
  return method === 'getSignaturesForAddress' ? [] : null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
