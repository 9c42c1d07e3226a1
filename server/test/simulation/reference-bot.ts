/** What goes into the reference model and what comes out: a bot with its orders, and their outcomes. */

/** Units at 12 places, price at 24, cost, fee and spread at 8. */
export type Trade = [symbol: string, signedUnits: bigint, price: bigint, cost: bigint, fee: bigint, spread: bigint];

export interface ModelOrder {
  readonly sequence: number;
  readonly at: number;
  readonly sandbox: boolean;
  /** At 18 places. */
  readonly weights: ReadonlyMap<string, bigint>;
}

export interface ModelFill {
  readonly at: number;
  readonly state: 'filled' | 'rejected';
  readonly reason: string | null;
  readonly trades: readonly Trade[];
  readonly cash: bigint;
  readonly before: bigint | null;
  readonly after: bigint | null;
}

export interface ModelClose {
  readonly value: bigint;
  readonly stale: boolean;
  readonly rank: number;
  readonly tied: boolean;
  readonly peak: bigint;
  readonly drawdown: bigint;
  readonly trades: number;
  readonly first: number | null;
}

export interface ModelBot {
  readonly id: string;
  readonly league: string;
  readonly since: number;
  readonly orders: readonly ModelOrder[];
  cash: bigint;
  holdings: Map<string, bigint>;
  trades: number;
  first: number | null;
  peak: bigint;
  drawdown: bigint;
  waiting: ModelOrder[];
  readonly fills: Map<number, ModelFill>;
  readonly closes: Map<number, ModelClose>;
}

export function createModelBot(id: string, league: string, since: number, orders: readonly ModelOrder[]): ModelBot {
  const cash = 100_000n * 10n ** 8n;
  const empty = {
    holdings: new Map(),
    trades: 0,
    first: null,
    drawdown: 0n,
    waiting: [],
    fills: new Map(),
    closes: new Map(),
  };
  return { id, league, since, orders, cash, peak: cash, ...empty };
}
