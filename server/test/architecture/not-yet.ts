import type { Rule } from './fences.ts';

/** Files that break a rule and are being mended. The list only shrinks; the rules hold for every other file. */
export const notYet: { readonly [rule in Rule]?: readonly string[] } = {
  'rows-in-sql': [
    'server/src/audit/changes.ts',
    'server/src/audit/closes-fold.ts',
    'server/src/audit/held-closes.ts',
    'server/src/audit/ladder-fold.ts',
    'server/src/audit/marks.ts',
    'server/src/audit/orders-fold.ts',
    'server/src/audit/receipts.ts',
    'server/src/audit/twins-check.ts',
    'server/src/audit/vector-check.ts',
  ],
};
