/**
 * What the operator does by hand about an order for a paid extra, as the public log says it: money that was sent back, and extras that were
 * ended. Each is done when it is asked for, on real time; the entry follows at the next mark, with the operator's reason, so that everyone can
 * read of it. It changes nothing else at a mark.
 */
export type PaymentActionKind = 'refund' | 'end_extra';
export type PaymentIncidentKind = 'refunded' | 'extra_ended';

/** The entry that each action makes. */
export const paymentIncidents: Readonly<Record<PaymentActionKind, PaymentIncidentKind>> = {
  refund: 'refunded',
  end_extra: 'extra_ended',
};

export function isPaymentAction(action: string): action is PaymentActionKind {
  return Object.hasOwn(paymentIncidents, action);
}
