/** What a brief asks for, and which offers serve it. */
import type { Offer, World } from './world.ts';

export interface Need {
  readonly category: number;
  readonly qty: number;
  /** Least rating, tenths. */
  readonly rating: number;
}

export interface Brief {
  readonly needs: readonly Need[];
  /** Each null where there is no such condition. */
  readonly daysMost: number | null;
  readonly warrantyLeast: number | null;
  readonly newOnly: boolean;
  readonly shopsMost: number | null;
}

/** The needs that one piece of an offer serves, as places in the brief; null where it keeps a condition of the brief not, or serves nothing asked. */
export function needsOf(world: World, brief: Brief, offer: Offer): number[] | null {
  const shop = world.shops[offer.shop];
  if (!shop || offer.stock === 0 || (brief.newOnly && !offer.isNew)) return null;
  if (brief.daysMost !== null && offer.days + shop.handling > brief.daysMost) return null;
  if (brief.warrantyLeast !== null && offer.warranty < brief.warrantyLeast) return null;
  const served = offer.products.map((p) => {
    const product = world.products[p];
    return brief.needs.findIndex((need) => product?.category === need.category && product.rating >= need.rating);
  });
  return served.includes(-1) ? null : served;
}
