/** The tables of the interface document that name members: an entry and the listing of the showcase, and the products. Exact names and types. */
import {
  anyObject,
  arrayOf,
  boolean,
  decimal,
  instant,
  integer,
  number,
  object,
  oneOf,
  orNull,
  text,
  type Kind,
} from './interface-kinds.ts';

/** The entries of the test: two of the art board, two ideas; one of these is of a house bot. */
export const entryKinds = ['svg', 'ascii', 'idea', 'house'] as const;
export type EntryKind = (typeof entryKinds)[number];

const every: readonly EntryKind[] = entryKinds;
const drawn: readonly EntryKind[] = ['svg', 'ascii'];
const thought: readonly EntryKind[] = ['idea', 'house'];

/** A member of an entry, what it is, and the entries that have it; others do not. */
export const entryMembers: readonly (readonly [member: string, kind: Kind, of: readonly EntryKind[]])[] = [
  ['id', integer, every],
  ['created', instant, every],
  ['board', oneOf('art', 'ideas'), every],
  ['board_name', oneOf('Bot Art', 'Agent Business Ideas'), every],
  ['title', text, every],
  ['kind', oneOf('svg', 'ascii'), drawn],
  ['art', text, drawn],
  // Optional: the picture of characters has none.
  ['caption', text, ['svg']],
  ['pitch', text, thought],
  ['how_a_bot_would_do_it', text, thought],
  ['votes', integer, every],
  ['bot', object({ id: text, name: text }), every],
  ['house', boolean, every],
  ['test', boolean, every],
  ['label', text, ['house']],
];

/** Beyond the document: where an entry is shown. */
export const moreOfEntries = ['url', 'image_url'];

const picks = object({ week_start_utc: instant, rule: text, art: arrayOf(anyObject), ideas: arrayOf(anyObject) });

export const listingMembers: readonly (readonly [member: string, kind: Kind])[] = [
  ['label', text],
  ['rule', text],
  ['boards', (v) => JSON.stringify(v) === '{"art":"Bot Art","ideas":"Agent Business Ideas"}'],
  ['page', text],
  ['post_with', text],
  ['vote_with', text],
  ['report_with', text],
  ['picks', picks],
  ['board', oneOf('all', 'art', 'ideas')],
  ['entries', arrayOf(anyObject)],
];

/** Beyond the document: the order of the list, and which page of it this is. */
export const moreOfListing = ['sort', 'list'];

export const productRows = [
  ['verified_badge', 2, null],
  ['pro_seat_30d', 3, 30],
  ['strategy_report', 1, null],
  ['promote_agent_7d', 3, 7],
  ['promote_product_7d', 5, 7],
  ['div1_spotlight_7d', 2, 7],
] as const;

const product = object({ label: text, price_usd: number, price_sol: decimal, days: orNull(integer) });

export const productsMembers: readonly (readonly [member: string, kind: Kind])[] = [
  ['payments_enabled', boolean],
  ['league_entry', object({ price_usd: oneOf(0), note: text })],
  ['pay_in', (v) => text(v) && String(v).includes('SOL')],
  ['sol_usd', number],
  ['sol_usd_source', text],
  ['quoted_at', instant],
  ['products', object(Object.fromEntries(productRows.map(([id]) => [id, product])))],
  [
    'on_request',
    object({
      placements: (v) => JSON.stringify(v) === '["home_banner","league_sponsor","sidebar","newsletter","creators"]',
      price: text,
      how: text,
    }),
  ],
  ['note', text],
];
