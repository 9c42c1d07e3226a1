/**
 * Which requests a process of role web answers itself: those of readers without credentials whose answer is made of what is stored. What depends on
 * the memory or the keys of the process that serves, or is one bot's own, is that process's to answer.
 */
import type { IncomingMessage } from 'node:http';
import type { OperationFacts } from 'papertape-contract/operation-facts';

/** Answers of this moment that each process has of its own, and streams that follow what is stored. */
export const ownPrivate: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/live',
  '/api/prices/stream',
]);

/** Kept or tagged answers that are the serving process's, each with the reason. */
const ofServing: ReadonlyMap<string, string> = new Map([
  ['/api/status', 'tells the load and the windows of the process that takes orders'],
  ['/checkpoint', 'is signed, and the key of the log is with the process that serves'],
  ['/api/log/checkpoints/{mark}', 'is signed'],
  ['/api/leagues/{league}/practice', 'is made in a queue, and costs what making tasks costs'],
  ['/api/agents/{agent_id}/rounds/{round}/record', 'is made with the master secret of the rounds'],
  ['/api/pay/products', 'has rates that are asked for and kept in memory'],
  ['/api/pay/order/{reference}', 'is of one buyer, who waits for what the watcher finds'],
  ['/api/pay/order/{reference}/report', 'is of one buyer'],
]);

export interface AnsweredHere {
  /** @param route as declared, `/api/agents/{agent_id}`; undefined where nothing stands. */
  (request: Pick<IncomingMessage, 'method' | 'headers'>, route: () => string | undefined): boolean;
}

interface PageFacts {
  readonly path: string;
  readonly isOfOneView: boolean;
}

type Facts = Pick<OperationFacts, 'method' | 'path' | 'alsoAt' | 'key' | 'freshness'>;

/** @throws Error when a reason above is of an operation that there is not. */
export function createAnsweredHere(operations: readonly Facts[], pages: readonly PageFacts[]): AnsweredHere {
  const reads = operations.filter((o) => o.method === 'get');
  for (const path of [...ownPrivate, ...ofServing.keys()])
    if (!reads.some((o) => o.path === path)) throw new Error(`there is no GET ${path}`);
  const elsewhere = new Set<string>();
  for (const { path, alsoAt = [], key, freshness } of reads)
    if (key === 'required' || (freshness === 'private' && !ownPrivate.has(path)) || ofServing.has(path))
      for (const each of [path, ...alsoAt]) elsewhere.add(each);
  for (const { path, isOfOneView } of pages)
    if (isOfOneView) for (const each of [path, `${path}.md`]) elsewhere.add(each);
  return ({ method, headers }, route) => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (headers.authorization !== undefined || headers.cookie !== undefined) return false;
    const at = route();
    return at === undefined || !elsewhere.has(at);
  };
}
