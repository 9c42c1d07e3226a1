/**
 * The report of `papertape rounds play`: what a solver scored by round, by level and by task, what it would have been paid, and each answer that was
 * wrong beside the one that was expected.
 */
import type { JSX } from 'preact';
import { distanceIn, niceTicks, Plot, type PlotDate } from '../../html/chart.tsx';
import { count, counted, dollars, roundDollars } from '../../html/format.ts';
import { Signed } from '../../html/parts.tsx';
import { Table } from '../../html/table.tsx';
import { reportPage } from './frame.tsx';

/** Of a task, as rounds/play.ts has it. */
interface ReportedTask {
  readonly task_id: string;
  readonly level: number;
  readonly weight: number;
  readonly score: number;
  readonly why: string;
  readonly answer: unknown;
  readonly expected: unknown;
}

interface ReportedRound {
  readonly seed: string;
  readonly score: number;
  readonly plain: number;
  readonly answered: number;
  readonly right: number;
  readonly fault: string | null;
  /** Dollars after it. */
  readonly value: number;
  readonly tasks: readonly ReportedTask[];
}

interface ReportedRounds {
  readonly league: string;
  /** The lowest of five. */
  readonly level: number;
  readonly par: number;
  readonly meanScore: number;
  readonly rounds: readonly ReportedRound[];
}

const startUsd = 100_000;
const scoreMax = 1_000_000;
/** Wrong answers that are shown: the first ones. */
const wrongMax = 200;
/** Characters of an answer that are shown. */
const answerCharactersMax = 400;

export function roundsReport(played: ReportedRounds): string {
  const { league, level, par, meanScore, rounds } = played;
  const value = rounds.at(-1)?.value ?? startUsd;
  return reportPage({
    title: `${league}, ${counted(rounds.length, 'round')} · Papertape`,
    of: 'Rounds',
    closing:
      'Practice tasks, paper money. Rounds of a league have other tasks, and their par is that of the plain solver on other variants. Not financial advice.',
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{league}</h1>
          <p class="lead">
            {counted(rounds.length, 'round')} of practice, levels {level} to {level + 4}: seeds 1 to {rounds.length}.
          </p>
          <p class="verdict">
            Mean score {count(meanScore)}, par {count(par)}; {roundDollars(startUsd)} became {dollars(value)} (
            <Signed value={(value / startUsd - 1) * 100} />
            ).
          </p>
        </section>
        <section aria-labelledby="value-title">
          <h2 id="value-title">Value</h2>
          <ValueCurve rounds={rounds} />
        </section>
        <section aria-labelledby="levels-title">
          <h2 id="levels-title">Levels</h2>
          <Table
            labelledBy="levels-title"
            caption="Mean score of the tasks of a level. A task of the i-th level weighs i."
            columns={[{ head: 'Level' }, ...['Tasks', 'Answered', 'Right', 'Mean score'].map((n) => ({ n }))]}
            rows={levelRows(rounds)}
          />
        </section>
        <section aria-labelledby="rounds-title">
          <h2 id="rounds-title">Rounds</h2>
          <Table
            labelledBy="rounds-title"
            kind="wraps"
            caption="S: the score of the sheet. Payout: what it moved, at the mean of the plain solver as par."
            columns={[
              { head: 'Seed' },
              ...['S', 'Plain', 'Answered', 'Right', 'Payout', 'Value'].map((n) => ({ n })),
              'Fault',
            ]}
            rows={rounds.map((round, i) => [
              round.seed,
              count(round.score),
              count(round.plain),
              count(round.answered),
              count(round.right),
              dollars(round.value - (rounds[i - 1]?.value ?? startUsd)),
              dollars(round.value),
              round.fault ?? '',
            ])}
          />
        </section>
        <Tasks rounds={rounds} />
        <Wrong rounds={rounds} />
      </>
    ),
  });
}

/** The score of every task: a row for each round. */
function Tasks({ rounds }: Pick<ReportedRounds, 'rounds'>): JSX.Element {
  const ids = rounds[0]?.tasks.map(({ task_id: id }) => id) ?? [];
  return (
    <section aria-labelledby="tasks-title">
      <h2 id="tasks-title">Tasks</h2>
      <Table
        labelledBy="tasks-title"
        caption="The score of each task."
        columns={[{ head: 'Seed' }, ...ids.map((n) => ({ n }))]}
        rows={rounds.map(({ seed, tasks }) => [seed, ...tasks.map(({ score }) => count(score))])}
      />
    </section>
  );
}

function Wrong({ rounds }: Pick<ReportedRounds, 'rounds'>): JSX.Element {
  const wrong = rounds.flatMap(({ seed, tasks }) =>
    tasks.filter(({ score }) => score < scoreMax).map((task) => ({ seed, ...task })),
  );
  const left = wrong.length - Math.min(wrong.length, wrongMax);
  return (
    <section aria-labelledby="wrong-title">
      <h2 id="wrong-title">What was wrong</h2>
      {wrong.length === 0 ? (
        <p>Every answer scored all there is.</p>
      ) : (
        <Table
          labelledBy="wrong-title"
          kind="wraps"
          columns={[
            { head: 'Task' },
            { n: 'Level' },
            { n: 'Score' },
            { text: 'Reason' },
            { text: 'Answer' },
            { text: 'Expected' },
          ]}
          rows={wrong
            .slice(0, wrongMax)
            .map(({ seed, task_id: id, level, score, why, answer, expected }) => [
              `${seed} ${id}`,
              String(level),
              count(score),
              why,
              answer === null ? '' : shortJson(answer),
              shortJson(expected),
            ])}
        />
      )}
      {left === 0 ? null : <p>{count(left)} more are in the JSON of --json.</p>}
    </section>
  );
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > answerCharactersMax ? `${text.slice(0, answerCharactersMax)}…` : text;
}

function levelRows(rounds: readonly ReportedRound[]): string[][] {
  const byLevel = Map.groupBy(
    rounds.flatMap(({ tasks }) => tasks),
    ({ level }) => level,
  );
  return [...byLevel]
    .toSorted(([a], [b]) => a - b)
    .map(([level, tasks]) => [
      String(level),
      count(tasks.length),
      count(tasks.filter(({ answer }) => answer !== null).length),
      count(tasks.filter(({ score }) => score === scoreMax).length),
      count(Math.floor(tasks.reduce((sum, { score }) => sum + score, 0) / tasks.length)),
    ]);
}

function ValueCurve({ rounds }: Pick<ReportedRounds, 'rounds'>): JSX.Element {
  const values = [startUsd, ...rounds.map(({ value }) => value)];
  const last = values.length - 1;
  const span = [Math.min(...values), Math.max(...values)] as const;
  const ticks = niceTicks(span, { strong: startUsd, least: 1, text: roundDollars });
  const y = distanceIn(ticks);
  const x = (i: number): number => Math.round((i / Math.max(1, last)) * 10_000) / 10;
  const parts = Math.min(4, last);
  const dates = Array.from({ length: parts + 1 }, (_, i): PlotDate => {
    const at = Math.round((last * i) / Math.max(1, parts));
    return {
      at: x(at) / 10,
      text: String(at),
      anchor: i === 0 ? 'start' : i === parts ? 'end' : 'middle',
      far: i % 2 === 1 && i < parts,
    };
  });
  return (
    <figure class="chart lines-chart">
      <Plot
        ticks={ticks}
        y={y}
        dates={dates}
        label={`Value after each of ${counted(rounds.length, 'round')}; the table of rounds has it.`}
      >
        <path class="start" d={`M0 ${y(startUsd)}H1000`} />
        <path class="value line-0" d={values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(value)}`).join('')} />
      </Plot>
      <figcaption>
        Paper value in USD after each round; the thin dashed line is the start, {roundDollars(startUsd)}.
      </figcaption>
    </figure>
  );
}
