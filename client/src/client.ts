/** The typed client: one method for every operation, and what is made of them: the wait for a fill, iteration over pages. */
import { createCaller } from './caller.ts';
import type { ClientOptions } from './client-types.ts';
import { documentCalls, type DocumentCalls } from './document-calls.ts';
import { eventCalls, type EventCalls } from './events.ts';
import { extraCalls, type ExtraCalls } from './extra-calls.ts';
import { leagueCalls, type LeagueCalls } from './league-calls.ts';
import { createOperationCall, type CallOperation } from './operation-call.ts';
import { orderCalls, type OrderCalls } from './order-calls.ts';
import { rowIterators, type RowIterators } from './pages.ts';
import { priceCalls, type PriceCalls } from './price-calls.ts';
import { profileCalls, type ProfileCalls } from './profile-calls.ts';
import { logCalls, type LogCalls } from './log-calls.ts';
import { proofCalls, type ProofCalls } from './proof-calls.ts';
import { createReceiptWatch } from './receipt-watch.ts';
import { roundCalls, type RoundCalls } from './round-calls.ts';
import { showcaseCalls, type ShowcaseCalls } from './showcase-calls.ts';
import { recordCalls, type RecordCalls } from './record-calls.ts';

/**
 * Every call rejects with a PapertapeError. Where an agent id may be left out, the client's own is meant.
 * Methods need no `this`: `const { weights } = client` works.
 */
export interface Client
  extends
    ProfileCalls,
    OrderCalls,
    RecordCalls,
    LeagueCalls,
    PriceCalls,
    ProofCalls,
    LogCalls,
    DocumentCalls,
    ExtraCalls,
    ShowcaseCalls,
    RowIterators,
    RoundCalls,
    EventCalls {
  /** Any operation by its declaration, such as one that a service has beyond those above. */
  readonly call: CallOperation;
}

export function createClient(options: ClientOptions): Client {
  const caller = createCaller(options);
  const orders = orderCalls(caller, options.verifyReceipts === false ? undefined : createReceiptWatch());
  const lists = { ...orders, ...recordCalls(caller), ...leagueCalls(caller) };
  return {
    ...lists,
    ...rowIterators(lists),
    ...priceCalls(caller),
    ...profileCalls(caller),
    ...proofCalls(caller),
    ...logCalls(caller),
    ...documentCalls(caller),
    ...roundCalls(caller, options.verifyReceipts !== false),
    ...eventCalls(caller),
    ...extraCalls(caller),
    ...showcaseCalls(caller),
    call: createOperationCall(caller),
  };
}
