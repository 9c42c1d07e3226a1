/** A wallet: it reads a Solana Pay request, and makes and signs the transfer that is asked for. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';

const systemProgram = address('11111111111111111111111111111111');

export interface Wallet {
  readonly address: string;
  /** @returns the signed transaction, in base64. */
  transfer(of: Transfer): Promise<string>;
}

export interface Transfer {
  readonly to: string;
  readonly lamports: bigint;
  readonly references: readonly string[];
  readonly blockhash: string;
  /** Adds an instruction behind the transfer, as wallets with guards do. */
  readonly guarded?: boolean;
}

/** @param seed 32 bytes: the private key. */
export async function createWallet(seed: Uint8Array): Promise<Wallet> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
  return {
    address: signer.address,
    async transfer({ to, lamports, references, blockhash: hash, guarded = false }) {
      const asked = transferInstruction(signer, to, lamports, references);
      const instructions = guarded ? [asked, transferInstruction(signer, signer.address, 0n, [])] : [asked];
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (m) => setTransactionMessageFeePayerSigner(signer, m),
        (m) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash(hash), lastValidBlockHeight: 1_000_000n },
            m,
          ),
        (m) => appendTransactionMessageInstructions(instructions, m),
      );
      return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
    },
  };
}

/** The system program's transfer: its number, and the lamports. References are accounts that are only named. */
function transferInstruction(
  from: KeyPairSigner,
  to: string,
  lamports: bigint,
  references: readonly string[],
): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from.address, role: AccountRole.WRITABLE_SIGNER, signer: from },
      { address: address(to), role: AccountRole.WRITABLE },
      ...references.map((reference) => ({ address: address(reference), role: AccountRole.READONLY })),
    ] as NonNullable<Instruction['accounts']>,
    data,
  };
}

/** What a payment request asks for. */
export function readRequest(url: string): {
  readonly to: string;
  readonly lamports: bigint;
  readonly reference: string;
} {
  const { protocol, pathname, searchParams } = new URL(url);
  if (protocol !== 'solana:') throw new Error(`${url} is no Solana Pay request`);
  const [whole = '0', part = ''] = (searchParams.get('amount') ?? '').split('.');
  return {
    to: pathname,
    lamports: BigInt(whole) * 1_000_000_000n + BigInt(part.padEnd(9, '0')),
    reference: searchParams.get('reference') ?? '',
  };
}
