/**
 * What a transaction of the chain pays for an order: a finalized transaction in, lamports and who sent them out.
 *
 * Public rule (docs/bots/extras.md): a transaction counts for an order when it succeeded, names the order's reference among its accounts,
 * and left the recipient with more lamports than before. How it moved them does not matter: a wallet may append instructions. It counts
 * once. One that names several orders counts for the one that was placed first.
 *
 * Example: a transaction that names the reference and brings the recipient 5,000 lamports of the 20,220,000 that are due -> 5,000 lamports, and
 * the order is underpaid. Dust stops nothing: all transactions of the reference are looked at.
 */

/** A transaction as it is finalized on the chain. Balances are of the accounts, in lamports and in their order. */
export interface ChainTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Seconds since 1970, as the chain says it; undefined where it does not. */
  readonly blockTime: number | undefined;
  readonly failed: boolean;
  /** Those that the message names and those that lookup tables add. The first one pays the fee. */
  readonly accounts: readonly string[];
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
}

export interface Credit {
  /** Above 0. */
  readonly lamports: bigint;
  /** Who paid the fee, and is sent back what is not due. */
  readonly payer: string;
}

/** @returns undefined when it pays nothing for the order. */
export function creditOf(tx: ChainTransaction, reference: string, recipient: string): Credit | undefined {
  const [payer] = tx.accounts;
  if (tx.failed || payer === undefined || !tx.accounts.includes(reference)) return undefined;
  if (tx.before.length !== tx.accounts.length || tx.after.length !== tx.accounts.length) return undefined;
  const lamports = tx.accounts.reduce(
    (sum, account, i) => (account === recipient ? sum + (tx.after[i] as bigint) - (tx.before[i] as bigint) : sum),
    0n,
  );
  return lamports > 0n ? { lamports, payer } : undefined;
}
