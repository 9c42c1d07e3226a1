/**
 * What an offer costs until it is at the buyer's, in US cents. The goods are the pieces times the price of one: the row of the table for so many
 * pieces, with the surcharge of the variant, less the reduction of the day. Shipping and duty depend on the country. Duty and the conversion
 * are rounded up.
 *
 * Example: two pieces at €28.00 with €4.00 of shipping and 5% duty at $1.10: goods 56.00, duty 2.80, together €62.80, that is $69.08.
 */
export interface Delivery {
  readonly country: string;
  readonly fee: number;
  /** Goods from which shipping is free; null where it never is. */
  readonly from: number | null;
  /** Percent of the goods. */
  readonly duty: number;
}

export interface Host {
  readonly id: string;
  readonly name: string;
  readonly currency: { readonly name: string; readonly sign: string };
  /** US dollars for one unit of the currency, in ten-thousandths. */
  readonly rate: number;
  /** The countries that it sends to. */
  readonly deliveries: readonly Delivery[];
  /** A folder beside the ordinary one. */
  readonly side: string;
  /** Its robots.txt disallows the side folder. */
  readonly sideClosed: boolean;
  /** Its robots.txt allows the folder `new` inside a closed side folder. */
  readonly newOpen: boolean;
  /** It shows a consent page before every other page. */
  readonly consent: boolean;
  readonly otherRobot: string;
  /** Which of the wordings its pages use. */
  readonly wording: number;
}

/** Where the page of an offer stands at its host. */
export type Folder = 'main' | 'side' | 'new';

/** Amounts are hundredths of the host's currency; days are those of March 2031. */
export interface Offer {
  readonly id: string;
  readonly host: number;
  readonly title: string;
  readonly folder: Folder;
  readonly isNew: boolean;
  /** The price of a piece from so many pieces on, ascending; the first row is from 1. */
  readonly rows: readonly { readonly from: number; readonly price: number }[];
  /** Empty where there is one kind only. */
  readonly variants: readonly { readonly name: string; readonly more: number; readonly inStock: boolean }[];
  /** Of an offer without variants. */
  readonly inStock: boolean;
  readonly sale: { readonly off: number; readonly first: number; readonly last: number } | null;
  readonly remark: string;
}

export interface Hunt {
  readonly taskId: string;
  readonly title: string;
  readonly pieces: number;
  readonly variant: string | null;
  readonly country: string;
  readonly day: number;
}

export type Judged = { readonly cents: number } | { readonly broken: string };

/** @returns the landed total in US cents, or why the offer does not count. */
export function judge(hunt: Hunt, offer: Offer, host: Host): Judged {
  const { title, isNew, folder, rows, variants, sale } = offer;
  if (title !== hunt.title) return { broken: 'the offer is of another product' };
  if (!isNew) return { broken: 'the offer is not new' };
  if (!isOpen(folder, host)) return { broken: 'robots.txt disallows the page of the offer' };
  const variant = variants.find(({ name }) => name === hunt.variant);
  const inStock = variants.length === 0 ? offer.inStock : variant?.inStock === true;
  if (!inStock) return { broken: 'the offer is sold out' };
  const delivery = host.deliveries.find(({ country }) => country === hunt.country);
  if (delivery === undefined) return { broken: `the shop does not send to ${hunt.country}` };
  const row = rows.findLast(({ from }) => from <= hunt.pieces);
  const less = sale !== null && sale.first <= hunt.day && hunt.day <= sale.last ? sale.off : 0;
  const goods = hunt.pieces * ((row?.price ?? 0) + (variant?.more ?? 0) - less);
  const fee = delivery.from !== null && goods >= delivery.from ? 0 : delivery.fee;
  const duty = Math.ceil((goods * delivery.duty) / 100);
  return { cents: Math.ceil(((goods + fee + duty) * host.rate) / 10_000) };
}

export function isOpen(folder: Folder, { sideClosed, newOpen }: Pick<Host, 'sideClosed' | 'newOpen'>): boolean {
  return folder === 'main' || !sideClosed || (folder === 'new' && newOpen);
}
