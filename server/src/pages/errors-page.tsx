/** Every error code, from the one catalogue, and the reason codes of orders. */
import type { JSX } from 'preact';
import { errorCatalogue } from 'papertape-contract/errors';
import { orderReasonCodes } from '../published/rules.ts';
import { Layout } from '../html/layout.tsx';
import { Table } from '../html/table.tsx';

export function ErrorsPage(): JSX.Element {
  return (
    <Layout
      title="Errors · Papertape"
      description="Every error code of the service: when it comes, and what to do."
      json="/rules.json"
    >
      <h1>Errors</h1>
      <p class="lead">
        Every failure has the body <code>{'{"detail", "error": {"code", "fix"}}'}</code>. Codes are stable; what{' '}
        <code>detail</code> says is of the request.
      </p>
      <section aria-labelledby="codes">
        <h2 id="codes">Codes</h2>
        <Codes
          caption="Each with the status of its answer."
          of="Status"
          rows={Object.entries(errorCatalogue).map(([code, e]) => [code, String(e.status), e.when, e.fix])}
        />
      </section>
      <section aria-labelledby="reasons">
        <h2 id="reasons">Reason codes of orders</h2>
        <Codes
          caption="What an order says of its state."
          of="State"
          rows={Object.entries(orderReasonCodes).map(([code, r]) => [code, r.state, r.meaning, r.next])}
        />
      </section>
    </Layout>
  );
}

/** What stands between backticks is code. */
function Prose({ text }: { text: string }): JSX.Element {
  return <>{text.split('`').map((piece, i) => (i % 2 === 1 ? <code key={i}>{piece}</code> : piece))}</>;
}

type Row = readonly [code: string, of: string, meaning: string, next: string];

function Codes({ caption, of, rows }: { caption: string; of: string; rows: readonly Row[] }): JSX.Element {
  return (
    <Table
      label={caption}
      kind="prose codes"
      caption={caption}
      columns={[{ head: 'Code' }, of, { text: 'When' }, { text: 'What to do' }]}
      roles
      rowIds={rows.map(([code]) => code)}
      rows={rows.map(([code, what, meaning, next]) => [
        <code>{code}</code>,
        what,
        <Prose text={meaning} />,
        <Prose text={next} />,
      ])}
    />
  );
}
