/**
 * The desk: an application with orders that can be put on hold, completed, opened again, given to a person or removed. Its whole state is the list of what was
 * done since the start, and rides in the address with a signature: the service stores nothing, and a state that was made up is refused.
 *
 * Example: `r07h.r02k3~…` says that order r07 was put on hold and r02 was given to the person k3.
 */
import { sha256Bytes } from '../../../../lib/hash.ts';

export type Status = 'open' | 'held' | 'complete';

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly city: string;
  readonly amount: number;
  readonly status: Status;
  /** The id of a person. */
  readonly person: string;
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** What was done to an order: h held, c complete, o open again, x removed, or the id of the person who has it now. */
export type Deed = readonly [order: string, what: string];

export const deedsMax = 40;
export const statusOf = new Map<string, Status>([
  ['h', 'held'],
  ['c', 'complete'],
  ['o', 'open'],
]);

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const signatureLength = 16;

/** @param secret of the variant. */
export function signed(secret: string, deeds: readonly Deed[]): string {
  const state = deeds.map(([order, what]) => `${order}${what}`).join('.');
  const bytes = sha256Bytes(`papertape-desk/1\n${secret}\n${state}`);
  const signature = Array.from({ length: signatureLength }, (_, i) => letters[(bytes[i] ?? 0) % 32]).join('');
  return `${state === '' ? '0' : state}~${signature}`;
}

/** @returns undefined for a state that the desk did not sign. */
export function readState(secret: string, text: string): readonly Deed[] | undefined {
  const [state = ''] = text.split('~');
  const parts = state === '0' ? [] : state.split('.');
  if (parts.length > deedsMax) return undefined;
  const deeds = parts.map((part): Deed => [part.slice(0, 3), part.slice(3)]);
  return signed(secret, deeds) === text ? deeds : undefined;
}

/** The orders after what was done; those that were removed are left out. */
export function after(orders: readonly Order[], deeds: readonly Deed[]): readonly Order[] {
  return orders.flatMap((order) => {
    let now: Order | null = order;
    for (const [id, what] of deeds) {
      if (id !== order.id || now === null) continue;
      const status = statusOf.get(what);
      if (what === 'x') now = null;
      else now = status === undefined ? { ...now, person: what } : { ...now, status };
    }
    return now === null ? [] : [now];
  });
}

/** What a task asks of an order: one of its members has this value at the end. */
export type Goal = readonly [order: string, member: 'status' | 'person', value: string];

/** @returns how many goals are reached, and whether nothing else is changed. */
export function judge(
  orders: readonly Order[],
  deeds: readonly Deed[],
  goals: readonly Goal[],
): { readonly reached: number; readonly clean: boolean } {
  const now = new Map(after(orders, deeds).map((order) => [order.id, order]));
  const clean = orders.every((order) =>
    (['status', 'person'] as const).every((member) => {
      const value = now.get(order.id)?.[member];
      return (
        value === order[member] ||
        goals.some(([id, of, wanted]) => id === order.id && of === member && value === wanted)
      );
    }),
  );
  return {
    reached: goals.filter(([id, member, value]) => now.get(id)?.[member] === value).length,
    clean,
  };
}
