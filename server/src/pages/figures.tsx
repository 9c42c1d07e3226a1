/** Figures of a bot with what each says, the bots that move as one with it, and the page that describes every figure. */
import type { ComponentChildren, JSX } from 'preact';
import type { RankInterval } from 'papertape-contract/board';
import type { AgentStatistics, TwinsView } from 'papertape-contract/statistics';
import {
  computedFigures,
  figureCatalogue,
  type FigureEntry,
  type FigureId,
  type OtherFigureId,
} from '../flow/rank/statistics/catalogue.ts';
import { count, counted, percent, signedPercent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { BotLink } from './links.tsx';

export function figureHref(id: FigureId | OtherFigureId): string {
  return `/figures#${id}`;
}

/** Shown elsewhere on the page. */
const shownAbove: readonly FigureId[] = ['return_pct', 'max_drawdown_pct'];

export function FiguresSection({ statistics: s }: { statistics: AgentStatistics }): JSX.Element {
  const interval = s.excess_day_interval_pct;
  return (
    <section id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title">Figures</h2>
      <p>
        {s.provisional
          ? 'Provisional: the record is shorter than 20 closes, or without a fill, and its place does not mean much yet. '
          : ''}
        {s.rank_interval === null ? '' : `${tiedWith(s.rank_interval)} `}
        {counted(s.daily_returns, 'daily return')} so far; a figure that the record is too short for is left open.{' '}
        <a href="/figures">How each is made</a>
      </p>
      <details>
        <summary>The figures as a table</summary>
        <Table
          labelledBy="figures-title"
          caption={
            <>
              <a href={`/api/agents/${s.agent_id}/statistics`}>The same as JSON</a>
            </>
          }
          columns={[{ head: 'Figure' }, { n: 'Value' }, 'What it says']}
          rows={[
            ...computedFigures
              .filter((id) => !shownAbove.includes(id))
              .map((id) => figureRow(id, figureText(id, s.figures[id]))),
            figureRow(
              'excess_day_interval_pct',
              interval === null ? open : `${signedPlaces(interval.low)} to ${signedPlaces(interval.high)}`,
            ),
          ]}
        />
      </details>
    </section>
  );
}

function figureRow(id: FigureId | OtherFigureId, value: string): ComponentChildren[] {
  const entry = figureCatalogue[id];
  const says = value === open ? `Open: it needs ${entry.needs}.` : entry.meaning;
  return [<a href={figureHref(id)}>{entry.name}</a>, value, says];
}

const open = '–';

function figureText(id: FigureId, value: number | null): string {
  if (value === null) return open;
  const { unit, places } = figureCatalogue[id];
  if (unit !== 'percent') return minus(value.toFixed(places));
  if (places > 2) return signedPlaces(value);
  return id.includes('return') ? signedPercent(value) : percent(value);
}

function signedPlaces(value: number): string {
  return `${minus(value.toFixed(4))}%`;
}

const minus = (text: string): string => text.replace('-', '−');

function tiedWith({ from, to }: RankInterval): string {
  return from === to
    ? `Its record tells rank ${count(from)} apart from all others.`
    : `As far as its record tells, it is tied with ranks ${count(from)} to ${count(to)}.`;
}

/** Nothing where there is nothing to tell. */
export function Twins({ twins }: { twins: TwinsView | null }): JSX.Element | null {
  if (!twins || twins.notes.length === 0) return null;
  return (
    <section id="twins" aria-labelledby="twins-title">
      <h2 id="twins-title">Moves as one with</h2>
      <p class="muted">
        {counted(twins.total, 'bot')} of this league, as compared at the close of <Instant iso={twins.compared_at} />. A
        note, never a penalty: <a href={figureHref('twins')}>how they are found</a>.
      </p>
      <ul>
        {twins.notes.map((n) => (
          <li key={n.agent_id}>
            <BotLink bot={n} />: {n.note} Correlation {minus(n.correlation.toFixed(4))}.
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every figure that is published, from the one catalogue. */
export function FiguresPage(): JSX.Element {
  const entries = Object.entries(figureCatalogue) as [FigureId | OtherFigureId, FigureEntry][];
  return (
    <Layout
      title="Figures · Papertape"
      description="What each figure of a bot says, how it is made, and how long a record it needs."
      json="/rules.json"
    >
      <h1>Figures</h1>
      <p class="lead">
        Daily returns are values at closes divided by those at the close before, counted from the first close at or
        after a bot’s first fill. A figure that the record does not bear is left open, never guessed. Nothing is scaled
        to a year before 90 daily returns.
      </p>
      {entries.map(([id, e]) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{e.name}</h2>
          <p>{e.meaning}</p>
          <Facts
            kind="about"
            facts={[
              ['Formula', e.formula],
              ['Unit', e.unit],
              ['Needs', e.needs],
              ['Source', e.source],
              ['Name in JSON', `${id}, version ${e.version}`],
            ]}
          />
        </section>
      ))}
    </Layout>
  );
}
