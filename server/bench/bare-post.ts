/**
 * The ceiling of POST weights on PostgreSQL: bare node:http that parses the same JSON and inserts one row per request, all requests that
 * arrived together in one statement, and answers when the row is durable. `node bare-post.ts DATABASE_URL`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { tellProcessorTime } from './processor.ts';

interface Row {
  readonly path: string;
  readonly date: string;
  readonly weights: string;
  readonly done: () => void;
}

const rowsPerStatementMax = 1_000;
const database = new Client({ connectionString: process.argv[2] });
await database.connect();
await database.query(
  'create table bare_rows (id bigserial primary key, path text not null, date text not null, weights text not null)',
);

let queue: Row[] = [];
let running = false;

async function insertAll(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  while (queue.length > 0) {
    const rows = queue.slice(0, rowsPerStatementMax);
    queue = queue.slice(rows.length);
    await database.query({
      name: 'rows',
      text: 'insert into bare_rows (path, date, weights) select * from unnest($1::text[], $2::text[], $3::text[])',
      values: [rows.map((r) => r.path), rows.map((r) => r.date), rows.map((r) => r.weights)],
    });
    for (const row of rows) row.done();
  }
  running = false;
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString()) as { date: string; weights: Record<string, number> };
    const done = (): void => {
      const text = JSON.stringify({ ok: true, date: body.date, weights: body.weights });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    };
    queue.push({ path: request.url ?? '', date: body.date, weights: JSON.stringify(body.weights), done });
    if (running) return;
    running = true;
    void insertAll();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
tellProcessorTime();
process.on('SIGTERM', () => process.exit(0));
