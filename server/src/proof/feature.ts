/** Proofs, for everyone: of receipts and readings, of outcomes, of closes. */
import { feature } from '../feature/feature.ts';
import { fileDays } from './day/file-days.job.ts';
import { getCloseProof } from './make/get-close-proof.api.ts';
import { getFillProof } from './make/get-fill-proof.api.ts';
import { getMarkProof } from './make/get-mark-proof.api.ts';
import { getOrderProof } from './make/get-order-proof.api.ts';
import { listAgentProofs } from './make/list-agent-proofs.api.ts';

export const proofs = feature({
  name: 'proof',
  operations: [getMarkProof, getOrderProof, getFillProof, getCloseProof, listAgentProofs],
  loops: [fileDays],
});
