/** Evidence from which receipts, fills and closes can be computed again. */
import { pageQuery, type Caller } from './caller.ts';
import type { PageOptions } from './client-types.ts';
import type * as Wire from './wire.ts';

export interface ProofCalls {
  /** `mark`: a UTC instant that is a multiple of 5 minutes. */
  markProof(mark: string | Date): Promise<Wire.MarkProof>;
  /** What the public log had after each mark, the newest first. */
  marks(options?: { readonly before?: string; readonly limit?: number }): Promise<Wire.MarkList>;
  orderProof(orderId: string): Promise<Wire.OrderProof>;
  /** Of an order that was filled or rejected; of a sandbox order with the key of its bot only, which is sent when the client has one. */
  fillProof(orderId: string): Promise<Wire.FillProof>;
  /** `date`: YYYY-MM-DD. With an agent id the valuation of that bot is in it. */
  closeProof(league: string, date: string, id?: string): Promise<Wire.CloseProof>;
  agentProofs(id?: string, options?: PageOptions): Promise<Wire.AgentProofs>;
}

export function proofCalls({ get, json, agentPath, apiKey }: Caller): ProofCalls {
  return {
    marks: ({ before, limit } = {}) => get('/api/proofs/marks', 'MarkList', { before, limit: limit?.toString() }),
    markProof: (mark) =>
      get(`/api/proofs/marks/${encodeURIComponent(typeof mark === 'string' ? mark : mark.toISOString())}`, 'MarkProof'),
    orderProof: (orderId) => get(`/api/proofs/orders/${encodeURIComponent(orderId)}`, 'OrderProof'),
    fillProof(orderId) {
      const key = apiKey();
      const path = `/api/fills/${encodeURIComponent(orderId)}/proof`;
      return json({ method: 'GET', path, ...(key === undefined ? {} : { apiKey: key }) }, 'FillProof');
    },
    closeProof: (league, date, id) =>
      get(`/api/closes/${encodeURIComponent(league)}/${encodeURIComponent(date)}/proof`, 'CloseProof', {
        agent_id: id,
      }),
    agentProofs: async (id, paging = {}) => get(`${agentPath(id)}/proofs`, 'AgentProofs', pageQuery(paging)),
  };
}
