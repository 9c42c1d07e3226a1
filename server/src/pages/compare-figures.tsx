/** What bots that stand side by side differ in: their figures, their days head to head, and their holdings. */
import type { ComponentChildren, JSX } from 'preact';
import type { AgentView } from 'papertape-contract/bot';
import type { FigureId } from '../flow/rank/statistics/catalogue.ts';
import type { Compared, ComparedBot, HeldRow, Pair } from '../html/compared.ts';
import { count, counted, dollars, percent, percentTo } from '../html/format.ts';
import { Instant, Rank } from '../html/parts.tsx';
import { Table, type Column } from '../html/table.tsx';
import { figureWords } from './figure-words.ts';
import { figureHref, figureText, open } from './figures.tsx';
import { words } from '../words/words.ts';

/** Symbols of the table of holdings: what sets the bots apart most stands first. */
const symbolsListedMax = 30;

/** Names that others wrote, as heads of columns. */
export function namesOf({ bots }: Pick<Compared, 'bots'>): Column[] {
  return bots.map(({ bot }) => ({ n: bot.name, foreign: true }));
}

/** Figures with the side on which they are better; of those without one, none is better. */
const figuresShown: readonly (readonly [id: FigureId, better: 'high' | 'low' | null])[] = [
  ['return_pct', 'high'],
  ['week_return_pct', 'high'],
  ['excess_return_pct', 'high'],
  ['max_drawdown_pct', 'low'],
  ['volatility_day_pct', null],
  ['sharpe_day', 'high'],
  ['sortino_day', 'high'],
  ['sharpe', 'high'],
  ['calmar', 'high'],
  ['hit_rate_pct', 'high'],
  ['exposure_pct', null],
  ['turnover_day_pct', null],
  ['excess_day_pct', 'high'],
  ['luck', 'low'],
];

export function FiguresBeside({ bots }: { readonly bots: readonly ComparedBot[] }): JSX.Element {
  const rank = ({ bot }: ComparedBot): ComponentChildren =>
    bot.rank === null ? '–' : <Rank rank={bot.rank} tied={bot.tied} />;
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title">{words.compare.figures}</h2>
      <p class="muted">
        {words.compare.asOfTheLastClose((text) => (
          <a href="/figures">{text}</a>
        ))}
      </p>
      <Table
        labelledBy="figures-title"
        folds
        columns={[{ head: words.compare.figure }, ...namesOf({ bots })]}
        rows={[
          [words.compare.rankInItsLeague, ...bots.map(rank)],
          [<a href={figureHref('rank_interval')}>{words.compare.couldBe}</a>, ...bots.map((b) => couldBe(b.bot))],
          [words.compare.value, ...bots.map((b) => dollars(b.bot.value_usd))],
          ...figuresShown.map(([id, better]) => figureRow(bots, id, better)),
          [
            <a href={figureHref('excess_day_interval_pct')}>{figureWords('excess_day_interval_pct').name}</a>,
            ...bots.map(({ statistics: s }) => intervalText(s.excess_day_interval_pct)),
          ],
          [words.compare.fillsUpToNow, ...bots.map((b) => count(b.bot.fills))],
          [words.compare.dailyReturns, ...bots.map((b) => count(b.statistics.daily_returns))],
          [words.compare.entered, ...bots.map((b) => <Instant iso={b.bot.registered_at} />)],
        ]}
      />
    </section>
  );
}

function couldBe({ rank_interval: interval, provisional }: AgentView): string {
  if (provisional) return words.league.tooEarly;
  return interval === null ? open : words.compare.to(count(interval.from), count(interval.to));
}

function figureRow(bots: readonly ComparedBot[], id: FigureId, better: 'high' | 'low' | null): ComponentChildren[] {
  const values = bots.map(({ statistics }) => statistics.figures[id]);
  const known = values.filter((v) => v !== null);
  const best = better === null ? undefined : better === 'high' ? Math.max(...known) : Math.min(...known);
  const isTold = known.length > 1 && new Set(known).size > 1;
  return [
    <a href={figureHref(id)}>{figureWords(id).name}</a>,
    ...values.map((value) =>
      isTold && value === best ? (
        <strong>
          {figureText(id, value)} <span class="best">{words.compare.best}</span>
        </strong>
      ) : (
        figureText(id, value)
      ),
    ),
  ];
}

function intervalText(interval: { readonly low: number; readonly high: number } | null): string {
  return interval === null ? open : words.compare.to2(percentTo(interval.low, 4), percentTo(interval.high, 4));
}

export function HeadToHead({ compared: { bots, pairs } }: { readonly compared: Compared }): JSX.Element {
  return (
    <section aria-labelledby="pairs-title">
      <h2 id="pairs-title">{words.compare.headToHead}</h2>
      <p class="muted">
        {words.compare.overTheDaysThatBoth((text) => (
          <a href={figureHref('excess_day_interval_pct')}>{text}</a>
        ))}
      </p>
      <Table
        labelledBy="pairs-title"
        folds
        columns={[
          { head: words.compare.pair },
          { n: words.compare.days },
          { n: words.compare.betterDay },
          { n: words.compare.meanDifferenceADay },
          { n: words.compare.n95Interval },
          words.compare.whatItSays,
          { n: words.compare.heldAlike },
        ]}
        rows={pairs.map((pair) => pairRow(pair, bots))}
      />
    </section>
  );
}

function pairRow(pair: Pair, bots: readonly ComparedBot[]): ComponentChildren[] {
  const [a, b] = pair.of.map((i) => bots[i]?.bot.name ?? '');
  const [first, second] = pair.better;
  return [
    <>{words.compare.against(<bdi>{a}</bdi>, <bdi>{b}</bdi>)}</>,
    count(pair.days),
    words.compare.to3(count(first), count(second)),
    pair.differencePct === null ? open : percentTo(pair.differencePct, 4),
    intervalText(pair.intervalPct),
    <Verdict pair={pair} names={[a ?? '', b ?? '']} />,
    pair.alike === null ? words.bot.notKnown : percent(pair.alike * 100),
  ];
}

function Verdict({ pair, names }: { readonly pair: Pair; readonly names: readonly [string, string] }): JSX.Element {
  if (pair.intervalPct === null) return <>{words.compare.tooEarlyToSayOf(counted(pair.days, 'day'))}</>;
  const { low, high } = pair.intervalPct;
  if (low <= 0 && high >= 0) return <>{words.compare.notToldApart}</>;
  return <>{words.compare.hadTheBetterDays(<bdi>{low > 0 ? names[0] : names[1]}</bdi>)}</>;
}

export function HoldingsBeside({ compared }: { readonly compared: Compared }): JSX.Element {
  const rows = [...compared.holdings.slice(0, -1).slice(0, symbolsListedMax), ...compared.holdings.slice(-1)];
  const more = compared.holdings.length - rows.length;
  return (
    <section aria-labelledby="held-title">
      <h2 id="held-title">{words.compare.whatTheyHold}</h2>
      <p class="muted">
        {words.compare.weightsAtTheLastAgreed(
          more > 0 ? words.compare.moreInTheJsonOf(counted(more, 'symbol')) : null,
          compared.bots.map(({ bot }, i) => (
            <>
              {i === 0 ? null : ', '}
              <a href={`/api/agents/${bot.agent_id}/positions`}>
                <bdi>{bot.name}</bdi>
              </a>
            </>
          )),
        )}
      </p>
      <Table
        labelledBy="held-title"
        folds
        columns={[{ head: words.compare.symbol }, ...namesOf(compared)]}
        rows={rows.map(heldRow)}
      />
    </section>
  );
}

function heldRow({ symbol, weights }: HeldRow): ComponentChildren[] {
  return [
    symbol === 'cash' ? words.compare.cash : symbol,
    ...weights.map((w) => (w === null ? words.bot.notKnown : w === 0 ? '–' : percent(w * 100))),
  ];
}
