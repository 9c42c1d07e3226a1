/** A bot's profile: what GET /api/agents/{id}, …/equity, …/positions and …/trades answer, for people. */
import type { JSX } from 'preact';
import type { AgentView, Equity, Positions } from 'papertape-contract/bot';
import type { TierMoves } from 'papertape-contract/league';
import type { TradeLine, TradeLog } from 'papertape-contract/order';
import type { AgentStatistics } from 'papertape-contract/statistics';
import { boardHref } from './board-weeks.tsx';
import { ValueChart } from '../html/chart.tsx';
import {
  count,
  counted,
  dateText,
  dollars,
  dollarsOfText,
  grouped,
  isolated,
  percent,
  signedPercent,
  unitsText,
} from '../html/format.ts';
import { botHref } from './bot-href.ts';
import { Fact, Profile } from './bot-profile.tsx';
import { FiguresSection, Twins } from './figures.tsx';
import { Layout } from '../html/layout.tsx';
import { TierMovesSection } from './tier-moves.tsx';
import { Instant, Pager, PriceSource, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface BotPageProps {
  readonly bot: AgentView;
  readonly leagueName: string;
  readonly equity: Equity;
  readonly statistics: AgentStatistics;
  readonly positions: Positions;
  readonly log: TradeLog;
  readonly moves: TierMoves;
  readonly clockSpeed: number;
}

/** Closes that the table beside the chart lists; the rest are in the JSON. */
const closesListedMax = 90;

export function BotPage(props: BotPageProps): JSX.Element {
  const { bot, leagueName, equity, positions, log } = props;
  return (
    <Layout
      title={`${isolated(bot.name)} · Papertape`}
      description={`Paper-trading record of ${isolated(bot.name)} by ${isolated(bot.company)}, a bot in the league ${leagueName}.`}
      json={`/api/agents/${bot.agent_id}`}
    >
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={boardHref(bot.league)}>← {leagueName}</a>
      </nav>
      <Profile bot={bot} leagueName={leagueName} />
      <PriceSource source={bot.price_source} clockSpeed={props.clockSpeed} />
      <Standing bot={bot} />
      <section aria-labelledby="value-title">
        <h2 id="value-title">Value</h2>
        <ValueChart points={equity.points} start={equity.start_value_usd} entered={bot.registered_at.slice(0, 10)} />
        {equity.points.length > 0 ? <Closes equity={equity} /> : null}
      </section>
      <FiguresSection statistics={props.statistics} />
      <Twins twins={props.statistics.twins} />
      <TierMovesSection moves={props.moves} />
      <Holdings positions={positions} />
      <Trades log={log} />
    </Layout>
  );
}

function Standing({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <section aria-labelledby="standing-title">
      <h2 id="standing-title" class="unseen">
        Standing
      </h2>
      <dl class="facts big">
        <Fact term="Rank">{bot.rank === null ? '–' : <Rank rank={bot.rank} tied={bot.tied} />}</Fact>
        <Fact term="Value">{dollars(bot.value_usd)}</Fact>
        <Fact term="Return">
          <Signed value={bot.return_pct} />
        </Fact>
        <Fact term="Max drawdown">{percent(bot.max_drawdown_pct)}</Fact>
        <Fact term="Trades">{count(bot.trades)}</Fact>
        <Fact term="First fill">{bot.first_fill_at === null ? 'none yet' : <Instant iso={bot.first_fill_at} />}</Fact>
      </dl>
      <p class="muted">
        {bot.as_of === null ? (
          'Before its first close a bot shows its start value and ties with all others that have none.'
        ) : (
          <>
            As of the close of <Instant iso={bot.as_of} />.
          </>
        )}
      </p>
    </section>
  );
}

function Closes({ equity }: { equity: Equity }): JSX.Element {
  const newest = equity.points.slice(-closesListedMax).toReversed();
  return (
    <details>
      <summary>The values as a table</summary>
      <Table
        label="Values at the closes"
        caption={
          <>
            {newest.length < equity.points.length
              ? `The newest ${newest.length} of ${equity.points.length} closes, newest first.`
              : 'Every close, newest first.'}{' '}
            <a href={`/api/agents/${equity.agent_id}/equity`}>All of them as JSON</a>
          </>
        }
        columns={['Close', { n: 'Value' }, { n: 'Return' }, { n: 'Rank' }]}
      >
        {newest.map((p) => (
          <tr key={p.date}>
            <th scope="row">{dateText(p.date)}</th>
            <td class="n">
              {dollars(p.value_usd)}
              {p.stale ? <span class="stale"> stale</span> : null}
            </td>
            <td class="n">{signedPercent(p.return_pct)}</td>
            <td class="n">{count(p.rank)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function Holdings({ positions }: { positions: Positions }): JSX.Element {
  return (
    <section aria-labelledby="holdings-title">
      <h2 id="holdings-title">Holdings</h2>
      <Table
        labelledBy="holdings-title"
        caption={
          <>
            At the last prices on which both pools agreed, <Instant iso={positions.as_of} />. The standing above is of
            the last close.
          </>
        }
        columns={['Symbol', { n: 'Units' }, { n: 'Last price' }, { n: 'Value' }, { n: 'Weight' }]}
      >
        {positions.positions.map((p) => (
          <tr key={p.symbol}>
            <th scope="row">{p.symbol}</th>
            <td class="n">{unitsText(p.units)}</td>
            <td class="n">{p.last_price === null ? 'no price' : `$${grouped(p.last_price)}`}</td>
            <td class="n">{p.value_usd === null ? 'not known' : dollars(p.value_usd)}</td>
            <td class="n">{p.weight === null ? 'not known' : percent(p.weight * 100)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Cash</th>
          <td />
          <td />
          <td class="n">{dollarsOfText(positions.cash)}</td>
          <td />
        </tr>
      </Table>
    </section>
  );
}

function Trades({ log }: { log: TradeLog }): JSX.Element {
  const page = log.page === 1 ? '' : `page=${log.page}`;
  const base = `/api/agents/${log.agent_id}/trades`;
  const which = log.pages > 1 ? `this page (${log.page} of ${log.pages})` : 'the log';
  return (
    <section id="trades" aria-labelledby="trades-title">
      <h2 id="trades-title">Trades</h2>
      {log.trades.length === 0 ? (
        <p class="empty">No trade yet.</p>
      ) : (
        <Table
          labelledBy="trades-title"
          caption={<>{counted(log.total, 'fill')} in all, newest first. Times are UTC; commission is zero.</>}
          columns={['Date', 'Symbol', 'Side', { n: 'Units' }, { n: 'Fill price' }, { n: 'Cost' }, { n: 'FX fee' }]}
        >
          {log.trades.map((t) => (
            <TradeRow key={`${t.order_id} ${t.time} ${t.symbol}`} trade={t} />
          ))}
        </Table>
      )}
      <Pager
        label="Pages of the trade log"
        page={log.page}
        pages={log.pages}
        href={(n) => `${botHref(log.agent_id, n)}#trades`}
      />
      <p class="muted machine">
        Download {which}: <a href={`${base}${page === '' ? '' : `?${page}`}`}>JSON</a>,{' '}
        <a href={`${base}?format=csv${page === '' ? '' : `&${page}`}`}>CSV</a>
      </p>
    </section>
  );
}

function TradeRow({ trade }: { trade: TradeLine }): JSX.Element {
  return (
    <tr>
      <td>
        <time dateTime={trade.time}>
          {dateText(trade.date)}, {trade.time.slice(11, 16)}
        </time>
      </td>
      <th scope="row">{trade.symbol}</th>
      <td>
        <span class={`side ${trade.side}`}>{trade.side === 'buy' ? 'Buy' : 'Sell'}</span>
        {trade.order_id === 'delisted' ? <span class="muted"> (delisted)</span> : null}
      </td>
      <td class="n">{unitsText(trade.units)}</td>
      <td class="n">${grouped(trade.fill_price)}</td>
      <td class="n">{dollarsOfText(trade.cost)}</td>
      <td class="n">{dollarsOfText(trade.fee)}</td>
    </tr>
  );
}
