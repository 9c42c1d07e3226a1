/** Several saved runs beside each other: their lines and the market's, and a table with a row for each, in the order in which they were named. */
import type { JSX } from 'preact';
import { startValueCents } from '../../flow/rank/rank.ts';
import { count, counted } from '../../html/format.ts';
import { Signed } from '../../html/parts.tsx';
import { Table } from '../../html/table.tsx';
import { closeOf, savedSpanText, spanOfRuns, type SavedRun } from '../saved-runs.ts';
import { bpsOrOpen, centsText, figureText, intervalText, open } from '../text.ts';
import { chartLinesMax, ValueLines, type ChartLine } from '../../html/lines.tsx';
import { reportPage } from './frame.tsx';

/** @param notes what makes the runs hard to compare. */
export function compareReport(runs: readonly SavedRun[], notes: readonly string[]): string {
  const lines = runs.map(lineOfRun);
  const market = notes.length === 0 ? marketLine(runs[0]) : [];
  const shown = [...lines.slice(0, chartLinesMax - market.length), ...market];
  const left = runs.length + market.length - shown.length;
  const heads = ['Value', 'Return', 'Market', 'Largest fall', 'Sharpe', 'Trades', 'Window, bps'];
  return reportPage({
    title: `${counted(runs.length, 'run')} compared · Papertape backtest`,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{counted(runs.length, 'run')} compared</h1>
          <p class="lead">{savedSpanText(runs)}</p>
          {notes.map((note) => (
            <p key={note} class="source source-made">
              <strong>Not the same</strong>
              {note}
            </p>
          ))}
          <p>
            Who compares runs chooses the best of them, and the best of {count(runs.length)} looks better than it is: a
            sweep counts luck over all its tries, this page counts nothing.
          </p>
        </section>
        <section aria-labelledby="value-title">
          <h2 id="value-title">Value</h2>
          <ValueLines lines={shown} {...spanOfRuns(runs)} start={startValueCents / 100} />
          {left === 0 ? null : <p>{counted(left, 'run is')} in the table only.</p>}
        </section>
        <section aria-labelledby="runs-title">
          <h2 id="runs-title">Runs</h2>
          <Table
            labelledBy="runs-title"
            kind="wraps"
            caption="Market: buy and hold of the whole universe, equal weights. Window: what prices moved against the bot between its decisions and its fills."
            columns={[
              { head: 'Run' },
              'Decides',
              ...heads.map((n) => ({ n })),
              { n: '95% of the day above the market' },
              'Digest',
            ]}
            rows={runs.map((of) => [
              of.label,
              of.every,
              centsText(Math.round(of.value_usd * 100)),
              <Signed value={of.return_pct} />,
              <Market of={of} />,
              figureText('max_drawdown_pct', of.figures.max_drawdown_pct),
              figureText('sharpe', of.figures.sharpe),
              count(of.trades),
              bpsOrOpen(of.window_cost.bps),
              intervalText(of.excess_day_interval_pct),
              of.digest,
            ])}
          />
        </section>
      </>
    ),
  });
}

function Market({ of }: { readonly of: SavedRun }): JSX.Element {
  const value = marketReturn(of);
  return value === undefined ? <>{open}</> : <Signed value={value} />;
}

function lineOfRun({ label, line }: SavedRun): ChartLine {
  return { name: label, points: line.map(({ date, value }) => ({ close: closeOf(date), value: Number(value) })) };
}

/** Of runs on the same prices it is the same. */
function marketLine(of: SavedRun | undefined): ChartLine[] {
  const equal = of?.market_baselines.find(({ id }) => id === 'equal_weight');
  const points = equal?.line.map(({ date, value_usd }) => ({ close: closeOf(date), value: value_usd })) ?? [];
  return equal && points.length > 0 ? [{ name: equal.name, points }] : [];
}

export function marketReturn({ market_baselines: all }: SavedRun): number | undefined {
  return all.find(({ id }) => id === 'equal_weight')?.return_pct;
}
