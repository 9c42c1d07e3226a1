/** The page of a witness: its key, and what it saw last of each log. It stands alone, without the pages of a league. */
import type { ComponentChildren, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Table } from '../html/table.tsx';
import type { FollowedLog, WitnessReport } from './witness.ts';

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  '.scroll{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.3rem 1.2rem .3rem 0;text-align:left;vertical-align:top}' +
  'code,pre{overflow-wrap:anywhere;white-space:pre-wrap}.fork{border-left:.3rem solid #c00;padding-left:1rem}';

/** A whole HTML document. */
export function witnessPage(report: WitnessReport): string {
  return `<!doctype html>${renderToString(<Page {...report} />)}`;
}

function Page({ name, vkey, logs, forks }: WitnessReport): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Witness ${name}`}</title>
        <link rel="alternate" type="application/json" href="status.json" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <h1>Witness {name}</h1>
        <p>
          This witness puts its signature below a log's checkpoint only when the log still has every entry that it had
          the last time, in the same order. Its key:
        </p>
        <pre>{vkey}</pre>
        {forks.map((fork) => (
          <section class="fork">
            <h2>
              {fork.origin} signed two different trees of {fork.size} entries
            </h2>
            <p>
              Cosigned before; the other one was refused at {fork.time}. Whoever has both can show that the log was
              forked.
            </p>
            <pre>{fork.cosigned}</pre>
            <pre>{fork.refused}</pre>
          </section>
        ))}
        <h2 id="logs">Logs</h2>
        <Table labelledBy="logs" columns={[{ head: 'log' }, 'entries', 'cosigned', 'root']} rows={logs.map(cells)} />
        <p>
          The same, with keys and checkpoints, for programs: <a href="status.json">status.json</a>
        </p>
      </body>
    </html>
  );
}

function cells({ origin, keys, size, root, cosigned_at: cosignedAt }: FollowedLog): ComponentChildren[] {
  return [
    keys.length === 0 ? `${origin} (not followed any more)` : origin,
    size ?? 'none yet',
    cosignedAt ?? 'never',
    <code>{root ?? ''}</code>,
  ];
}
