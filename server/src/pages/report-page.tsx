/** A strategy report to read and to print. */
import type { JSX } from 'preact';
import type { StrategyReport } from 'papertape-contract/payment';
import { counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { BotLink, LeagueLink } from './links.tsx';

export function ReportPage({ report: r }: { readonly report: StrategyReport }): JSX.Element {
  return (
    <Layout
      title={`Strategy report: ${r.name} · Papertape`}
      description="The record of a bot, each figure explained."
      json={`/api/pay/order/${r.reference}/report`}
    >
      <section aria-labelledby="report-title">
        <h1 id="report-title">
          Strategy report: <BotLink bot={r} />
        </h1>
        <p class="lead">
          <LeagueLink league={r.league} />
          {r.as_of === null ? ', before its first close' : ', as of '}
          {r.as_of === null ? null : <Instant iso={r.as_of} />}, {counted(r.closes, 'close')},{' '}
          {counted(r.daily_returns, 'daily return')}.
        </p>
        <p>{r.note}</p>
        {r.provisional ? (
          <p class="notice">
            Provisional: the record is shorter than 20 closes, or without a fill. It does not mean much yet.
          </p>
        ) : null}
        {r.rank_interval === null ? null : (
          <p>
            The record does not tell its rank apart from ranks {r.rank_interval.from} to {r.rank_interval.to}.
          </p>
        )}
        <Table
          labelledBy="report-title"
          caption="Every figure with what it says, how it is made and where that is from"
          columns={[{ head: 'Figure' }, { n: 'Value' }, 'Interval', 'What it says', 'How it is made']}
          rows={r.figures.map((f) => [
            f.name,
            f.value === null ? '–' : `${f.value}${f.unit === 'percent' ? '%' : ''}`,
            f.interval === null ? 'none' : `${f.interval.low} to ${f.interval.high}. ${f.interval.says}`,
            f.value === null ? `Open: it needs ${f.needs}. ${f.means}` : f.means,
            `${f.formula} (${f.source})`,
          ])}
        />
      </section>
    </Layout>
  );
}
