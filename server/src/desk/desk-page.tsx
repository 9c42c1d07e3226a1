/** The operator's page: how the service does, and what can be done about it. */
import type { ComponentChildren, JSX } from 'preact';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { iso } from '../lib/clock.ts';
import { ActForms, type ActFormsProps } from './act-forms.tsx';
import { deskForm } from './desk-form.ts';
import { ProblemNotice, type Problem } from './sign-in-page.tsx';
import type { Overview } from './overview.job.ts';

export interface DeskPageProps extends ActFormsProps {
  readonly overview: Overview;
  /** What the last act said. */
  readonly told?: string | undefined;
  /** Why the last one was not done, and what to do. */
  readonly problem?: Problem | undefined;
}

export function DeskPage({ overview, told, problem, ...forms }: DeskPageProps): JSX.Element {
  return (
    <Layout title="Operator · Papertape" description="How the service does, and what the operator can do.">
      <section class="desk" aria-labelledby="title">
        <h1 id="title">Operator</h1>
        {problem === undefined ? null : <ProblemNotice {...problem} />}
        {told === undefined ? null : (
          <pre class="notice" role="status">
            {told}
          </pre>
        )}
        <nav aria-label="On this page">
          {sections.map(([id, name]) => (
            <>
              <a href={`#${id}`}>{name}</a>{' '}
            </>
          ))}
        </nav>
        <form method="post" action="/operator/sign-out">
          <input type="hidden" name={deskForm.formKey} value={forms.formKey} />
          <button type="submit">Sign out</button>
        </form>
      </section>
      <Health overview={overview} />
      <Leagues overview={overview} />
      <Marks overview={overview} />
      <Incidents overview={overview} />
      <Mails overview={overview} />
      <Moderation overview={overview} />
      <section class="desk" aria-labelledby="acts">
        <h2 id="acts">What can be done</h2>
        <p>
          Each is the command of <code>papertape admin</code> with that name. What asks for a reason is done at the next
          mark, and stands in the public incident log with it.
        </p>
        <ActForms {...forms} />
      </section>
    </Layout>
  );
}

const sections = [
  ['health', 'Health'],
  ['leagues', 'Leagues'],
  ['marks', 'Last marks'],
  ['incidents', 'Incidents'],
  ['mails', 'Mails'],
  ['moderation', 'New bots'],
  ['acts', 'What can be done'],
] as const;

function Part({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function At({ ms }: { readonly ms: number }): JSX.Element {
  return <Instant iso={iso(ms)} />;
}

/** 1234567 -> `1.2 MB` */
function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function Health({ overview }: { readonly overview: Overview }): JSX.Element {
  const { pulse, load, room, webhooks, backups, disk } = overview;
  const { lateness, lastMark, doneMs } = pulse;
  const used = [...pulse.bytes].map(([part, bytes]) => `${part} ${megabytes(bytes)}`).join(', ');
  return (
    <Part id="health" title="Health">
      <p>
        {lateness.isLate
          ? `Marks are late: ${counted(lateness.marks, 'mark')} behind.`
          : 'The database answers, and marks are done in time.'}
      </p>
      <Facts
        kind="facts"
        facts={[
          ['Time of the league', <At ms={overview.now} />],
          ['Last mark', lastMark === undefined ? 'none yet' : <At ms={lastMark} />],
          ['Done after it', doneMs === undefined ? null : `${(doneMs / 1000).toFixed(1)} s`],
          ['Last close', overview.lastClose === undefined ? null : <At ms={overview.lastClose} />],
          ['Orders pending', count(pulse.pending)],
          ['Waiting for a price', count(pulse.waiting)],
          [
            'Orders in this window',
            Number.isFinite(room.room) ? `${count(room.orders)} of ${count(room.room)}` : count(room.orders),
          ],
          ['Load', `level ${load.level}, busy ${Math.round(load.busy * 100)}%`],
          ['Bots', count(pulse.bots)],
          ['Event streams', count(overview.streams)],
          [
            'Webhooks',
            `${[...webhooks.states].map(([state, n]) => `${count(n)} ${state}`).join(', ')}; ${count(webhooks.queue)} in the queue`,
          ],
          ['Mails waiting', count(pulse.mails)],
          ['Data on the disk', used],
          ['Free on the disk', `${megabytes(disk.free)} of ${megabytes(disk.all)}`],
          ['Backups', backupsText(backups)],
          ['Memory', megabytes(overview.residentBytes)],
          ['Up', `${(overview.upSeconds / 3600).toFixed(1)} h`],
          ['Version', overview.version],
        ]}
      />
      <p class="muted">
        Prices were last agreed:{' '}
        {[...pulse.healthyAt].map(([source, at]) => `${source} ${iso(at).slice(0, 16)}Z`).join(', ') || 'never so far'}.
      </p>
    </Part>
  );
}

function backupsText(backups: Overview['backups']): ComponentChildren {
  if (!backups) return 'none are made';
  const failed = backups.outcomes.get('failed') ?? 0;
  const { newest } = backups;
  return (
    <>
      {newest ? (
        <>
          <At ms={newest.madeAt} />, {megabytes(newest.bytes)}
        </>
      ) : (
        'none yet'
      )}
      {failed > 0 ? `; ${count(failed)} failed` : ''}
    </>
  );
}

function Leagues({ overview }: { readonly overview: Overview }): JSX.Element {
  return (
    <Part id="leagues" title="Leagues">
      <Table
        label="Leagues, one in a row"
        columns={[{ head: 'League' }, 'Orders', { n: 'Bots' }, { n: 'Seats a tier' }, { text: 'The operator’s words' }]}
        kind="prose"
        roles
        rows={overview.leagues.map((l) => [
          <a href={`/leagues/${l.id}`}>{l.id}</a>,
          l.closed !== undefined ? 'closed' : !l.isLive ? 'no trading' : l.isOpen ? 'open' : 'not now',
          count(l.bots),
          count(l.capacity),
          <bdi>
            {[l.closed && `Closed: ${l.closed}`, l.hidden && `Hidden: ${l.hidden}`].filter(Boolean).join(' ') || '–'}
          </bdi>,
        ])}
      />
    </Part>
  );
}

function Marks({ overview }: { readonly overview: Overview }): JSX.Element {
  return (
    <Part id="marks" title="Last marks">
      {overview.marks.length === 0 ? (
        <p class="empty">None is done yet.</p>
      ) : (
        <Table
          label="Marks, the newest first"
          columns={['Mark', { n: 'Done after' }, { n: 'Entries of the log' }, 'In time']}
          rows={overview.marks.map((m) => [
            <At ms={m.mark} />,
            `${((m.doneAt - m.mark) / 1000).toFixed(1)} s`,
            count(m.size),
            m.isLate === undefined ? '–' : m.isLate ? 'late' : 'yes',
          ])}
        />
      )}
    </Part>
  );
}

function Incidents({ overview }: { readonly overview: Overview }): JSX.Element {
  const rows = [
    ...overview.waiting.map((a) => ['waits for its mark', a.action, a.about.id, 'operator', <bdi>{a.reason}</bdi>]),
    ...overview.incidents.map((i) => [<At ms={i.atMark} />, i.kind, i.about.id, i.by, <bdi>{i.reason}</bdi>]),
  ];
  return (
    <Part id="incidents" title="Incidents and acts">
      {rows.length === 0 ? (
        <p class="empty">There was none so far.</p>
      ) : (
        <Table
          label="Entries, the newest first"
          kind="prose"
          columns={['When', 'What', 'Of', 'By', { text: 'Why' }]}
          roles
          rows={rows}
        />
      )}
      <p>
        <a href="/incidents">The whole log</a>
      </p>
    </Part>
  );
}

function Mails({ overview }: { readonly overview: Overview }): JSX.Element {
  return (
    <Part id="mails" title="Mails that wait">
      {overview.mails.length === 0 ? (
        <p class="empty">None waits.</p>
      ) : (
        <Table
          label="Mails, the oldest first"
          caption="Those that wait longest. To whom they go is not shown."
          columns={['Kind', 'Asked for', 'Next try', { n: 'Tries' }]}
          rows={overview.mails.map((m) => [
            m.kind,
            <At ms={m.askedAt} />,
            m.isUnderWay ? 'under way' : <At ms={m.nextTryAt} />,
            count(m.tries),
          ])}
        />
      )}
    </Part>
  );
}

/** What newcomers show of themselves, to be read by a person. */
function Moderation({ overview }: { readonly overview: Overview }): JSX.Element {
  return (
    <Part id="moderation" title="New bots and what they show">
      {overview.newest.length === 0 ? (
        <p class="empty">No bots but the service’s own.</p>
      ) : (
        <Table
          label="Bots, the newest first"
          kind="prose"
          caption="The newest first. Makers wrote the texts; nothing in them is checked."
          columns={['Registered', 'Bot', 'League', { text: 'Texts' }]}
          roles
          rows={overview.newest.map((bot) => [
            <At ms={bot.registeredAt} />,
            <>
              <a href={`/bots/${bot.botId}`}>{bot.botId}</a>{' '}
              <a href={`/operator?about=${bot.botId}#acts`}>
                Act<span class="unseen"> on {bot.botId}</span>
              </a>
            </>,
            bot.league,
            <>
              {bot.texts.map(([field, text]) => (
                <>
                  <span class="muted">{field}</span> <bdi>{text}</bdi>{' '}
                </>
              ))}
            </>,
          ])}
        />
      )}
    </Part>
  );
}
