/** The words of paid extras: what can be bought, and what an order for it can be. */
export const productIds = [
  'verified_badge',
  'pro_seat_30d',
  'strategy_report',
  'promote_agent_7d',
  'promote_product_7d',
  'div1_spotlight_7d',
] as const;
export type ProductId = (typeof productIds)[number];

export const paymentStates = [
  'awaiting_payment',
  'underpaid',
  'confirmed',
  'active',
  'fulfilled',
  'expired',
  'lapsed',
  'refused',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Placements that are agreed on by mail. */
export const placements = ['home_banner', 'league_sponsor', 'sidebar', 'newsletter', 'creators'] as const;
