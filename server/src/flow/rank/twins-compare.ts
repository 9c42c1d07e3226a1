/**
 * Twins compared: the values of a league's bots at many closes and what they hold in, notes on those that move as one out.
 *
 * Public rule (docs/bots/statistics.md): at the first close of a month the bots of a league are compared over the closes before it. The close
 * itself is not looked at: it may still be voided.
 *
 * Example: the close 2026-12-01 begins the month 2026-12; two bots with the same returns on 40 days get one note each.
 */
import { isoDate, type Instant } from '../../lib/clock.ts';
import { dayMs } from '../../lib/time.ts';
import { decodeHoldings } from '../fill/portfolio-text.ts';
import { findTwins, twinBotsMax, twinDaysMax, type TwinBot } from './twins.ts';

/** `2026-12` for the close 2026-12-01; undefined for all others. */
export function monthBegun(close: Instant): string | undefined {
  const date = isoDate(close);
  return date.endsWith('-01') ? date.slice(0, 7) : undefined;
}

/** What a comparison of a league's bots came to. */
export interface TwinRun {
  readonly state: 'done' | 'too_many_bots';
  readonly bots: number;
  readonly compared: number;
  readonly pairs: number;
}

/** One bot that moves as another does. */
export interface TwinNote {
  readonly league: string;
  readonly month: string;
  readonly botId: string;
  readonly otherId: string;
  readonly kind: string;
  /** Decimal text, 6 places. */
  readonly correlation: string;
  readonly days: number;
  /** The one symbol that both hold, if each holds just that one. */
  readonly sameSymbol: string | null;
  readonly total: number;
}

export interface Comparison {
  readonly run: TwinRun;
  readonly notes: readonly TwinNote[];
}

/** The value of a bot at one close. */
export interface ValueAtClose {
  readonly agent_id: string;
  readonly value: bigint;
}

/** The first close that a comparison at `close` looks at. */
export function twinsFrom(close: Instant): Instant {
  return close - (twinDaysMax + 1) * dayMs;
}

export interface CompareInput {
  readonly league: string;
  readonly month: string;
  /** Bots valued at the close. */
  readonly bots: number;
  /** Their values at the valid closes before it, bot by bot in order of id, oldest first. */
  readonly values: () => AsyncIterable<readonly ValueAtClose[]>;
  /** What bots hold at the close, as stored text. */
  readonly holdings: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export async function compareLeague({ league, month, bots, values, holdings }: CompareInput): Promise<Comparison> {
  if (bots > twinBotsMax) {
    return { run: { state: 'too_many_bots', bots, compared: 0, pairs: 0 }, notes: [] };
  }
  const found = findTwins(await collect(values()));
  const texts = await holdings(found.bots.map((b) => b.id));
  const single = new Map([...texts].map(([id, text]) => [id, singleSymbol(text)]));
  const notes = found.bots.flatMap((b) =>
    b.notes.map((n): TwinNote => {
      const symbol = single.get(b.id);
      return {
        league,
        month,
        botId: b.id,
        otherId: n.other,
        kind: n.kind,
        correlation: n.correlation.toFixed(6),
        days: n.days,
        sameSymbol: symbol !== undefined && symbol === single.get(n.other) ? symbol : null,
        total: b.total,
      };
    }),
  );
  return { run: { state: 'done', bots, compared: found.compared, pairs: found.pairs }, notes };
}

async function collect(chunks: AsyncIterable<readonly ValueAtClose[]>): Promise<TwinBot[]> {
  const bots: { id: string; values: bigint[] }[] = [];
  for await (const rows of chunks) {
    for (const row of rows) {
      const last = bots.at(-1);
      if (last?.id === row.agent_id) last.values.push(row.value);
      else bots.push({ id: row.agent_id, values: [row.value] });
    }
  }
  return bots;
}

/** The one symbol that a portfolio holds, if it holds just one. */
function singleSymbol(holdings: string): string | undefined {
  const [first, ...more] = decodeHoldings(holdings).keys();
  return more.length === 0 ? first : undefined;
}
