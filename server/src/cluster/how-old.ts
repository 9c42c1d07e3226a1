/**
 * What a process of role web does once it has looked for changes in vain (follow.ts): it says how old its answers may be, and answers none at last.
 *
 * Public rule (docs/operators/cluster.md): 1.5 seconds is the bound; what may be older has an `Age` field with the seconds; from 5 seconds on /readyz says
 * 503 (get-readiness.api.ts); after 60 seconds nothing is answered here that somebody could take for what is true now.
 *
 * Example: the database is gone for 20 seconds -> kept boards are answered with `Age: 20`. Nothing can have been stored meanwhile, and a reader
 * who is cut off alone learns of it by the field, and a balancer by /readyz.
 */
import type { Elsewhere } from '../web/elsewhere.ts';
import { ownPrivate, type AnsweredHere } from './answered-here.ts';
import type { Forwarder } from './forward.ts';
import type { OrdersHere } from './orders-here.ts';

export const boundMs = 1_500;
/** As long as the time of the database is gone by (clock-offset.ts): after that the time of the league is not known here either. */
export const oldMsMax = 60_000;

export interface ElsewhereDeps {
  /** Leaves what concerns nobody but this process to it, however old. */
  readonly answersHere: AnsweredHere;
  /** Orders that this process takes. */
  readonly ordersHere: OrdersHere;
  readonly forwarder: Pick<Forwarder, 'send'>;
  /** Milliseconds since the last look that was made and applied began. */
  readonly staleMs: () => number;
  /** Are the rules in force others than this process's? It answers for itself alone then. */
  readonly hasOtherRules: () => boolean;
}

export function elsewhereOfReader(deps: ElsewhereDeps): Elsewhere {
  const { answersHere, ordersHere, forwarder, staleMs, hasOtherRules } = deps;
  return {
    answers(request, route) {
      if (hasOtherRules()) return !(answersHere(request, route) && ownPrivate.has(route() ?? ''));
      if (ordersHere(request)) return false;
      if (!answersHere(request, route)) return true;
      return staleMs() > oldMsMax && !ownPrivate.has(route() ?? '');
    },
    send: (asked, refuse) => forwarder.send(asked, refuse),
    answersItself(response) {
      const ms = staleMs();
      if (ms > boundMs) response.setHeader('Age', String(Math.floor(ms / 1_000)));
    },
  };
}

/** Why nobody is asked in place of this process. */
export function whyNobody(staleMs: number): string {
  return staleMs > oldMsMax
    ? `This process has not been able to look for changes for ${Math.floor(staleMs / 1_000)} seconds.`
    : 'No process serves the league at the moment.';
}
