/** The report of one strategy: its line against the market, its falls, its figures with their sentences, its trades. */
import type { JSX } from 'preact';
import { computedFigures, figureCatalogue } from '../../flow/rank/statistics/catalogue.ts';
import { rejection } from '../../flow/mark/queue.ts';
import { startValueCents } from '../../flow/rank/rank.ts';
import { iso, isoDate } from '../../lib/clock.ts';
import { formatFixed, moneyScale, priceScale, unitsScale } from '../../lib/decimal.ts';
import {
  count,
  counted,
  dateText,
  dollars,
  dollarsOfText,
  grouped,
  instantText,
  unitsText,
} from '../../html/format.ts';
import type { Outcome } from '../bot.ts';
import type { RunFacts } from '../json.ts';
import { baselineLines, digestOf, excessInterval, lineOf, type Standing } from '../result.ts';
import type { Run } from '../run.ts';
import { bpsOrOpen, centsText, figureText, open, windowText } from '../text.ts';
import { windowBps } from '../window-cost.ts';
import { FallChart, ValueLines, type LinePoint } from '../../html/lines.tsx';
import { Head, reportPage } from './frame.tsx';
import { Facts, Signed, type Fact } from '../../html/parts.tsx';
import { Table } from '../../html/table.tsx';

/** Newest first; the rest is in the JSON. */
export const reportTradesMax = 300;

export function backtestReport(run: Run, facts: RunFacts, standing: Standing, outcomes: readonly Outcome[]): string {
  const points = lineOf(run.arena, standing);
  const chart = { from: run.from, to: run.to, start: startValueCents / 100 };
  return reportPage({
    title: `${standing.name} · Papertape backtest`,
    children: (
      <>
        <Head title={<bdi>{standing.name}</bdi>} run={run} facts={facts}>
          <Summary run={run} standing={standing} />
        </Head>
        <section aria-labelledby="value-title">
          <h2 id="value-title">Value</h2>
          <ValueLines lines={[{ name: standing.name, points }, ...baselineLines(run.arena)]} {...chart} />
          <Months points={points} run={run} name={standing.name} />
        </section>
        <section aria-labelledby="falls-title">
          <h2 id="falls-title">Falls</h2>
          <FallChart points={points} {...chart} />
        </section>
        <Figures run={run} standing={standing} />
        <Orders outcomes={outcomes} />
        <section aria-labelledby="again-title">
          <h2 id="again-title">The same again</h2>
          <p>
            Digest <code>{digestOf(run.arena)}</code>, seed <code>{facts.seed}</code>. The same strategy, prices and
            times give the same digest on every machine; one unit more or less gives another.
          </p>
        </section>
      </>
    ),
  });
}

function Summary({ run, standing }: { run: Run; standing: Standing }): JSX.Element {
  const { bot, figures } = standing;
  const [rejected = 0, refused = 0] = [bot.rejected, bot.refused].map((of) =>
    Object.values(of).reduce((a, b) => a + b, 0),
  );
  const facts: readonly Fact[] = [
    ['Value', centsText(standing.cents)],
    ['Return', <Signed value={standing.returnBps / 100} />],
    ['Largest fall', figureText('max_drawdown_pct', figures.max_drawdown_pct)],
    ['Sharpe ratio', figureText('sharpe', figures.sharpe)],
    ['Closes', count(run.arena.closes.length)],
    ['Orders filled', `${count(bot.filled)} of ${count(bot.sent)}`],
    ['Trades', count(bot.now.trades)],
    ['Cost of the window', bot.filled === 0 ? null : `${bpsOrOpen(windowBps(bot.window))} bps`],
  ];
  return (
    <>
      <Facts kind="facts big" facts={facts} />
      <p class="verdict">
        {standing.beatsMarket
          ? 'It beats the market: its return is above that of every baseline since its own first fill.'
          : 'It does not beat the market: a baseline has the same return or more since its first fill.'}
        {standing.provisional ? ' Provisional: fewer than 20 closes, or no fill.' : ''}
        {rejected > 0 ? ` ${counted(rejected, 'order')} rejected.` : ''}
        {refused > 0 ? ` ${counted(refused, 'order')} refused: the market was closed.` : ''}
        {bot.filled > 0 ? ` The window cost ${windowText(bot.window)}.` : ''}
        {bot.stale ? ' The last value is stale: a held symbol had no price at the last close.' : ''}
      </p>
    </>
  );
}

/** The chart for whoever does not see it: the last close of each month. */
function Months({ points, run, name }: { points: readonly LinePoint[]; run: Run; name: string }): JSX.Element {
  const market = baselineLines(run.arena).map((b) => ({
    name: b.name,
    at: new Map(b.points.map((p) => [p.close, p.value])),
  }));
  const ends = points.filter((p, i) => isoDate(p.close).slice(0, 7) !== isoDate(points[i + 1]?.close ?? 0).slice(0, 7));
  return (
    <details>
      <summary>The lines as a table</summary>
      <Table
        label="Values at the last close of each month"
        caption="At the last close of each month"
        columns={[{ head: 'Close' }, ...[name, ...market.map((m) => m.name)].map((n) => ({ n, foreign: true }))]}
        rows={ends.map((p) => [
          dateText(isoDate(p.close)),
          dollars(p.value),
          ...market.map((m) => (m.at.has(p.close) ? dollars(m.at.get(p.close) ?? 0) : open)),
        ])}
      />
    </details>
  );
}

function Figures({ run, standing }: { run: Run; standing: Standing }): JSX.Element {
  const interval = excessInterval(run.arena, standing.bot);
  const rows = computedFigures.map((id) => ({
    entry: figureCatalogue[id],
    value: figureText(id, standing.figures[id]),
  }));
  const between = interval ? `${interval.low.toFixed(4)}% to ${interval.high.toFixed(4)}%`.replaceAll('-', '−') : open;
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title">Figures</h2>
      <p>
        As the service computes them ({counted(standing.bot.at?.record.returns.n ?? 0, 'daily return')}). A figure that
        the record does not bear is left open. Luck counts one try: who tries many strategies and keeps the best has
        more of it.
      </p>
      <Table labelledBy="figures-title" kind="wraps" columns={['Figure', { n: 'Value' }, 'What it says']}>
        {[...rows, { entry: figureCatalogue.excess_day_interval_pct, value: between }].map(({ entry, value }) => (
          <tr key={entry.name}>
            <th scope="row">{entry.name}</th>
            <td class="n">{value}</td>
            <td class="meaning">{value === open ? `Open: it needs ${entry.needs}.` : entry.meaning}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Orders({ outcomes }: { outcomes: readonly Outcome[] }): JSX.Element {
  const rejected = outcomes.flatMap((o) => (o.result.outcome === 'filled' ? [] : [{ o, why: rejection(o.result) }]));
  const rows = outcomes
    .toReversed()
    .flatMap(({ window, result, seen }) =>
      result.outcome === 'filled' ? result.trades.map((t) => ({ end: window.end, t, seen: seen.get(t.symbol) })) : [],
    );
  const shown = rows.slice(0, reportTradesMax);
  return (
    <section aria-labelledby="trades-title">
      <h2 id="trades-title">Trades</h2>
      {rejected.length === 0 ? null : (
        <p class="notice">
          {counted(rejected.length, 'order')} rejected, the last one that of{' '}
          {instantText(iso(rejected.at(-1)?.o.receivedAt ?? 0))}: {rejected.at(-1)?.why[0]},{' '}
          {(JSON.parse(rejected.at(-1)?.why[1] ?? '{}') as { symbol?: string }).symbol}.
        </p>
      )}
      {rows.length === 0 ? (
        <p class="empty">No trade.</p>
      ) : (
        <details open={shown.length <= 30}>
          <summary>
            {shown.length < rows.length
              ? `The newest ${count(shown.length)} of ${count(rows.length)} trades`
              : counted(rows.length, 'trade')}
          </summary>
          <Table
            labelledBy="trades-title"
            caption={shown.length < rows.length ? 'All of them are in the output of --json.' : undefined}
            columns={[
              'End of the window',
              { head: 'Symbol' },
              'Side',
              ...['Units', 'Price seen, USD', 'Price, USD', 'Notional', 'FX fee', 'Spread'].map((n) => ({ n })),
            ]}
            rows={shown.map(({ end, t, seen }) => [
              instantText(iso(end)),
              t.symbol,
              <span class="side">{t.side}</span>,
              unitsText(formatFixed(t.units, unitsScale)),
              seen === undefined ? open : grouped(formatFixed(seen, priceScale)),
              grouped(formatFixed(t.price, priceScale)),
              ...[t.cost, t.fee, t.spread].map((money) => dollarsOfText(formatFixed(money, moneyScale))),
            ])}
          />
        </details>
      )}
    </section>
  );
}
