/** What is kept in memory of earlier reads, and who is told of commits. */
import type { Log } from '../lib/log.ts';
import type { Streams } from '../lib/streams/streams.ts';
import type { Db } from '../storage/storage.ts';
import { createClosePrices, type ClosePricesView } from './close-prices.ts';
import { createProfitBook, type ProfitBook } from './profit-fold.ts';
import type { MarketView } from './snapshot.ts';
import { createLiveStreams, type LiveStreams } from './tape/live-streams.ts';
import { createWeekRankings, type WeekRankings } from './week-ranking.ts';

export interface Readers {
  readonly weekRankings: WeekRankings;
  readonly profits: ProfitBook;
  readonly closePrices: ClosePricesView;
  readonly liveStreams: LiveStreams;
}

interface ReadersDeps {
  readonly db: Db;
  readonly market: MarketView;
  readonly streams: Streams;
  readonly log: Log;
}

export function openReaders(of: ReadersDeps): Readers {
  const { db, market } = of;
  return {
    weekRankings: createWeekRankings(db),
    profits: createProfitBook(db),
    closePrices: createClosePrices(db, market),
    liveStreams: createLiveStreams(of),
  };
}
