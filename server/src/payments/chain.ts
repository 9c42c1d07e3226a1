/** What the watcher asks of the chain. The adapter is in solana/; a fault of it rejects, and then nothing is known: least of all that nobody paid. */
import type { ChainTransaction } from './credit.ts';

export interface Chain {
  /** Signatures of all finalized transactions that name an address and did not fail. */
  signatures(address: string): Promise<readonly string[]>;
  /** A finalized transaction. Rejects when no endpoint has it. */
  transaction(signature: string): Promise<ChainTransaction>;
}
