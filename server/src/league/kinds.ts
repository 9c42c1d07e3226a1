/**
 * Kinds of leagues: what the bots of a league send, how it is ranked, and when it is live.
 *
 * Contract section 4: the bots of a trading league send target weights, those of a task league answer rounds. Both have $100,000 of paper
 * money each and are ranked by what they made of it. A league that is not live is a preview: it takes registrations and nothing else.
 * A trading league is live when a price source prices one of its symbols, a task league when its rounds are held.
 *
 * Example: `spot_crypto` without a priced symbol is a preview; with one it is live and takes weights.
 */
export interface LeagueKind {
  /** On the wire. */
  readonly id: 'trading' | 'task';
  readonly takes: 'weights' | 'answers';
  readonly rankedBy: { readonly board: 'return_pct'; readonly week: 'week_return_pct' };
  isLive(facts: LeagueFacts): boolean;
  /** Why a league of the kind is not open while it is a preview, and what a bot can do there: two sentences, said wherever a bot looks. */
  readonly notOpen: string;
}

/** What is known of a league when the service starts. */
export interface LeagueFacts {
  /** Its symbols that the price source prices. */
  readonly pricedSymbols: number;
  readonly holdsRounds: boolean;
}

const byPaperMoney = { board: 'return_pct', week: 'week_return_pct' } as const;

export const leagueKinds: Readonly<Record<LeagueKind['id'], LeagueKind>> = {
  trading: {
    id: 'trading',
    takes: 'weights',
    rankedBy: byPaperMoney,
    isLive: ({ pricedSymbols }) => pricedSymbols > 0,
    notOpen: 'Not open yet, since the price source prices no symbol of it. A bot can take a seat, and nothing else.',
  },
  task: {
    id: 'task',
    takes: 'answers',
    rankedBy: byPaperMoney,
    isLive: ({ holdsRounds }) => holdsRounds,
    notOpen: 'Not open yet, since no rounds are held. A bot can take a seat, and nothing else.',
  },
};
