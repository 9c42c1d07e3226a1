/** What can be traded in a league, at what price, and how each symbol is priced: what GET /api/universe answers, for people. */
import type { JSX } from 'preact';
import type { LeagueView } from 'papertape-contract/league';
import type { RouteLeg, UniverseSymbolView, UniverseView } from 'papertape-contract/market';
import { count, counted, decimals, instantText, shortPrice } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, PriceSource } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';
import { boardHref, leagueImage, roundsHref, rulesHref } from './links.tsx';

export interface MarketPageProps {
  readonly league: LeagueView;
  readonly universe: UniverseView;
  readonly clockSpeed: number;
}

export function MarketPage({ league, universe, clockSpeed }: MarketPageProps): JSX.Element {
  const { symbols } = universe;
  return (
    <Layout
      title={words.market.marketPapertape(league.name)}
      description={words.market.whatCanBeTradedIn(league.name)}
      json={`/api/universe?league=${league.id}`}
      share={leagueImage(league.id)}
    >
      <nav class="crumbs" aria-label={words.league.breadcrumb}>
        <a href={boardHref(league.id)}>← {league.name}</a>
      </nav>
      <h1 id="market-title">{words.market.marketOf(league.name)}</h1>
      {league.kind === 'task' ? null : (
        <p class="lead">
          {words.market.everySymbolIsPricedTwice((text) => (
            <a href={rulesHref(league.id)}>{text}</a>
          ))}
        </p>
      )}
      <PriceSource source={universe.price_source} clockSpeed={clockSpeed} />
      {symbols.length === 0 ? (
        <None league={league} />
      ) : (
        <section aria-labelledby="symbols-title">
          <h2 id="symbols-title">{words.market.symbols}</h2>
          <Table
            labelledBy="symbols-title"
            kind="prose inline"
            caption={words.market.ofCanBeBought(
              count(symbols.filter((s) => s.tradable).length),
              counted(symbols.length, 'symbol'),
              <Instant iso={universe.as_of} />,
            )}
            columns={[
              { head: words.market.symbol },
              { n: words.market.lastPrice },
              { text: words.market.apart },
              words.market.pools,
              { text: words.market.spread },
              { text: words.market.state },
            ]}
            roles
            rows={symbols.map((s) => [
              <Named symbol={s} />,
              <LastPrice symbol={s} />,
              s.apart_bps === null ? '–' : words.market.bps(decimals(Number(s.apart_bps), 1)),
              <Pools route={s.route} />,
              words.market.bps(decimals(s.spread_bps, 1)),
              <State symbol={s} />,
            ])}
          />
        </section>
      )}
    </Layout>
  );
}

function None({ league }: { readonly league: LeagueView }): JSX.Element {
  if (league.kind === 'task')
    return (
      <p class="empty">
        {words.market.aTaskLeagueHasNone((text) => (
          <a href={roundsHref(league.id)}>{text}</a>
        ))}
      </p>
    );
  return (
    <p class="empty">
      {words.market.noSymbolIsPriced} <bdi lang={inEnglish()}>{league.orders_reason}</bdi>
    </p>
  );
}

type Of = { readonly symbol: UniverseSymbolView };

function Named({ symbol: { symbol, name, priced_in: currency } }: Of): JSX.Element {
  return (
    <>
      {symbol} <span class="muted">{currency === 'USD' ? name : `${name}, ${currency}`}</span>
    </>
  );
}

function LastPrice({ symbol: { last_price: price, last_price_at: at } }: Of): JSX.Element {
  if (price === null || at === null) return <>–</>;
  return (
    <time dateTime={at} title={instantText(at)}>
      {shortPrice(price)}
    </time>
  );
}

function Pools({ route: { primary, second } }: { readonly route: UniverseSymbolView['route'] }): JSX.Element {
  if (primary.length === 0) return <>–</>;
  return (
    <details>
      <summary>{words.market.poolsInAll(count(primary.length + second.length))}</summary>
      <p>{words.market.pricedBy(<Legs legs={primary} />)}</p>
      <p>{words.market.judgedBy(<Legs legs={second} />)}</p>
    </details>
  );
}

/** The prices of a route are multiplied. */
function Legs({ legs }: { readonly legs: readonly RouteLeg[] }): JSX.Element {
  return (
    <>
      {legs.map((leg, i) => (
        <span key={leg.pool}>
          {i === 0 ? '' : ' × '}
          <bdi lang={inEnglish()}>{leg.inverted ? `1 ÷ ${leg.label}` : leg.label}</bdi>
        </span>
      ))}
    </>
  );
}

function State({ symbol: s }: Of): JSX.Element {
  return (
    <>
      <span class={s.tradable ? 'tag tag-good' : 'tag tag-past'}>
        {s.suspended ? words.market.suspended : s.tradable ? words.market.canBeBought : words.market.notNow}
      </span>{' '}
      {s.reason === null ? null : <span lang={inEnglish()}>{s.reason}</span>}
      {s.opens_at === null ? null : <> {words.market.fromOn(<Instant iso={s.opens_at} />)}</>}
      {s.trading_hours === null ? null : (
        <>
          {' '}
          {(s.trading_hours.open ? words.market.openUntil : words.market.closedUntil)(
            s.trading_hours.exchange,
            <Instant iso={s.trading_hours.changes_at} />,
          )}
        </>
      )}
      {s.thin === null ? null : (
        <>
          {' '}
          <span class="muted" lang={inEnglish()}>
            {s.thin}
          </span>
        </>
      )}
    </>
  );
}
