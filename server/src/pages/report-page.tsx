/** A strategy report to read and to print. */
import type { JSX } from 'preact';
import type { StrategyReport } from 'papertape-contract/payment';
import { counted, minus } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, Prose } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { BotLink, LeagueLink } from './links.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';

export function ReportPage({ report: r }: { readonly report: StrategyReport }): JSX.Element {
  return (
    <Layout
      title={words.showcase.strategyReportPapertape(r.name)}
      description={words.showcase.theRecordOfABot}
      json={`/api/pay/order/${r.reference}/report`}
    >
      <section aria-labelledby="report-title">
        <h1 id="report-title">{words.showcase.strategyReport(<BotLink bot={r} />)}</h1>
        <p class="lead">
          <LeagueLink league={r.league} />
          {r.as_of === null ? words.showcase.beforeItsFirstClose : words.showcase.asOf}
          {r.as_of === null ? null : <Instant iso={r.as_of} />}, {counted(r.closes, 'close')},{' '}
          {counted(r.daily_returns, 'daily return')}.
        </p>
        <p lang={inEnglish()}>
          <Prose text={r.note} />
        </p>
        {r.provisional ? <p class="notice">{words.showcase.provisionalTheRecordIsShorter}</p> : null}
        {r.rank_interval === null ? null : (
          <p>{words.showcase.theRecordDoesNotTell(r.rank_interval.from, r.rank_interval.to)}</p>
        )}
        <Table
          labelledBy="report-title"
          kind="prose"
          roles
          caption={words.showcase.everyFigureWithWhatIt}
          columns={[
            { head: words.showcase.figure },
            { n: words.showcase.value },
            { text: words.showcase.interval },
            { text: words.showcase.whatItSays },
            { text: words.showcase.howItIsMade },
          ]}
          rows={r.figures.map((f) => [
            f.name,
            f.value === null ? '–' : measured(f, f.value),
            f.interval === null
              ? words.showcase.none
              : words.showcase.to(measured(f, f.interval.low), measured(f, f.interval.high), f.interval.says),
            f.value === null ? words.showcase.openItNeeds(f.needs, f.means) : f.means,
            `${f.formula} (${f.source})`,
          ])}
        />
      </section>
    </Layout>
  );
}

function measured({ unit }: Pick<StrategyReport['figures'][number], 'unit'>, value: string | number): string {
  return `${String(value).replace('-', minus)}${unit === 'percent' ? '%' : ''}`;
}
