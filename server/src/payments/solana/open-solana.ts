/** Solana by JSON-RPC. The packages of the chain are loaded here, and only where payments are taken. */
import {
  address,
  createSolanaRpc,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  signature as signatureOf,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import type { Chain } from '../chain.ts';
import type { ChainTransaction } from '../credit.ts';

/** What is asked for on one page. An endpoint may give less, so a page is the last one only when it is empty. */
const pageSize = 1_000;

type Endpoint = Rpc<SolanaRpcApi>;

/** @param timeoutMs for each call. */
export function openSolana(urls: readonly string[], timeoutMs: number): Chain {
  const endpoints: readonly Endpoint[] = urls.map((url) => createSolanaRpc(url));
  const within = (): { abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

  async function signaturesAt(rpc: Endpoint, at: string): Promise<string[]> {
    const found: string[] = [];
    for (let before: string | undefined; ;) {
      const options = {
        commitment: 'finalized' as const,
        limit: pageSize,
        ...(before === undefined ? {} : { before: signatureOf(before) }),
      };
      const page = await rpc.getSignaturesForAddress(address(at), options).send(within());
      for (const { signature, err } of page) if (err === null) found.push(signature);
      const last = page.at(-1);
      if (last === undefined) return found;
      before = last.signature;
    }
  }

  async function transactionAt(rpc: Endpoint, signature: string): Promise<ChainTransaction> {
    const options = { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
    const told = await rpc.getTransaction(signatureOf(signature), options).send(within());
    if (!told?.meta) throw new Error('the endpoint has no such transaction');
    const { meta, slot, blockTime } = told;
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(told.transaction[0]));
    const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(messageBytes);
    // Lookup tables add those that are written first, and then those that are read: the order of the balances.
    const { writable, readonly: read } = meta.loadedAddresses ?? { writable: [], readonly: [] };
    return {
      signature,
      slot: Number(slot),
      blockTime: blockTime === null ? undefined : Number(blockTime),
      failed: meta.err !== null,
      accounts: [...staticAccounts, ...writable, ...read],
      before: meta.preBalances.map((lamports) => BigInt(lamports)),
      after: meta.postBalances.map((lamports) => BigInt(lamports)),
    };
  }

  return {
    /** What any endpoint knows: one that lags behind hides nothing that another tells. Rejects when none answers. */
    async signatures(at) {
      const told = await Promise.allSettled(endpoints.map((rpc) => signaturesAt(rpc, at)));
      const good = told.filter((each) => each.status === 'fulfilled');
      const fault = told.find((each) => each.status === 'rejected');
      if (good.length === 0) throw fault?.reason ?? new Error('there is no endpoint');
      return [...new Set(good.flatMap(({ value }) => value))];
    },
    async transaction(signature) {
      let fault: unknown;
      for (const rpc of endpoints) {
        try {
          return await transactionAt(rpc, signature);
        } catch (e) {
          fault = e;
        }
      }
      throw fault;
    },
  };
}
