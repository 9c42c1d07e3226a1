/** A round of a task league: how it stands, what its bots scored, what fixes its tasks, and the command that computes all of it again. */
import type { ComponentChildren, JSX } from 'preact';
import { count, exactDollars, percentTo, signedFinePercent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, Pager } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';
import { boardHref, BotLink, leagueName, roundHref, roundsHref } from './links.tsx';
import { answeredBy, RecordLink, scoreText, stateText, type RoundLine } from './rounds-page.tsx';

/** What fixes the tasks and keys of a round, as far as it is known. Hashes are hex digits. */
interface Fixed {
  readonly committed:
    | {
        readonly source: string;
        readonly levels: readonly number[];
        /** Millionths of the cash. */
        readonly stake: number;
        readonly secret_sha256: string;
        readonly commitment: string;
      }
    | undefined;
  readonly beacon:
    | { readonly beacon: string; readonly of: string; readonly block?: readonly [chain: number, number: number] }
    | undefined;
  readonly keyed: { readonly keys_sha256: string } | undefined;
  readonly secret: string | undefined;
}

interface BoardRow {
  readonly agent_id: string;
  readonly name: string;
  readonly place: number;
  readonly score: number;
  readonly return_pct: number;
  readonly cash_after: string;
  readonly full: number;
  readonly tasks: number;
}

interface TaskRow {
  readonly task_id: string;
  readonly level: number | null;
  readonly weight: number | null;
  readonly answered: number;
  readonly full: number;
  readonly mean: number;
}

export interface RoundPageProps {
  readonly league: string;
  readonly line: RoundLine;
  readonly fixed: Fixed;
  /** A task that weighs nothing for anybody. */
  readonly struck: { readonly task: string; readonly reason: string } | undefined;
  readonly board: { readonly page: number; readonly pages: number; readonly rows: readonly BoardRow[] };
  readonly tasks: readonly TaskRow[];
  readonly baseUrl: string;
}

export function RoundPage(props: RoundPageProps): JSX.Element {
  const { league, line, fixed } = props;
  const { round } = line;
  const name = leagueName(league);
  return (
    <Layout
      title={words.rounds.roundOfPapertape(round, name)}
      description={words.rounds.aRoundOf(round, name)}
      json={`/api/leagues/${league}/rounds/${round}`}
    >
      <nav class="crumbs" aria-label={words.rounds.breadcrumb}>
        <a href={boardHref(league)}>{name}</a> / <a href={roundsHref(league)}>{words.rounds.allRounds}</a>
      </nav>
      <h1>{words.rounds.roundOf(round, name)}</h1>
      <p class="lead">
        <Standing line={line} />
      </p>
      <Struck struck={props.struck} />
      <Facts
        kind="facts"
        facts={[
          [words.rounds.state, stateText(line)],
          [words.rounds.opens, <Instant iso={line.opens_at} />],
          [words.rounds.closes, <Instant iso={line.closes_at} />],
          [words.rounds.answered, line.entrants === null ? null : answeredBy(line)],
          [words.rounds.par, known(line.par)],
          [words.rounds.best, known(line.best)],
          [words.rounds.median, known(line.median)],
        ]}
      />
      <Results {...props} />
      <Tasks {...props} />
      <WhatFixesIt fixed={fixed} isScored={line.state === 'scored'} />
      <Check {...props} />
    </Layout>
  );
}

function known(score: number | null): string | null {
  return score === null ? null : scoreText(score);
}

/** What the state means for a reader. */
function Standing({ line: { state, reason, opens_at: opens } }: Pick<RoundPageProps, 'line'>): JSX.Element {
  const why = <bdi lang={inEnglish()}>{reason}</bdi>;
  const said: Readonly<Record<RoundLine['state'], () => ComponentChildren>> = {
    scheduled: () => words.rounds.notCommittedYet,
    committed: () => words.rounds.whatCommittedMeans(<Instant iso={opens} />),
    open: () =>
      words.rounds.howToAnswerNow(
        <code>GET /api/agents/me/rounds/current/tasks</code>,
        <code>POST /api/agents/me/answers</code>,
        (text) => <a href="/docs/bots/rounds">{text}</a>,
      ),
    closed: () => words.rounds.beingScored,
    scored: () =>
      reason === null
        ? words.rounds.aRoundIsADay((text) => <a href="/docs/bots/rounds">{text}</a>)
        : words.rounds.itsPayWasTakenBack(why),
    void: () => words.rounds.itIsVoid(why),
  };
  return <>{said[state]()}</>;
}

function Struck({ struck }: Pick<RoundPageProps, 'struck'>): JSX.Element | null {
  if (struck === undefined) return null;
  return (
    <p class="notice">
      {words.rounds.taskWasStruck(<code>{struck.task}</code>, <bdi lang={inEnglish()}>{struck.reason}</bdi>)}
    </p>
  );
}

function Results({ league, line, board }: RoundPageProps): JSX.Element | null {
  if (line.state === 'void') return null;
  return (
    <section aria-labelledby="results">
      <h2 id="results">{words.rounds.results}</h2>
      {line.state !== 'scored' ? (
        <p class="empty">{words.rounds.shownOnceScored}</p>
      ) : board.rows.length === 0 ? (
        <p class="empty">{words.rounds.noneAnswered}</p>
      ) : (
        <>
          <Table
            labelledBy="results"
            caption={words.rounds.byScore(count(line.bots ?? 0))}
            columns={[
              { n: words.rounds.place },
              { head: words.rounds.bot },
              { n: words.rounds.score },
              words.rounds.fullMarks,
              { n: words.rounds.return },
              { n: words.rounds.cashAfter },
              words.rounds.whatItFollowsFrom,
            ]}
            rows={board.rows.map((r) => [
              count(r.place),
              <BotLink bot={r} />,
              scoreText(r.score),
              words.rounds.tasksOf(count(r.full), count(r.tasks)),
              line.reason === null ? signedFinePercent(r.return_pct) : words.rounds.takenBack,
              exactDollars(r.cash_after),
              <RecordLink bot={r.agent_id} round={line.round} />,
            ])}
          />
          <Pager
            label={words.rounds.pagesOfResults}
            page={board.page}
            pages={board.pages}
            href={(n) => roundHref(league, line.round, n)}
          />
        </>
      )}
    </section>
  );
}

function Tasks({ tasks, struck }: Pick<RoundPageProps, 'tasks' | 'struck'>): JSX.Element | null {
  if (tasks.length === 0) return null;
  // The items of a pack decide the levels, bot by bot.
  const isLevelled = tasks.every((t) => t.level !== null);
  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks">{words.rounds.tasks}</h2>
      <Table
        labelledBy="tasks"
        caption={words.rounds.eachTask}
        columns={[
          { head: words.rounds.task },
          ...(isLevelled ? [{ n: words.rounds.level }, { n: words.rounds.weight }] : []),
          { n: words.rounds.answered },
          { n: words.rounds.fullMarks },
          { n: words.rounds.meanScore },
        ]}
        rows={tasks.map((t) => [
          t.task_id === struck?.task ? words.rounds.struck(t.task_id) : t.task_id,
          ...(isLevelled ? [t.level, t.task_id === struck?.task ? 0 : t.weight] : []),
          count(t.answered),
          count(t.full),
          scoreText(t.mean),
        ])}
      />
    </section>
  );
}

function WhatFixesIt({ fixed, isScored }: { readonly fixed: Fixed; readonly isScored: boolean }): JSX.Element | null {
  const { committed, beacon, keyed, secret } = fixed;
  if (!committed) return null;
  const hash = (text: string): JSX.Element => <code class="long">{text}</code>;
  return (
    <section aria-labelledby="fixed">
      <h2 id="fixed">{words.rounds.whatFixesIt}</h2>
      <p>{words.rounds.whatFixesItIs}</p>
      <Facts
        kind="about"
        facts={[
          [words.rounds.commitment, hash(committed.commitment)],
          [words.rounds.sha256OfSecret, hash(committed.secret_sha256)],
          [
            words.rounds.beacon,
            beacon === undefined ? null : (
              <>
                {hash(beacon.beacon)} ({beaconText(beacon)})
              </>
            ),
          ],
          [words.rounds.keysSha256, keyed === undefined ? null : hash(keyed.keys_sha256)],
          [words.rounds.secret, secret !== undefined ? hash(secret) : isScored ? null : words.rounds.toldOnceScored],
          [words.rounds.sourceOfTasks, hash(committed.source)],
          [words.rounds.levels, committed.levels.join(', ')],
          [words.rounds.stake, percentTo(committed.stake / 10_000, 2)],
        ]}
      />
    </section>
  );
}

function beaconText({ block }: NonNullable<Fixed['beacon']>): string {
  if (block === undefined) return words.rounds.beaconOfReadings;
  const [chain, number] = block;
  return words.rounds.beaconOfBlock(count(number), String(chain));
}

function Check({ league, line, baseUrl }: RoundPageProps): JSX.Element | null {
  if (line.state === 'void' || line.state === 'scheduled') return null;
  return (
    <section aria-labelledby="check-title">
      <h2 id="check-title">{words.rounds.checkItYourself}</h2>
      <p>
        {line.state === 'scored'
          ? words.rounds.thisMakesAgain(<code>examples/recompute/rounds.py</code>, (text) => (
              <a href="/docs/bots/rounds">{text}</a>
            ))
          : words.rounds.canBeCheckedOnceScored}
      </p>
      <pre class="prompt" tabIndex={0} data-copy aria-label={words.rounds.commandThatVerifies}>
        <code>{`papertape verify ${line.round_id} --url ${baseUrl}`}</code>
      </pre>
      <p class="muted machine">
        {words.rounds.sameAsData(
          (text) => (
            <a href={`/api/leagues/${league}/rounds/${line.round}`}>{text}</a>
          ),
          (text) => (
            <a href={`/api/leagues/${league}/rounds/${line.round}/results`}>{text}</a>
          ),
        )}
      </p>
    </section>
  );
}
