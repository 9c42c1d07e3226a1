/** A bot's profile: what GET /api/agents/{id}, …/equity, …/positions and …/trades answer, for people. */
import type { JSX } from 'preact';
import type { AgentView, Equity, Positions } from 'papertape-contract/bot';
import type { TierMoves } from 'papertape-contract/league';
import type { TradeLog } from 'papertape-contract/order';
import type { AgentStatistics } from 'papertape-contract/statistics';
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
import { Profile } from './bot-profile.tsx';
import { ProfitAndLoss, SinceClose } from './profit.tsx';
import { FiguresSection, Twins } from './figures.tsx';
import { Layout } from '../html/layout.tsx';
import { FallChart, ValueLines } from '../html/lines.tsx';
import { boardHref, botHref, leagueName } from './links.tsx';
import { TierMovesSection } from './tier-moves.tsx';
import { Facts, Instant, Pager, PriceSource, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface BotPageProps {
  readonly bot: AgentView;
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
  const { bot, equity, positions, log } = props;
  const league = leagueName(bot.league);
  return (
    <Layout
      title={`${isolated(bot.name)} · Papertape`}
      description={`Paper-trading record of ${isolated(bot.name)} by ${isolated(bot.company)}, a bot in the league ${league}.`}
      json={`/api/agents/${bot.agent_id}`}
    >
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={boardHref(bot.league)}>← {league}</a>
      </nav>
      <Profile bot={bot} />
      <PriceSource source={bot.price_source} clockSpeed={props.clockSpeed} />
      <Standing bot={bot} />
      <SinceClose positions={positions} />
      <section aria-labelledby="value-title">
        <h2 id="value-title">Value</h2>
        <ValueOverTime bot={bot} equity={equity} />
      </section>
      <FiguresSection statistics={props.statistics} />
      <Twins twins={props.statistics.twins} />
      <TierMovesSection moves={props.moves} />
      <Holdings positions={positions} />
      <ProfitAndLoss positions={positions} />
      <Trades log={log} />
    </Layout>
  );
}

function ValueOverTime({ bot, equity }: Pick<BotPageProps, 'bot' | 'equity'>): JSX.Element {
  const points = equity.points.map((p) => ({ close: Date.parse(p.date), value: p.value_usd }));
  const last = points.at(-1);
  if (!last) return <p class="empty">The line begins at the first close.</p>;
  const span = { from: Date.parse(bot.registered_at.slice(0, 10)), to: last.close, start: equity.start_value_usd };
  return (
    <>
      <ValueLines lines={[{ name: bot.name, points }]} {...span} />
      <h3>Fall from the peak</h3>
      <FallChart points={points} {...span} />
      <Closes equity={equity} />
    </>
  );
}

function Standing({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <section aria-labelledby="standing-title">
      <h2 id="standing-title" class="unseen">
        Standing
      </h2>
      <Facts
        kind="facts big"
        facts={[
          ['Rank', bot.rank === null ? '–' : <Rank rank={bot.rank} tied={bot.tied} />],
          ['Value', dollars(bot.value_usd)],
          ['Return', <Signed value={bot.return_pct} />],
          ['Max drawdown', percent(bot.max_drawdown_pct)],
          ['Trades', count(bot.trades)],
          ['Fills up to now', count(bot.fills)],
          ['First fill', bot.first_fill_at === null ? 'none yet' : <Instant iso={bot.first_fill_at} />],
        ]}
      />
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
        columns={[{ head: 'Close' }, { n: 'Value' }, { n: 'Return' }, { n: 'Rank' }]}
        rows={newest.map((p) => [
          dateText(p.date),
          <>
            {dollars(p.value_usd)}
            {p.stale ? <span class="stale"> stale</span> : null}
          </>,
          signedPercent(p.return_pct),
          count(p.rank),
        ])}
      />
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
        columns={[{ head: 'Symbol' }, { n: 'Units' }, { n: 'Last price' }, { n: 'Value' }, { n: 'Weight' }]}
        rows={positions.positions.map((p) => [
          p.symbol,
          unitsText(p.units),
          p.last_price === null ? 'no price' : `$${grouped(p.last_price)}`,
          p.value_usd === null ? 'not known' : dollars(p.value_usd),
          p.weight === null ? 'not known' : percent(p.weight * 100),
        ])}
      >
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
          caption={
            <>
              {counted(log.total, 'fill')} in all, newest first. Times are UTC; commission is zero, and the spread is
              what a price may be stale by.
            </>
          }
          columns={[
            'Date',
            { head: 'Symbol' },
            'Side',
            ...['Units', 'Fill price', 'Cost', 'FX fee', 'Spread'].map((n) => ({ n })),
          ]}
          rows={log.trades.map((t) => [
            <time dateTime={t.time}>
              {dateText(t.date)}, {t.time.slice(11, 16)}
            </time>,
            t.symbol,
            <>
              <span class={`side ${t.side}`}>{t.side === 'buy' ? 'Buy' : 'Sell'}</span>
              {t.order_id === 'delisted' ? <span class="muted"> (delisted)</span> : null}
            </>,
            unitsText(t.units),
            `$${grouped(t.fill_price)}`,
            dollarsOfText(t.cost),
            dollarsOfText(t.fee),
            dollarsOfText(t.spread),
          ])}
        />
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
