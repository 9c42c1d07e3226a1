/** Every error code, from the one catalogue, and the reason codes of orders. */
import type { JSX } from 'preact';
import { errorCatalogue } from 'papertape-contract/errors';
import { orderReasonCodes } from '../published/rules.ts';
import { Layout } from '../html/layout.tsx';
import { Prose } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

export function ErrorsPage(): JSX.Element {
  return (
    <Layout title={words.status.errorsPapertape} description={words.status.everyErrorCodeOfThe} json="/rules.json">
      <h1>{words.status.errors}</h1>
      <p class="lead">
        {words.status.everyFailureHasTheBody(
          <code>{'{"detail", "error": {"code", "fix"}}'}</code>,
          <code>detail</code>,
        )}
      </p>
      <section aria-labelledby="codes">
        <h2 id="codes">{words.status.codes}</h2>
        <Codes
          caption={words.status.eachWithTheStatusOf}
          of={words.status.status}
          rows={Object.entries(errorCatalogue).map(([code, e]) => [code, String(e.status), e.when, e.fix])}
        />
      </section>
      <section aria-labelledby="reasons">
        <h2 id="reasons">{words.status.reasonCodesOfOrders}</h2>
        <Codes
          caption={words.status.whatAnOrderSaysOf}
          of={words.status.state}
          rows={Object.entries(orderReasonCodes).map(([code, r]) => [code, r.state, r.meaning, r.next])}
        />
      </section>
    </Layout>
  );
}

type Row = readonly [code: string, of: string, meaning: string, next: string];

function Codes({ caption, of, rows }: { caption: string; of: string; rows: readonly Row[] }): JSX.Element {
  return (
    <Table
      label={caption}
      kind="prose codes"
      caption={caption}
      columns={[{ head: words.status.code }, of, { text: words.status.when }, { text: words.status.whatToDo }]}
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
