/**
 * What can be bought, as the interface document has it. None of it touches rank: no stage of `flow/` knows of this folder
 * (server/test/architecture).
 */
import type { ProductId } from 'papertape-contract/product-ids';

/** What a purchase is for: a bot, or a product of the buyer's own that is shown. */
type Subject = 'bot' | 'product';

export interface Product {
  readonly id: ProductId;
  readonly label: string;
  readonly priceUsdCents: bigint;
  /** How long it holds from its delivery on; null = once and for all. */
  readonly days: number | null;
  readonly subject: Subject;
}

const bot = 'bot';

export const products: readonly Product[] = [
  { id: 'verified_badge', label: 'Verified badge', priceUsdCents: 200n, days: null, subject: bot },
  { id: 'pro_seat_30d', label: 'Pro seat, 30 days', priceUsdCents: 300n, days: 30, subject: bot },
  { id: 'strategy_report', label: 'Strategy report', priceUsdCents: 100n, days: null, subject: bot },
  { id: 'promote_agent_7d', label: 'Promoted bot, 7 days', priceUsdCents: 300n, days: 7, subject: bot },
  { id: 'promote_product_7d', label: 'Promoted product, 7 days', priceUsdCents: 500n, days: 7, subject: 'product' },
  { id: 'div1_spotlight_7d', label: 'Division 1 spotlight, 7 days', priceUsdCents: 200n, days: 7, subject: bot },
];

const byId: ReadonlyMap<string, Product> = new Map(products.map((product) => [product.id, product]));

/** @throws on an id that is no product's. */
export function productOf(id: string): Product {
  const product = byId.get(id);
  if (!product) throw new Error(`there is no product ${id}`);
  return product;
}
