/** One way in which a dishonest operator changes the data of a stopped service, and who finds it. */
import type { Overrides } from '../../../src/app.ts';
import type { Order } from '../../../src/flow/order/order.ts';
import type { Data } from './data.ts';
import type { Form } from './played.ts';

export interface Tampering {
  readonly what: string;
  readonly change: (data: Data) => Promise<void>;
  /** Everything that follows from the changed facts is made again by the service's own code: ledger, log and checkpoints. */
  readonly madeAgain?: true;
  /** What the service is started with afterwards. */
  readonly overrides?: Overrides;
  /** Default: short. */
  readonly form?: Form;
  /** Default: spot_crypto. */
  readonly league?: string;
  /** Bots that are verified by themselves. */
  readonly bots?: readonly string[];
  /** Until when the service goes on; default: ten minutes after the second close. */
  readonly until?: string;
  /** Of the watched form, how the operator goes on. Default: he says how late the marks are. */
  readonly lies?: 'to all' | 'by a witness of his own';
  /** Who finds nothing wrong, and is told of it by these words. */
  readonly tells?: RegExp;
  readonly told?: string;
  /** Who finds it, as `finders` names them and in that order, with commas between them. */
  readonly found: string;
}

/** An order of a list changed, the others as they are. */
export function changed(sequence: number, change: Partial<Order>): (orders: readonly Order[]) => readonly Order[] {
  return (orders) => orders.map((order) => (order.sequence === sequence ? { ...order, ...change } : order));
}
