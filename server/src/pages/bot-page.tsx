/** A bot's profile: what GET /api/agents/{id}, …/equity, …/positions and …/trades answer, for people. */
import type { JSX } from 'preact';
import type { AgentView, Equity, Positions } from 'papertape-contract/bot';
import type { TierMoves } from 'papertape-contract/league';
import type { AgentRounds } from 'papertape-contract/round';
import type { AgentStatistics } from 'papertape-contract/statistics';
import {
  count,
  dateText,
  dollars,
  dollarsOfText,
  groupedDollars,
  isolated,
  percent,
  signedPercent,
  unitsText,
} from '../html/format.ts';
import { ShowElsewhere } from './embed-page.tsx';
import { BotFills, type BotFillsProps } from './bot-fills.tsx';
import { Profile } from './bot-profile.tsx';
import { ProfitAndLoss, SinceClose } from './profit.tsx';
import { BotRounds } from './rounds-page.tsx';
import type { HeldShares } from '../html/heat.tsx';
import { HoldingsOverTime } from './holdings-over-time.tsx';
import { FiguresSection, Twins } from './figures.tsx';
import { Layout } from '../html/layout.tsx';
import { FallChart, ValueLines, type ChartLine } from '../html/lines.tsx';
import { boardHref, compareHref, imageAt, leagueName } from './links.tsx';
import { TierMovesSection } from './tier-moves.tsx';
import { Facts, Instant, PriceSource, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { shortName } from './leaders-chart.tsx';
import { words } from '../words/words.ts';

export interface BotPageProps {
  readonly bot: AgentView;
  readonly equity: Equity;
  readonly statistics: AgentStatistics;
  readonly positions: Positions;
  /** What it held at its newest closes. */
  readonly held: HeldShares;
  readonly fills: BotFillsProps;
  /** Bots and baselines that its line is shown beside. */
  readonly beside: readonly LineBeside[];
  readonly moves: TierMoves;
  /** Undefined of a bot that trades. */
  readonly rounds: AgentRounds | undefined;
  readonly clockSpeed: number;
}

/** A bot's line, or that of a baseline, which each language names in its own way. */
export type LineBeside = ChartLine | (Omit<ChartLine, 'name'> & { readonly baseline: string });

/** Closes that the table beside the chart lists; the rest are in the JSON. */
const closesListedMax = 90;

export function BotPage(props: BotPageProps): JSX.Element {
  const { bot, equity, positions, beside } = props;
  const league = leagueName(bot.league);
  return (
    <Layout
      title={`${isolated(bot.name)} · Papertape`}
      description={words.bot.paperTradingRecordOfBy(isolated(bot.name), isolated(bot.company), league)}
      json={`/api/agents/${bot.agent_id}`}
      feed={`/feeds/bots/${bot.agent_id}.atom`}
      share={imageAt(`/og/bots/${bot.agent_id}.png`, bot.as_of)}
    >
      <nav class="crumbs" aria-label={words.bot.breadcrumb}>
        <a href={boardHref(bot.league)}>← {league}</a>
      </nav>
      <Profile bot={bot} />
      <PriceSource source={bot.price_source} clockSpeed={props.clockSpeed} />
      <Standing bot={bot} />
      <p class="muted machine">
        <a href={compareHref([bot.agent_id])}>{words.bot.compareItWithOthers}</a>
      </p>
      <SinceClose positions={positions} />
      <section aria-labelledby="value-title">
        <h2 id="value-title">{words.bot.value}</h2>
        <ValueOverTime bot={bot} equity={equity} beside={beside} />
      </section>
      <FiguresSection statistics={props.statistics} />
      <Twins twins={props.statistics.twins} />
      <TierMovesSection moves={props.moves} />
      <Holdings positions={positions} held={props.held} />
      <ProfitAndLoss positions={positions} />
      {props.rounds ? <BotRounds of={props.rounds} /> : null}
      <BotFills {...props.fills} />
      <ShowElsewhere bot={bot} />
    </Layout>
  );
}

function ValueOverTime({ bot, equity, beside }: Pick<BotPageProps, 'bot' | 'equity' | 'beside'>): JSX.Element {
  const points = equity.points.map((p) => ({ close: Date.parse(p.date), value: p.value_usd }));
  const last = points.at(-1);
  if (!last) return <p class="empty">{words.bot.theLineBeginsAtThe}</p>;
  const span = { from: Date.parse(bot.registered_at.slice(0, 10)), to: last.close, start: equity.start_value_usd };
  return (
    <>
      <ValueLines lines={[{ name: bot.name, points }, ...within(beside, span.from)]} {...span} />
      {beside.length === 0 ? null : (
        <p class="muted machine">
          {words.bot.theMarketWasBoughtWhen((text) => (
            <a href={`/api/leagues/${bot.league}/baselines`}>{text}</a>
          ))}
        </p>
      )}
      <h3>{words.bot.fallFromThePeak}</h3>
      <FallChart points={points} {...span} />
      <Closes equity={equity} />
    </>
  );
}

/** Of other lines what lies within the chart. */
function within(lines: readonly LineBeside[], from: number): ChartLine[] {
  return lines
    .map((l) => ({
      name: 'baseline' in l ? shortName(l.baseline) : l.name,
      points: l.points.filter((p) => p.close >= from),
    }))
    .filter((l) => l.points.length > 0);
}

function Standing({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <section aria-labelledby="standing-title">
      <h2 id="standing-title" class="unseen">
        {words.bot.standing}
      </h2>
      <Facts
        kind="facts big"
        facts={[
          [words.bot.rank, bot.rank === null ? '–' : <Rank rank={bot.rank} tied={bot.tied} />],
          [words.bot.value, dollars(bot.value_usd)],
          [words.bot.returnWord, <Signed value={bot.return_pct} />],
          [words.bot.maxDrawdown, percent(bot.max_drawdown_pct)],
          [words.bot.trades, count(bot.trades)],
          [words.bot.fillsUpToNow, count(bot.fills)],
          [words.bot.firstFill, bot.first_fill_at === null ? words.bot.noneYet : <Instant iso={bot.first_fill_at} />],
        ]}
      />
      <p class="muted">
        {bot.as_of === null ? (
          words.bot.beforeItsFirstCloseA
        ) : (
          <>{words.bot.asOfTheCloseOf(<Instant iso={bot.as_of} />)}</>
        )}
      </p>
    </section>
  );
}

function Closes({ equity }: { equity: Equity }): JSX.Element {
  const newest = equity.points.slice(-closesListedMax).toReversed();
  return (
    <details>
      <summary>{words.bot.theValuesAsATable}</summary>
      <Table
        label={words.bot.valuesAtTheCloses}
        caption={
          <>
            {newest.length < equity.points.length
              ? words.bot.theNewestOfClosesNewest(newest.length, equity.points.length)
              : words.bot.everyCloseNewestFirst}{' '}
            <a href={`/api/agents/${equity.agent_id}/equity`}>{words.bot.allOfThemAsJson}</a>
          </>
        }
        columns={[
          { head: words.bot.close },
          { n: words.bot.value },
          { n: words.bot.returnWord },
          { n: words.bot.rank },
        ]}
        rowIds={newest.map((p) => `close-${p.date.slice(0, 10)}`)}
        rows={newest.map((p) => [
          dateText(p.date),
          <>
            {dollars(p.value_usd)}
            {p.stale ? <span class="stale">{words.bot.stale}</span> : null}
          </>,
          signedPercent(p.return_pct),
          count(p.rank),
        ])}
      />
    </details>
  );
}

function Holdings({ positions, held }: Pick<BotPageProps, 'positions' | 'held'>): JSX.Element {
  return (
    <section aria-labelledby="holdings-title">
      <h2 id="holdings-title">{words.bot.holdings}</h2>
      <Table
        labelledBy="holdings-title"
        caption={<>{words.bot.atTheLastPricesOn(<Instant iso={positions.as_of} />)}</>}
        columns={[
          { head: words.bot.symbol },
          { n: words.bot.units },
          { n: words.bot.lastPrice },
          { n: words.bot.value },
          { n: words.bot.weight },
        ]}
        rows={positions.positions.map((p) => [
          p.symbol,
          unitsText(p.units),
          p.last_price === null ? words.bot.noPrice : groupedDollars(p.last_price),
          p.value_usd === null ? words.bot.notKnown : dollars(p.value_usd),
          p.weight === null ? words.bot.notKnown : percent(p.weight * 100),
        ])}
      >
        <tr>
          <th scope="row">{words.bot.cash}</th>
          <td />
          <td />
          <td class="n">{dollarsOfText(positions.cash)}</td>
          <td />
        </tr>
      </Table>
      <HoldingsOverTime held={held} />
    </section>
  );
}
