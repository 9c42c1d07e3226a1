/** What holds now of what was bought: in memory, so that boards and pages ask no database for it. */
import type { Instant } from '../lib/clock.ts';
import { holdsAt, nextChange } from './grants.ts';
import type { Delivery, PayAct } from './order.ts';

/** What a bot's rows and profile show. */
export interface BotExtras {
  readonly verified: boolean;
  readonly pro: boolean;
}

export interface Extras {
  of(this: void, botId: string): BotExtras;
  /** Deliveries of a product that hold now, the oldest first; one for each subject, with the end of the last of them. */
  holding(product: Delivery['product']): readonly Delivery[];
}

export interface ExtrasBook extends Extras {
  /** The next instant after now at which something begins or ends; undefined = never. */
  nextChange(): Instant | undefined;
  /** @returns whether it was not known. */
  add(delivery: Delivery): boolean;
  /** The operator ended what an order shows. */
  end(act: Pick<PayAct, 'reference' | 'at'>): void;
}

export function createExtras(
  deliveries: readonly Delivery[],
  ended: readonly PayAct[],
  now: () => Instant,
): ExtrasBook {
  const all = new Map<string, Delivery>();
  const bySubject = new Map<string, Delivery[]>();
  const put = (delivery: Delivery): void => {
    all.set(delivery.reference, delivery);
    bySubject.set(delivery.subject, [
      ...(bySubject.get(delivery.subject) ?? []).filter((d) => d.reference !== delivery.reference),
      delivery,
    ]);
  };
  const add = (delivery: Delivery): boolean => {
    if (delivery.refusal !== null || all.has(delivery.reference)) return false;
    put(delivery);
    return true;
  };
  const end = ({ reference, at }: Pick<PayAct, 'reference' | 'at'>): void => {
    const delivery = all.get(reference);
    if (delivery) put({ ...delivery, until: Math.min(delivery.until ?? at, at) });
  };
  for (const delivery of deliveries) add(delivery);
  for (const act of ended) if (act.kind === 'ended') end(act);
  return {
    of(botId) {
      const t = now();
      const held = (bySubject.get(botId) ?? []).filter((delivery) => holdsAt(delivery, t));
      return {
        verified: held.some(({ product }) => product === 'verified_badge'),
        pro: held.some(({ product }) => product === 'pro_seat_30d'),
      };
    },
    holding(product) {
      const t = now();
      const found = new Map<string, Delivery>();
      for (const delivery of all.values())
        if (delivery.product === product && holdsAt(delivery, t)) found.set(delivery.subject, delivery);
      return [...found.values()];
    },
    nextChange: () => nextChange(all.values(), now()),
    add,
    end,
  };
}
