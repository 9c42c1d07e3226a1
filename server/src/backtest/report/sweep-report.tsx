/** The comparison of a sweep: the lines of the best tries and of the walk forward, a table of all tries, the folds. */
import type { JSX } from 'preact';
import { startValueCents } from '../../flow/rank/rank.ts';
import { count, counted, dateText, instantText } from '../../html/format.ts';
import { Signed } from '../../html/parts.tsx';
import { Table } from '../../html/table.tsx';
import { iso, isoDate } from '../../lib/clock.ts';
import type { RunFacts } from '../json.ts';
import { baselineLines, digestOf, lineOf, type Standing } from '../result.ts';
import type { Run } from '../run.ts';
import type { Sweep, Tried, Walk } from '../sweep/sweep.ts';
import { bpsOrOpen, centsText, figureText, luckText, open, walkText } from '../text.ts';
import { windowBps } from '../window-cost.ts';
import { ValueLines } from '../../html/lines.tsx';
import { Head, reportPage } from './frame.tsx';
import { reportRowsMax } from './league-report.tsx';

export function sweepReport({ run, tried, walk }: Sweep, facts: RunFacts, name: string): string {
  const played = tried.filter(({ standing }) => !standing.failure);
  const failed = tried.filter(({ standing }) => standing.failure);
  const lineFor = (label: string, standing: Standing) => ({ name: label, points: lineOf(run.arena, standing) });
  const best = played.slice(0, walk ? 2 : 3).map(({ label, standing }) => lineFor(label, standing));
  const equal = baselineLines(run.arena).filter((b) => b.id === 'equal_weight');
  const walked = walk ? [lineFor('walk forward', walk.standing)] : [];
  return reportPage({
    title: `${name}, ${counted(tried.length, 'try')} · Papertape backtest`,
    children: (
      <>
        <Head
          title={
            <>
              <bdi>{name}</bdi>, {counted(tried.length, 'try')}
            </>
          }
          run={run}
          facts={facts}
        >
          <p>
            Luck says how likely the best of {count(tried.length)} tries without skill looks as good: the reality check
            of White, over all of them. Digest <code>{digestOf(run.arena)}</code>, seed <code>{facts.seed}</code>: the
            same run gives the same.
          </p>
        </Head>
        <section aria-labelledby="value-title">
          <h2 id="value-title">The best and the market</h2>
          <ValueLines
            lines={[...walked, ...best, ...equal]}
            from={run.from}
            to={run.to}
            start={startValueCents / 100}
          />
        </section>
        <Tries run={run} played={played} />
        {walk ? <Folds walk={walk} tried={tried} /> : null}
        {failed.length === 0 ? null : <Failed failed={failed} />}
      </>
    ),
  });
}

function Tries({ run, played }: { readonly run: Run; readonly played: readonly Tried[] }): JSX.Element {
  const names = Object.keys(played[0]?.parameters ?? {});
  const heads = ['Value', 'Return', 'Largest fall', 'Sharpe', 'Trades', 'Window, bps', 'Luck of all'];
  return (
    <section aria-labelledby="tries-title">
      <h2 id="tries-title">Tries</h2>
      <Table
        labelledBy="tries-title"
        kind="wraps"
        caption={`${played.length > reportRowsMax ? `The first ${count(reportRowsMax)}; all of them are in the output of --json. ` : ''}Window: what prices moved against the bot between its decisions and its fills.`}
        columns={[...names.map((name) => ({ head: name })), ...heads.map((n) => ({ n }))]}
        rows={played
          .slice(0, reportRowsMax)
          .map(({ parameters, standing: s, luck }) => [
            ...names.map((name) => String(parameters[name])),
            centsText(s.cents),
            <Signed value={s.returnBps / 100} />,
            figureText('max_drawdown_pct', s.figures.max_drawdown_pct),
            figureText('sharpe', s.figures.sharpe),
            count(s.bot.now.trades),
            bpsOrOpen(windowBps(s.bot.window)),
            luckText(luck),
          ])}
      />
      <p>
        {baselineLines(run.arena)
          .map((b) => `${b.name}: ${centsText(Math.round((b.points.at(-1)?.value ?? 0) * 100))}`)
          .join('. ')}
        .
      </p>
    </section>
  );
}

function Folds({ walk, tried }: { readonly walk: Walk; readonly tried: readonly Tried[] }): JSX.Element {
  const signed = (fraction: number | null): JSX.Element | string =>
    fraction === null ? open : <Signed value={fraction * 100} />;
  return (
    <section aria-labelledby="folds-title">
      <h2 id="folds-title">Walk forward</h2>
      <p>
        Each fold is played with what did best in the fold before; the first one is only learnt from.{' '}
        {walkText(walk.standing.returnBps, walk.hindsight)}
      </p>
      <Table
        labelledBy="folds-title"
        kind="wraps"
        columns={[{ head: 'From' }, 'To', 'Chosen', ...['Return before', 'Return', 'Market'].map((n) => ({ n }))]}
        rows={walk.folds.map(({ from, to, chosen, before, own, market }) => [
          dateText(isoDate(from)),
          dateText(isoDate(to)),
          tried.find((t) => t.standing.index === chosen)?.label ?? 'none: all had failed',
          signed(before),
          signed(own),
          signed(market),
        ])}
      />
    </section>
  );
}

function Failed({ failed }: { readonly failed: readonly Tried[] }): JSX.Element {
  return (
    <section aria-labelledby="failed-title">
      <h2 id="failed-title">Failed</h2>
      <ul>
        {failed.map(({ label, standing: { failure } }) => (
          <li key={label}>
            <bdi>{label}</bdi>, {failure ? instantText(iso(failure.at)) : ''}: {failure?.what}. {failure?.fix}
          </li>
        ))}
      </ul>
    </section>
  );
}
