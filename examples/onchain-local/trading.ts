/**
 * Somebody else's trades: every minute of the chain's time each symbol takes a step of a seeded random walk, and all its pools are
 * traded to the new price. The chain's time follows the league's.
 */
import type { LocalMarket } from '../../server/test/chain/local-market.ts';
import type { LocalPool } from '../../server/test/chain/uniswap.ts';

/** Seconds between two rounds of trades. */
const roundSeconds = 60;
/** Largest step of a price in a round, as a fraction. */
const stepMax = 0.002;
/** Real milliseconds between two looks at the league's clock. */
const lookMs = 60;
/**
 * Seconds after each 5-minute mark in which no block is mined. There the league reads the mark, and anvil answers a call that comes while it
 * mines from a mix of two states; nodes of public chains do not. The last block before is young enough to be read at, and not too old.
 */
const quiet = { from: 27, to: 85 };
const markSeconds = 300;

export interface Trading {
  readonly trades: number;
  /** Rejects when a trade fails; resolves after `stop`. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** @param leagueNow the league's clock, in seconds since 1970. */
export function startTrading(market: LocalMarket, seed: number, leagueNow: () => Promise<number>): Trading {
  const random = createRandom(seed);
  const { ethUsdc, ethUsdt, btcUsdc, btcEth, goldUsdt, goldUsdc } = market.pools;
  const price = { eth: 2_000, btc: 60_000, gold: 2_700 };
  const stop = new AbortController();
  let trades = 0;

  /** One block for each trade, a second apart. */
  async function round(start: number): Promise<number> {
    for (const symbol of ['eth', 'btc', 'gold'] as const) price[symbol] *= 1 + (2 * random() - 1) * stepMax;
    const wanted: [LocalPool, number][] = [
      [ethUsdc, price.eth],
      [ethUsdt, price.eth],
      [btcUsdc, price.btc],
      [btcEth, price.btc / price.eth],
      [goldUsdt, price.gold],
      [goldUsdc, price.gold],
    ];
    for (const [i, [pool, to]] of wanted.entries()) await pool.tradeTo(to, start + i);
    trades += wanted.length;
    return start + wanted.length - 1;
  }

  async function follow(): Promise<void> {
    let head = await market.chain.now();
    let due = head + roundSeconds;
    while (!stop.signal.aborted) {
      const now = Math.floor(await leagueNow());
      if (!isQuiet(now, head)) {
        while (due <= now && !stop.signal.aborted) {
          head = await round(Math.max(due, head + 1));
          due += roundSeconds;
        }
        if (now > head) {
          await market.chain.mineAt(now);
          head = now;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  const ended = follow();
  return {
    get trades() {
      return trades;
    },
    ended,
    stop: () => stop.abort(),
  };
}

/** Is the mark before `now` being read, and the chain far enough for it? All in seconds since 1970. */
function isQuiet(now: number, head: number): boolean {
  const mark = now - (now % markSeconds);
  return now >= mark + quiet.from && now < mark + quiet.to && head >= mark + quiet.from;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
