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
import { count, counted, decimals, percent, percentTo, signedPercent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { figureWords } from './figure-words.ts';
import { BotLink } from './links.tsx';
import { words } from '../words/words.ts';

export function figureHref(id: FigureId | OtherFigureId): string {
  return `/figures#${id}`;
}

/** Shown elsewhere on the page. */
const shownAbove: readonly FigureId[] = ['return_pct', 'max_drawdown_pct'];

export function FiguresSection({ statistics: s }: { statistics: AgentStatistics }): JSX.Element {
  const interval = s.excess_day_interval_pct;
  return (
    <section id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title">{words.bot.figures}</h2>
      <p>
        {words.bot.soFarAFigureThat(
          s.provisional ? words.bot.provisionalTheRecordIsShorter : '',
          s.rank_interval === null ? '' : `${tiedWith(s.rank_interval)} `,
          counted(s.daily_returns, 'daily return'),
          (text) => (
            <a href="/figures">{text}</a>
          ),
        )}
      </p>
      <details>
        <summary>{words.bot.theFiguresAsATable}</summary>
        <Table
          labelledBy="figures-title"
          caption={
            <>
              <a href={`/api/agents/${s.agent_id}/statistics`}>{words.bot.theSameAsJson}</a>
            </>
          }
          columns={[{ head: words.bot.figure }, { n: words.bot.value }, words.bot.whatItSays]}
          rows={[
            ...computedFigures
              .filter((id) => !shownAbove.includes(id))
              .map((id) => figureRow(id, figureText(id, s.figures[id]))),
            figureRow(
              'excess_day_interval_pct',
              interval === null ? open : words.bot.to2(signedPlaces(interval.low), signedPlaces(interval.high)),
            ),
          ]}
        />
      </details>
    </section>
  );
}

function figureRow(id: FigureId | OtherFigureId, value: string): ComponentChildren[] {
  const entry = figureWords(id);
  const says = value === open ? words.bot.openItNeeds(entry.needs) : entry.meaning;
  return [<a href={figureHref(id)}>{entry.name}</a>, value, says];
}

/** Of a figure that the record does not bear. */
export const open = '–';

export function figureText(id: FigureId, value: number | null): string {
  if (value === null) return open;
  const { unit, places } = figureCatalogue[id];
  if (unit !== 'percent') return decimals(value, places);
  if (places > 2) return signedPlaces(value);
  return id.includes('return') ? signedPercent(value) : percent(value);
}

function signedPlaces(value: number): string {
  return percentTo(value, 4);
}

function tiedWith({ from, to }: RankInterval): string {
  return from === to
    ? words.bot.itsRecordTellsRankApart(count(from))
    : words.bot.asFarAsItsRecord(count(from), count(to));
}

/** Nothing where there is nothing to tell. */
export function Twins({ twins }: { twins: TwinsView | null }): JSX.Element | null {
  if (!twins || twins.notes.length === 0) return null;
  return (
    <section id="twins" aria-labelledby="twins-title">
      <h2 id="twins-title">{words.bot.movesAsOneWith}</h2>
      <p class="muted">
        {words.bot.ofThisLeagueAsCompared(counted(twins.total, 'bot'), <Instant iso={twins.compared_at} />, (text) => (
          <a href={figureHref('twins')}>{text}</a>
        ))}
      </p>
      <ul>
        {twins.notes.map((n) => (
          <li key={n.agent_id}>{words.bot.correlation(<BotLink bot={n} />, n.note, decimals(n.correlation, 4))}</li>
        ))}
      </ul>
    </section>
  );
}

/** Every figure that is published, from the one catalogue. */
export function FiguresPage(): JSX.Element {
  const entries = Object.entries(figureCatalogue) as [FigureId | OtherFigureId, FigureEntry][];
  return (
    <Layout title={words.bot.figuresPapertape} description={words.bot.whatEachFigureOfA} json="/rules.json">
      <h1>{words.bot.figures}</h1>
      <p class="lead">{words.bot.dailyReturnsAreValuesAt}</p>
      {entries.map(([id, e]) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{e.name}</h2>
          <p>{e.meaning}</p>
          <Facts
            kind="about"
            facts={[
              [words.bot.formula, e.formula],
              [words.bot.unit, e.unit],
              [words.bot.needs, e.needs],
              [words.bot.source, e.source],
              [words.bot.nameInJson, words.bot.version(id, e.version)],
            ]}
          />
        </section>
      ))}
    </Layout>
  );
}
