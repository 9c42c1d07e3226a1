/** Does the service run, and how did the last days go: what GET /api/status and /api/status/history answer, for people. */
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import type { StatusDay, StatusHistory, StatusView } from 'papertape-contract/status';
import { count, counted, dateText, dayText } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, PriceSource } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { Finality, IncidentTable } from './incidents-page.tsx';
import { words } from '../words/words.ts';

export interface StatusPageProps {
  readonly status: Omit<StatusView, 'log' | 'overloaded' | 'window_full' | 'backup'>;
  readonly history: StatusHistory;
}

export function StatusPage({ status, history }: StatusPageProps): JSX.Element {
  const { marks_late: late, last_mark: lastMark, orders_open: isOpen } = status;
  return (
    <Layout
      title={words.status.statusPapertape}
      description={words.status.whetherOrdersAreTakenWhether}
      json="/api/status"
    >
      <section class="intro" aria-labelledby="status-title">
        <h1 id="status-title">{words.status.status}</h1>
        <p class="lead">
          {isOpen
            ? words.status.spotCryptoTakesOrders
            : words.status.spotCryptoTakesNoOrders(status.reason ?? words.status.noReasonGiven)}{' '}
          {late <= lateMarksOf(status) ? words.status.marksAreInTime : words.status.late(counted(late, 'mark is'))}
        </p>
        <PriceSource source={status.price_source} clockSpeed={status.clock.speed} />
      </section>
      <section aria-label={words.status.now}>
        <Facts
          kind="facts big"
          facts={[
            [words.status.lastMark, lastMark === null ? words.status.noneYet : <Instant iso={lastMark} />],
            [
              words.status.lastClose,
              status.last_close === null ? words.status.noneYet : <Instant iso={status.last_close} />,
            ],
            [words.status.nextClose, <Instant iso={status.next_close} />],
            [words.status.bots, count(status.bots)],
            [words.status.ordersPending, count(status.orders_pending)],
            [words.status.version, status.version],
          ]}
        />
      </section>
      <section aria-labelledby="days">
        <h2 id="days">{words.status.theLastDays(limits.statusDaysMax)}</h2>
        {history.days.length === 0 ? <p class="empty">{words.status.noMarkIsDoneYet}</p> : <Days days={history.days} />}
      </section>
      <section aria-labelledby="latest">
        <h2 id="latest">{words.status.latestIncidents}</h2>
        {status.incidents.length === 0 ? (
          <p class="empty">{words.status.noneSoFar}</p>
        ) : (
          <IncidentTable
            labelledBy="latest"
            caption={words.status.newestFirst}
            incidents={status.incidents.slice(0, 5)}
          />
        )}
        <p>
          <a href="/incidents">{words.status.allIncidents}</a>
        </p>
      </section>
      {status.finality === null ? null : <Finality finality={status.finality} />}
    </Layout>
  );
}

/** Where the clock runs faster than real time, a mark or two are due at any moment. */
function lateMarksOf({ clock }: StatusPageProps['status']): number {
  return clock.kind === 'real' ? 0 : 2;
}

const dayWords = (): Readonly<Record<StatusDay['state'], string>> => ({
  whole: words.status.asItShouldBe,
  late: words.status.lateMarks,
  incident: words.status.anIncident,
});

/** A day is a column: its height and its cut tell the state besides its colour. */
function Days({ days }: { readonly days: readonly StatusDay[] }): JSX.Element {
  const before = Math.max(0, limits.statusDaysMax - days.length);
  const unusual = days.filter(({ state }) => state !== 'whole').toReversed();
  return (
    <>
      <ol class="days" aria-label={words.status.daysTheOldestFirst}>
        {Array.from({ length: before }, (_, i) => (
          <li key={i} class="day-none" aria-hidden="true" />
        ))}
        {days.map((day) => (
          <li key={day.date} class={`day-${day.state}`} title={`${dateText(day.date)}: ${dayWords()[day.state]}`}>
            <span class="unseen">
              {dateText(day.date)}: {dayWords()[day.state]}
            </span>
          </li>
        ))}
      </ol>
      <p class="days-ends" aria-hidden="true">
        <span>{words.status.daysAgo(limits.statusDaysMax)}</span>
        <span>{dayText(days.at(-1)?.date ?? '')}</span>
      </p>
      <p class="days-key muted">
        {(['whole', 'late', 'incident'] as const).map((state) => (
          <span key={state}>
            <i class={`day-${state}`} aria-hidden="true" /> {dayWords()[state]}:{' '}
            {counted(days.filter((d) => d.state === state).length, 'day')}
          </span>
        ))}
      </p>
      {unusual.length === 0 ? null : (
        <Table
          label={words.status.daysThatWereNotAs}
          folds
          columns={[
            { head: words.status.day },
            words.status.what,
            { n: words.status.marks },
            { n: words.status.late2 },
            { n: words.status.incidents },
          ]}
          rows={unusual.map((d) => [
            dateText(d.date),
            dayWords()[d.state],
            count(d.marks),
            count(d.marks_late),
            count(d.incidents),
          ])}
        />
      )}
      <p class="machine">
        <a href="/api/status/history">{words.status.theseDaysAsJson}</a>
      </p>
    </>
  );
}
