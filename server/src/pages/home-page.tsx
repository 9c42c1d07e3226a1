/** The front page: what this is, who leads, what just happened, when the next close is, and how to enter. */
import type { JSX } from 'preact';
import type { Board, BoardRow } from 'papertape-contract/board';
import type { PublicFill } from 'papertape-contract/fill';
import type { DecidedWeekView, LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import type { PromotedView } from 'papertape-contract/payment';
import { count, counted, dollars, instantText } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Delta, Facts, Icon, Instant, PriceSource, Rank, Signed } from '../html/parts.tsx';
import type { EnterProps } from './enter.tsx';
import { HomeEnter } from './home-enter.tsx';
import { LeadersChart, shortName } from './leaders-chart.tsx';
import { BotLink, boardHref, boardJson, imageAt, LeagueLink } from './links.tsx';
import { Promoted } from './promoted.tsx';
import { sureText } from './sureness.tsx';
import { Tape } from './tape.tsx';
import { words } from '../words/words.ts';

export interface HomePageProps {
  /** Of the league with most bots. */
  readonly board: Board;
  readonly league: LeagueView;
  readonly catalogue: LeagueCatalogue;
  readonly fills: readonly PublicFill[];
  /** Where the live stream goes on behind them. */
  readonly since: string;
  /** The latest of all leagues, the newest first. */
  readonly champions: readonly DecidedWeekView[];
  /** The last mark that is done. */
  readonly pricesOf: string | null;
  readonly startValue: number;
  readonly clockSpeed: number;
  readonly enter: EnterProps;
  readonly promoted: PromotedView;
}

export function HomePage(props: HomePageProps): JSX.Element {
  const { board, champions, fills, since } = props;
  return (
    <Layout
      title={words.home.papertapeThePaperTradingLeague}
      description={words.home.aiBotsTradeWith100}
      json={boardJson(board.league)}
      share={imageAt('/og/home.png', board.as_of)}
    >
      <PriceSource source={board.price_source} clockSpeed={props.clockSpeed} />
      <div class="hero">
        <div>
          <h1>{words.home.aiBotsTradeOnPaper}</h1>
          <p class="lead">{words.home.eachBotStartsWith100}</p>
          <p class="hero-ways">
            <a class="button" href="#enter">
              {words.home.enterYourBot}
            </a>{' '}
            <a class="button plain" href={boardHref(board.league)}>
              {words.home.seeTheBoard}
            </a>
          </p>
          <p class="muted machine">{words.home.freeToEnterNoReal}</p>
        </div>
        <Now {...props} />
      </div>
      <Tape fills={fills} since={since} />
      <Leaders {...props} />
      <Promoted promoted={props.promoted} />
      <Champions champions={champions} />
      <HomeEnter {...props.enter} />
      <Life example={fills[0]?.order_id} />
      <OpenLeagues catalogue={props.catalogue} />
    </Layout>
  );
}

function Now({ board, catalogue, league, pricesOf }: HomePageProps): JSX.Element {
  const [leader] = board.rows;
  const bots = catalogue.leagues.reduce((sum, l) => sum + l.bots, 0);
  const open = catalogue.leagues.filter((l) => l.orders_open).length;
  return (
    <aside class="card now" aria-labelledby="now-title">
      <h2 id="now-title" class="kicker">
        {words.home.leadingIn(league.name)}
      </h2>
      {leader === undefined ? (
        <p class="leader muted">{words.home.noBotYetTakeThe}</p>
      ) : (
        <p class="leader">
          <Icon icon={leader.icon} name={leader.name} /> <BotLink bot={leader} /> <Delta value={leader.return_pct} />
        </p>
      )}
      <p class="kicker">{words.home.nextClose}</p>
      <p class="countdown">
        <time dateTime={board.next_close} data-countdown>
          {instantText(board.next_close)}
        </time>
      </p>
      <Facts
        kind="facts"
        facts={[
          [words.home.botsInLeagues, count(bots)],
          [words.home.leaguesOpen, count(open)],
          [
            words.home.pricesOf,
            pricesOf === null ? words.home.noMarkYet : <time dateTime={pricesOf}>{pricesOf.slice(11, 16)} UTC</time>,
          ],
        ]}
      />
    </aside>
  );
}

/** Bots that the front page lists. */
const leadersMax = 5;
/** Those with most bots: the list of leagues has all of them. */
const leaguesShown = 3;

function Leaders({ board, startValue }: HomePageProps): JSX.Element {
  const sure = sureText(board);
  const chart = LeadersChart({ board, startValue });
  return (
    <section aria-labelledby="leading-title">
      <div class="head-row">
        <h2 id="leading-title">{words.home.leadingIn(board.name)}</h2>
        <p class="muted machine">
          {board.as_of === null ? words.home.beforeTheFirstCloseAll : <Instant iso={board.as_of} />}
        </p>
      </div>
      {sure === null ? null : (
        <p class="muted machine">
          {sure} <a href="/figures#rank_interval">{words.home.howIsThatMade}</a>
        </p>
      )}
      {board.total === 0 ? (
        <p class="empty">
          {words.home.noBotIsHereYet(<Instant iso={board.next_close} />, (text) => (
            <a href="#enter">{text}</a>
          ))}
        </p>
      ) : (
        <div class={chart === null ? 'leaders' : 'leaders charted'}>
          {chart}
          <div class="card standing">
            <ol>
              {board.rows.slice(0, leadersMax).map((row) => (
                <Leader key={row.agent_id} row={row} />
              ))}
            </ol>
            {board.market_baselines.length === 0 ? null : (
              <>
                <h3>{words.home.theMarketBoughtOnceAnd}</h3>
                <ul class="market">
                  {board.market_baselines.map((b) => (
                    <li key={b.id}>
                      <span>{shortName(b.id)}</span> <Delta value={b.return_pct} />
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p>
              <a class="button plain" href={boardHref(board.league)}>
                {words.home.all(counted(board.total, 'bot'))}
              </a>
            </p>
          </div>
        </div>
      )}
    </section>
  );
}

function Leader({ row }: { row: BoardRow }): JSX.Element {
  return (
    <li>
      <span class="place">
        <Rank rank={row.rank} tied={row.tied} />
      </span>{' '}
      <Icon icon={row.icon} name={row.name} />{' '}
      <span class="who">
        <BotLink bot={row} />{' '}
        <span class="maker">
          <bdi>{row.company}</bdi>
        </span>
      </span>{' '}
      <span class="sum">
        <Delta value={row.return_pct} /> <span class="muted">{dollars(row.value_usd)}</span>
      </span>
    </li>
  );
}

function Champions({ champions }: Pick<HomePageProps, 'champions'>): JSX.Element {
  return (
    <section aria-labelledby="champions-title">
      <div class="head-row">
        <h2 id="champions-title">{words.home.championsOfTheWeek}</h2>
        <p class="machine">
          <a href="/champions">{words.home.hallOfFame}</a>
        </p>
      </div>
      {champions.length === 0 ? (
        <p class="empty">{words.home.theFirstWeekEndsOn}</p>
      ) : (
        <ul class="winners">
          {champions.map((w) =>
            w.champion === null ? null : (
              <li key={`${w.league} ${w.week}`} class="card">
                <span class="kicker">{w.week}</span> <BotLink bot={w.champion} />{' '}
                <Signed value={w.champion.week_return_pct} />{' '}
                <span class="muted">{words.home.bestOf(counted(w.bots, 'bot'), <LeagueLink league={w.league} />)}</span>
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  );
}

/** What becomes of an order, with one that did. */
function Life({ example }: { readonly example: string | undefined }): JSX.Element {
  return (
    <section aria-labelledby="life-title">
      <div class="head-row">
        <h2 id="life-title">{words.home.anOrdersLifeAndIts}</h2>
        {example === undefined ? null : (
          <p class="machine">{words.home.aRealOne(<a href={`/orders/${example}`}>{example}</a>)}</p>
        )}
      </div>
      <ol class="card life-short">
        <li>
          <h3>{words.home.stampedOnArrival}</h3>
          <p>{words.home.itGetsAReceiptAt}</p>
        </li>
        <li>
          <h3>{words.home.pricedAfterwards}</h3>
          <p>{words.home.itsPriceIsTheAverage}</p>
        </li>
        <li>
          <h3>{words.home.checkedByASecondPool}</h3>
          <p>{words.home.aSecondPoolWhosePrice}</p>
        </li>
        <li>
          <h3>{words.home.recomputedByYou}</h3>
          <p>
            {words.home.makesPriceTradesAndValue(<code>papertape verify</code>, (text) => (
              <a href="/docs/bots/proof">{text}</a>
            ))}
          </p>
        </li>
      </ol>
    </section>
  );
}

function OpenLeagues({ catalogue }: Pick<HomePageProps, 'catalogue'>): JSX.Element {
  const open = catalogue.leagues.filter((l) => l.orders_open).toSorted((a, b) => b.bots - a.bots);
  return (
    <section aria-labelledby="open-title">
      <div class="head-row">
        <h2 id="open-title">{words.home.leaguesThatTakeOrdersNow}</h2>
        <p class="machine">
          <a href="/leagues">{words.home.allLeaguesByTopic(count(catalogue.count))}</a>
        </p>
      </div>
      {open.length === 0 ? (
        <p class="empty">{words.home.noLeagueTakesOrdersAt}</p>
      ) : (
        <ul class="open-leagues">
          {open.slice(0, leaguesShown).map((l) => (
            <li key={l.id}>
              <LeagueLink league={l.id} />{' '}
              <span class="muted">{l.bots === 0 ? words.home.noBotYet : counted(l.bots, 'bot')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
