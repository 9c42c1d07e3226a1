/**
 * The token of the link that leaves the list. It names the subscriber and proves that the service wrote it. It is not stored and never ends: a
 * mail of ten years ago still takes its reader off the list, and so does one that was sent before a backup was restored.
 *
 * Example: the 16 characters of `mkr_0c9h4t2m1a7v5k3p`, and 256 bits in base64url behind them.
 */
import type { Makers } from '../bots/read-makers.ts';

type Proves = Pick<Makers, 'proof'>;

const pattern = /^([0-9a-v]{16})([\w-]{43})$/;

export function leaveToken(makers: Proves, makerId: string): string {
  return `${makerId.slice(4)}${proofFor(makers, makerId)}`;
}

/** @returns the maker_id of the address; undefined for what the service did not write. */
export function readLeaveToken(makers: Proves, token: string): string | undefined {
  const [, id, proof] = pattern.exec(token) ?? [];
  return id !== undefined && proofFor(makers, `mkr_${id}`) === proof ? `mkr_${id}` : undefined;
}

function proofFor(makers: Proves, makerId: string): string {
  return makers.proof(`leave the newsletter ${makerId}`);
}
