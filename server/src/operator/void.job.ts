/** Voids a close on the operator's word: at the next mark, the league's latest close only, and never twice. */
import type { Instant } from '../lib/clock.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import type { Trx } from '../storage/storage.ts';
import { voidClose } from '../flow/ladder/ladder.job.ts';
import { latestClose } from '../flow/ladder/ladder.sql.ts';
import { mayVoid, parseCloseName } from '../flow/ladder/void.ts';
import { insertIncident, lastIncidentId } from './incident.sql.ts';
import type { About } from './about.ts';
import type { Incident } from './incident.ts';
import type { OperatorAction } from './action.ts';

export interface VoidDeps {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly mark: Instant;
  /** Leagues of which a close was voided. */
  readonly voided: Set<string>;
}

/** An action that names no close, or one that may no longer be voided, changes nothing. */
export async function applyVoid(deps: VoidDeps, { about, reason }: OperatorAction): Promise<void> {
  const { trx, insertMany, mark, voided } = deps;
  const name = parseCloseName(about.id);
  if (!name || !mayVoid(name.close, await latestClose(trx, name.league))) return;
  await voidClose(trx, insertMany, { ...name, atMark: mark, reason });
  await insertIncident(trx, voidIncident((await lastIncidentId(trx)) + 1, mark, about, reason));
  voided.add(name.league);
}

function voidIncident(id: number, atMark: Instant, about: About, reason: string): Incident {
  return { id, atMark, kind: 'close_voided', about, price: null, priceAt: null, by: 'operator', reason };
}
