/** Proofs, for everyone: of receipts and readings, of outcomes, of closes. */
import { feature } from '../feature/feature.ts';
import { fileDays } from './day/file-days.job.ts';
import { closePage } from './make/close.page.tsx';
import { getCloseProof } from './make/get-close-proof.api.ts';
import { getFillProof } from './make/get-fill-proof.api.ts';
import { getMarkProof } from './make/get-mark-proof.api.ts';
import { getOrderImage } from './make/order-image.api.ts';
import { getOrderProof } from './make/get-order-proof.api.ts';
import { orderPage } from './make/order.page.tsx';
import { listAgentProofs } from './make/list-agent-proofs.api.ts';
import { listMarks } from './make/list-marks.api.ts';
import { markPage, marksPage } from './make/marks.page.tsx';

export const proofs = feature({
  name: 'proof',
  operations: [listMarks, getMarkProof, getOrderProof, getFillProof, getCloseProof, listAgentProofs, getOrderImage],
  pages: [orderPage, marksPage, markPage, closePage],
  loops: [fileDays],
});
