/** What entries of the log name by a hash, over HTTP: readings, versions of the market and of the rules, orders that were decided. */
import type { FillProof } from 'papertape-contract/proof';
import type { RulesText } from 'papertape-contract/rules';
import { z } from 'zod';
import { iso, type Instant } from '../../../lib/clock.ts';
import { sha256 } from '../../../lib/hash.ts';
import { rulesVersionPaths, versionOfText } from '../../../league/rules-version.ts';
import type { MarkAnswer } from '../../../flow/mark/readings-record.ts';
import { receiptHash } from '../../../flow/order/receipt.ts';
import { proofPaths } from '../../format.ts';
import type { Service } from '../../check/service.ts';

export interface Facts {
  /** What was had at a mark, late answers for earlier ones included. @throws Error when it has another hash. */
  readings(mark: Instant, hash: string): Promise<readonly MarkAnswer[]>;
  /** The text of a version of the market. */
  market(hash: string): Promise<string>;
  /** Seats of each tier, as the rules have it. */
  seats(rules: string): Promise<number>;
  fill(orderId: string): Promise<FillProof>;
}

const readingsForm = z.tuple([z.literal('papertape-readings/1')]).rest(z.tuple([z.string(), z.int(), z.string()]));
const rulesForm = z.object({ tiers: z.object({ tiers: z.array(z.object({ capacity: z.int() })).min(1) }) });

export function createFacts(service: Service): Facts {
  const seats = new Map<string, number>();

  async function hashed(path: string, hash: string): Promise<string> {
    const text = await service.text(path);
    if (sha256(text) === hash) return text;
    throw new Error(`${path} has the hash ${sha256(text)}, and the log has ${hash}`);
  }

  async function loadSeats(version: string): Promise<number> {
    const { rules } = await service.get<RulesText>(rulesVersionPaths.one(version));
    if (versionOfText(JSON.stringify(rules)) !== version) throw new Error(`the rules ${version} have another hash`);
    return rulesForm.parse(rules).tiers.tiers[0]?.capacity ?? 0;
  }

  return {
    async readings(mark, hash) {
      const [, ...rows] = readingsForm.parse(JSON.parse(await hashed(`/api/log/readings/${iso(mark)}`, hash)));
      return rows.map(([of, attempt, readings]) => ({ mark: Date.parse(of), attempt, readAt: mark, readings }));
    },
    market: async (hash) => await hashed(`/api/log/markets/${hash}`, hash),
    async seats(rules) {
      const known = seats.get(rules) ?? (await loadSeats(rules));
      seats.set(rules, known);
      return known;
    },
    fill: async (orderId) => JSON.parse(await service.text(proofPaths.fill(orderId))) as FillProof,
  };
}

/** The receipt of an order that counts, made again of what its proof says. @param previous that of the bot's order before. */
export function receiptOf(proof: FillProof, previous: string): string {
  const { receipt } = proof;
  return receiptHash({
    orderId: proof.order_id,
    botId: proof.agent_id,
    sequence: receipt.sequence,
    receivedAt: Date.parse(proof.received_at),
    league: proof.league,
    sandbox: false,
    date: proof.date,
    weights: proof.weights_text,
    reason: proof.reason,
    nonce: receipt.nonce,
    previous,
    rulesVersion: proof.rules_version,
  });
}
