/**
 * A Solana Pay transfer request, as wallets read it (https://docs.solanapay.com/spec).
 *
 * Example: solana:HuQU…?amount=0.02022&reference=D8r3…&label=Papertape&message=Pro+seat%2C+30+days&memo=papertape+pro_seat_30d
 */
import { solText } from './money.ts';

export interface PayRequest {
  readonly recipient: string;
  readonly lamports: bigint;
  readonly reference: string;
  readonly label: string;
  readonly message: string;
  readonly memo: string;
}

export function payUrl({ recipient, lamports, reference, label, message, memo }: PayRequest): string {
  const query = new URLSearchParams({ amount: solText(lamports), reference, label, message, memo });
  return `solana:${recipient}?${query.toString()}`;
}
