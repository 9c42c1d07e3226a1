/** The public incident log, and what was confirmed of the chains that prices are read from. */
import type { JSX } from 'preact';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { FinalityView, IncidentLog, IncidentView } from 'papertape-contract/status';
import { botHref, LeagueLink } from './links.tsx';
import { count, counted } from '../html/format.ts';
import { incidentWords } from '../html/incident-words.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, Pager, PriceSource } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface IncidentsPageProps {
  readonly log: IncidentLog;
  readonly finality: readonly FinalityView[] | null;
  readonly source: PriceSourceInfo;
  readonly clockSpeed: number;
}

export function incidentsHref(page = 1): string {
  return page === 1 ? '/incidents' : `/incidents?page=${page}`;
}

export function IncidentsPage({ log, finality, source, clockSpeed }: IncidentsPageProps): JSX.Element {
  return (
    <Layout
      title="Incidents · Papertape"
      description="What went wrong with prices, and what the operator did by hand."
      json={`/api/incidents?page=${log.page}`}
    >
      <section class="intro" aria-labelledby="title">
        <h1 id="title">Incidents</h1>
        <p class="lead">
          What went wrong with prices, and everything that the operator did by hand, with the reason. No entry is ever
          changed.
        </p>
        <PriceSource source={source} clockSpeed={clockSpeed} />
      </section>
      <section aria-labelledby="log">
        <h2 id="log">The log</h2>
        {log.total === 0 ? <p class="empty">There was none so far.</p> : <Log log={log} />}
        <Pager label="Pages of the log" page={log.page} pages={log.pages} href={incidentsHref} />
      </section>
      {finality === null ? null : <Finality finality={finality} />}
    </Layout>
  );
}

function Log({ log }: Pick<IncidentsPageProps, 'log'>): JSX.Element {
  return (
    <Table
      labelledBy="log"
      kind="prose"
      caption={
        <>{counted(log.total, 'entry', 'entries')}, newest first. The instant is the mark at which it was noted.</>
      }
      columns={['When', 'What', 'Of', 'By', { text: 'Why' }]}
      roles
      rows={log.incidents.map((i) => [
        <Instant iso={i.at} />,
        `${incidentWords[i.kind]}${i.capacity === null ? '' : ` to ${count(i.capacity)} a tier`}`,
        <What about={i.about} />,
        i.by === 'engine' ? 'the service' : 'the operator',
        <bdi>{i.reason}</bdi>,
      ])}
    />
  );
}

/** A symbol or a close as it is; a bot and a league with their page. */
function What({ about: { kind, id } }: Pick<IncidentView, 'about'>): JSX.Element {
  if (kind === 'bot') return <a href={botHref(id)}>{id}</a>;
  if (kind === 'league') return <LeagueLink league={id} />;
  return <>{id}</>;
}

function Finality({ finality }: { readonly finality: readonly FinalityView[] }): JSX.Element {
  return (
    <section aria-labelledby="finality">
      <h2 id="finality">Confirmed by the chains</h2>
      <Table
        labelledBy="finality"
        caption="When a block can no longer be replaced, every endpoint of the chain is asked whether the one in which a mark was read is still there, and what was read in it."
        columns={[
          'Chain',
          'Confirmed up to',
          { n: 'Marks since' },
          { n: 'Blocks replaced' },
          { n: 'Read otherwise' },
          'Endpoints that differ',
        ]}
        rows={finality.map((f) => [
          f.name,
          f.checked_to === null ? 'no mark yet' : <Instant iso={f.checked_to} />,
          count(f.pending),
          count(f.gone),
          count(f.differs),
          f.differing.length === 0 ? 'none' : f.differing.map((e) => e.host).join(', '),
        ])}
      />
    </section>
  );
}
