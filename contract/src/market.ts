/** The symbols of a league and how each is priced. */
import { z } from 'zod';
import { priceSourceInfo } from './price.ts';

export const routeLeg = z
  .object({ pool: z.string(), label: z.string(), inverted: z.boolean() })
  .meta({ id: 'RouteLeg' });
export type RouteLeg = z.infer<typeof routeLeg>;

const opensAt = z
  .string()
  .nullable()
  .describe(
    'Where its price follows an exchange and an order that came now could not fill within one session: the first instant at which it can be ordered. Null otherwise.',
  );

export const universeSymbolView = z
  .object({
    symbol: z.string(),
    name: z.string(),
    priced_in: z.enum(['USD', 'CAD']),
    spread_bps: z
      .number()
      .describe(
        'What each trade of it pays of what it moves, in basis points, because its price may be stale by as much.',
      ),
    thin: z
      .string()
      .nullable()
      .describe('Why its spread is wide, in words: no pool with a fee of 0.05% or less prices it. Null when one does.'),
    tradable: z.boolean().describe('May it be bought now?'),
    reason: z.string().nullable().describe('Why not, when not; in words.'),
    opens_at: opensAt,
    suspended: z.boolean(),
    route: z
      .object({ primary: z.array(routeLeg), second: z.array(routeLeg) })
      .describe('Both empty when the symbol failed its checks at the start of the service.'),
    trading_hours: z
      .object({ exchange: z.enum(['NYSE', 'TSX']), open: z.boolean(), changes_at: z.string() })
      .nullable()
      .describe(
        'The exchange whose sessions the price follows, and when it next opens or closes; null around the clock.',
      ),
    last_price: z
      .string()
      .nullable()
      .describe('Last price on which both pools agreed, in USD, and the end of its window.'),
    last_price_at: z.string().nullable(),
    apart_bps: z
      .string()
      .nullable()
      .describe(
        'How far its two routes were apart over the last window, in basis points; null where one gave no price.',
      ),
  })
  .meta({ id: 'UniverseSymbolView' });
export type UniverseSymbolView = z.infer<typeof universeSymbolView>;

export const universeView = z
  .object({
    league: z.string(),
    kind: z.enum(['trading', 'task']),
    state: z.enum(['live', 'preview']),
    price_source: priceSourceInfo,
    as_of: z.string(),
    symbols: z.array(universeSymbolView),
  })
  .meta({ id: 'UniverseView' });
export type UniverseView = z.infer<typeof universeView>;

export const validation = z
  .object({
    league: z.string(),
    symbol: z.string(),
    valid: z.boolean().describe("Is it in the league's universe?"),
    tradable: z.boolean(),
    reason: z.string().nullable(),
    opens_at: opensAt,
    near: z.array(z.string()).describe('Symbols of the league that look like it.'),
    priced_in: z.enum(['USD', 'CAD']).nullable(),
    price_source: priceSourceInfo,
  })
  .meta({ id: 'Validation' });
export type Validation = z.infer<typeof validation>;
