/** The gate of a service, of what the service knows. */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { scopeOf } from '../run-operation.ts';
import type { Services } from '../services.ts';
import { createGate, type Gate } from './gate.ts';

/** @param order the operation that takes orders. */
export function openGate(
  { clock, house, idempotency, load, metrics, refusals, registry, room }: Services,
  order: Pick<OperationFacts, 'id'>,
): Gate {
  return createGate({
    load,
    room,
    clock,
    isKnown: (authorization) =>
      registry.known(authorization) !== undefined || (registry.isWellFormed(authorization) && 'maybe'),
    botOf: (authorization) => registry.known(authorization)?.botId,
    isOperator: (authorization) => house.isIn(authorization),
    isRepeated: (botId, key) => idempotency.isRepeated(scopeOf(order.id, botId), key),
    uniform: Math.random,
    answered(status, code) {
      metrics.answered(status);
      refusals.count(code);
    },
  });
}
