/** The public incident log, and what was confirmed of the chains that prices are read from. */
import type { ComponentChildren, JSX } from 'preact';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { FinalityView, IncidentLog, IncidentView } from 'papertape-contract/status';
import { botHref, LeagueLink } from './links.tsx';
import { count, counted } from '../html/format.ts';
import { NotChosen } from '../html/form-field.tsx';
import { Layout } from '../html/layout.tsx';
import { Instant, Pager, PriceSource } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

export interface IncidentsPageProps {
  readonly log: IncidentLog;
  /** Shown alone; undefined for all. */
  readonly kind: IncidentView['kind'] | undefined;
  readonly finality: readonly FinalityView[] | null;
  readonly source: PriceSourceInfo;
  readonly clockSpeed: number;
}

export function incidentsHref(page = 1, kind?: IncidentView['kind']): string {
  const query = new URLSearchParams({
    ...(kind === undefined ? {} : { kind }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? '/incidents' : `/incidents?${query.toString()}`;
}

export function IncidentsPage({ log, kind, finality, source, clockSpeed }: IncidentsPageProps): JSX.Element {
  return (
    <Layout
      title={words.status.incidentsPapertape}
      description={words.status.whatWentWrongWithPrices}
      json={`/api${incidentsHref(log.page, kind)}`}
      feed="/feeds/incidents.atom"
    >
      <section class="intro" aria-labelledby="title">
        <h1 id="title">{words.status.incidents}</h1>
        <p class="lead">{words.status.whatWentWrongWithPrices2}</p>
        <PriceSource source={source} clockSpeed={clockSpeed} />
      </section>
      <section aria-labelledby="log">
        <h2 id="log">{words.status.theLog}</h2>
        <KindForm kind={kind} />
        {log.total === 0 ? (
          <p class="empty">{kind === undefined ? words.status.thereWasNoneSoFar : words.status.thereWasNoneOfThis}</p>
        ) : (
          <IncidentTable
            labelledBy="log"
            caption={<>{words.status.newestFirstTheInstantIs(counted(log.total, 'entry'))}</>}
            incidents={log.incidents}
          />
        )}
        <Pager
          label={words.status.pagesOfTheLog}
          page={log.page}
          pages={log.pages}
          href={(page) => incidentsHref(page, kind)}
        />
      </section>
      {finality === null ? null : <Finality finality={finality} />}
    </Layout>
  );
}

/** Works without scripts: the choice goes into the address. */
function KindForm({ kind }: Pick<IncidentsPageProps, 'kind'>): JSX.Element {
  return (
    <form class="picker" method="get" action="/incidents">
      <label for="kind">{words.status.kind}</label>
      <select id="kind" name="kind" required>
        {kind === undefined ? <NotChosen /> : null}
        {Object.entries(words.incidents).map(([id, word]) => (
          <option key={id} value={id} selected={id === kind}>
            {word}
          </option>
        ))}
      </select>
      <button type="submit">{words.status.showThese}</button>
      {kind === undefined ? null : <a href="/incidents">{words.status.showAll}</a>}
    </form>
  );
}

interface IncidentTableProps {
  readonly labelledBy: string;
  readonly caption: ComponentChildren;
  readonly incidents: readonly IncidentView[];
}

export function IncidentTable({ labelledBy, caption, incidents }: IncidentTableProps): JSX.Element {
  return (
    <Table
      labelledBy={labelledBy}
      kind="prose"
      caption={caption}
      columns={[words.status.when, words.status.what, words.status.ofWord, words.status.by, { text: words.status.why }]}
      roles
      rowIds={incidents.map((i) => `incident-${i.id}`)}
      rows={incidents.map((i) => [
        <Instant iso={i.at} />,
        `${words.incidents[i.kind]}${i.capacity === null ? '' : words.status.toATier(count(i.capacity))}`,
        <What about={i.about} />,
        i.by === 'engine' ? words.status.theService : words.status.theOperator,
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

export function Finality({ finality }: { readonly finality: readonly FinalityView[] }): JSX.Element {
  return (
    <section aria-labelledby="finality">
      <h2 id="finality">{words.status.confirmedByTheChains}</h2>
      <Table
        labelledBy="finality"
        caption={words.status.whenABlockCanNo}
        columns={[
          words.status.chain,
          words.status.confirmedUpTo,
          { n: words.status.marksSince },
          { n: words.status.blocksReplaced },
          { n: words.status.readOtherwise },
          words.status.endpointsThatDiffer,
        ]}
        rows={finality.map((f) => [
          f.name,
          f.checked_to === null ? words.status.noMarkYet : <Instant iso={f.checked_to} />,
          count(f.pending),
          count(f.gone),
          count(f.differs),
          f.differing.length === 0 ? words.status.none : f.differing.map((e) => e.host).join(', '),
        ])}
      />
    </section>
  );
}
