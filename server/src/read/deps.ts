/** What the operations and pages of this room are given. Each names what it needs of it. */
import type { AgentList } from '../bots/bot-list.ts';
import type { Universe } from '../league/universe.ts';
import type { Clock } from '../lib/clock.ts';
import type { Payments } from '../payments/open-payments.ts';
import type { Db } from '../storage/storage.ts';
import type { ClosePricesView } from './close-prices.ts';
import type { LeagueViewDeps } from './league-view.ts';
import type { ProfitBook } from './profit-fold.ts';
import type { MarketView } from './snapshot.ts';
import type { WeekRankings } from './week-ranking.ts';

export interface ReadDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: MarketView;
  readonly universe: Universe;
  readonly leagues: LeagueViewDeps;
  readonly weekRankings: WeekRankings;
  readonly profits: ProfitBook;
  readonly closePrices: ClosePricesView;
  readonly botList: AgentList;
  readonly payments: Pick<Payments, 'extras'>;
  readonly version: string;
  /** Known once the server listens. */
  readonly baseUrl: () => string;
}
