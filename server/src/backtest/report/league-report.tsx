/** The report of a local league: the board, the lines of the best, the weeks. */
import type { JSX } from 'preact';
import { returnBps, startValueCents } from '../../flow/rank/rank.ts';
import { iso, isoDate } from '../../lib/clock.ts';
import { Sparkline } from '../../html/chart.tsx';
import { count, counted, instantText } from '../../html/format.ts';
import type { RunFacts } from '../json.ts';
import { baselineLines, digestOf, lineOf, type Standing } from '../result.ts';
import { ladderBotsMin, type Run } from '../run.ts';
import { centsText, figureText } from '../text.ts';
import { ValueLines, type LinePoint } from '../../html/lines.tsx';
import { Head, reportPage } from './frame.tsx';
import { Signed } from '../../html/parts.tsx';
import { Table } from '../../html/table.tsx';

const start = startValueCents / 100;
/** Points of a small line, and bots that get a row: a file stays small enough to be sent. */
const sparkPointsMax = 90;
export const reportRowsMax = 500;

export function leagueReport(run: Run, facts: RunFacts, all: readonly Standing[]): string {
  const { arena } = run;
  const ranked = all.filter((s) => !s.failure);
  const failed = all.filter((s) => s.failure);
  const market = baselineLines(arena);
  const best = ranked.slice(0, 3).map((s) => ({ name: s.name, points: lineOf(run.arena, s) }));
  const equal = market.filter((b) => b.id === 'equal_weight');
  return reportPage({
    title: `${counted(arena.bots.length, 'strategy')} · Papertape league`,
    children: (
      <>
        <Head title={`${counted(arena.bots.length, 'strategy')}, one board`} run={run} facts={facts}>
          <p>
            Luck says how likely so good a record is by chance as the best of that many. Digest{' '}
            <code>{digestOf(arena)}</code>, seed <code>{facts.seed}</code>: the same run gives the same.
          </p>
        </Head>
        <section aria-labelledby="value-title">
          <h2 id="value-title">The best and the market</h2>
          <ValueLines lines={[...best, ...equal]} from={run.from} to={run.to} start={start} />
        </section>
        <BoardTable run={run} ranked={ranked} market={market} />
        {failed.length === 0 ? null : <Failed failed={failed} />}
        <Weeks run={run} />
      </>
    ),
  });
}

/** Every k-th point and the last one. */
function thinned(points: readonly LinePoint[]): { date: string; value_usd: number }[] {
  const every = Math.max(1, Math.ceil(points.length / sparkPointsMax));
  return points
    .filter((_, i) => (points.length - 1 - i) % every === 0)
    .map((p) => ({ date: isoDate(p.close), value_usd: p.value }));
}

interface BoardProps {
  readonly run: Run;
  readonly ranked: readonly Standing[];
  readonly market: ReturnType<typeof baselineLines>;
}

function BoardTable({ run, ranked, market }: BoardProps): JSX.Element {
  const hasTiers = run.arena.bots.length >= ladderBotsMin;
  return (
    <section aria-labelledby="board-title">
      <h2 id="board-title">Board</h2>
      <Table
        labelledBy="board-title"
        kind="wraps"
        caption={
          ranked.length > reportRowsMax
            ? `The first ${count(reportRowsMax)}; all of them are in the output of --json.`
            : undefined
        }
        columns={[
          { n: 'Rank' },
          { head: 'Strategy' },
          ...['Value', 'Return', 'Largest fall', 'Sharpe', 'Luck', 'Beats the market', 'Weeks won'].map((n) => ({ n })),
          ...(hasTiers ? ['Tier'] : []),
          'Line',
        ]}
        rows={ranked
          .slice(0, reportRowsMax)
          .map((s) => [
            `${s.rank}${s.tied ? ' (tied)' : ''}`,
            <bdi>{s.name}</bdi>,
            centsText(s.cents),
            <Signed value={s.returnBps / 100} />,
            ...(['max_drawdown_pct', 'sharpe', 'luck'] as const).map((id) => figureText(id, s.figures[id])),
            s.beatsMarket ? 'yes' : 'no',
            s.weeksWon,
            ...(hasTiers ? [s.tier] : []),
            <Sparkline points={thinned(lineOf(run.arena, s))} start={start} whole={false} />,
          ])}
      >
        {market.map((b) => {
          const cents = Math.round((b.points.at(-1)?.value ?? start) * 100);
          return (
            <tr key={b.id}>
              <td />
              <th scope="row">
                <em>{b.name}</em>
              </th>
              <td class="n">{centsText(cents)}</td>
              <td class="n">
                <Signed value={returnBps(cents) / 100} />
              </td>
              <td colSpan={hasTiers ? 6 : 5} />
              <td>
                <Sparkline points={thinned(b.points)} start={start} whole={false} />
              </td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}

function Failed({ failed }: { failed: readonly Standing[] }): JSX.Element {
  return (
    <section aria-labelledby="failed-title">
      <h2 id="failed-title">Failed</h2>
      <ul>
        {failed.map(({ name, failure }) => (
          <li key={name}>
            <bdi>{name}</bdi>, {failure ? instantText(iso(failure.at)) : ''}: {failure?.what}. {failure?.fix}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Weeks({ run }: { run: Run }): JSX.Element | null {
  const { weeks, bots } = run.arena;
  if (weeks.length === 0) return null;
  return (
    <section aria-labelledby="weeks-title">
      <h2 id="weeks-title">Weeks</h2>
      <details open={weeks.length <= 12}>
        <summary>{counted(weeks.length, 'week')} and their champions</summary>
        <Table
          labelledBy="weeks-title"
          columns={[{ head: 'Week' }, 'Champion', { n: 'Return' }, { n: 'Promoted' }]}
          rows={weeks
            .toReversed()
            .map((w) => [
              w.week,
              <bdi>{w.champion === undefined ? 'none: no fill' : bots[w.champion]?.name}</bdi>,
              w.champion === undefined ? '' : <Signed value={w.weekBps / 100} />,
              w.promoted,
            ])}
        />
      </details>
    </section>
  );
}
