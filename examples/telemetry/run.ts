/**
 * `node examples/telemetry/run.ts`: what a service sends by OpenTelemetry's protocol, without a collector. It starts a receiver on loopback and a
 * league of its own that sends to it, asks the league for its status, waits for a mark, and prints the names of what arrived.
 * docs/operators/telemetry.md tells of it. After `npm run build`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface Named {
  readonly name: string;
}
interface Sent {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly Named[] }[] }[];
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly Named[] }[] }[];
}

const spans = new Set<string>();
const metrics = new Set<string>();

const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(Buffer.concat(parts).toString()) as Sent;
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) for (const { name } of scope.spans) spans.add(name);
    for (const { scopeMetrics } of resourceMetrics)
      for (const scope of scopeMetrics) for (const { name } of scope.metrics) metrics.add(name);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));

const folder = mkdtempSync(join(tmpdir(), 'papertape-telemetry-'));
const main = resolve(import.meta.dirname, '../../server/dist/main.js');
const service = spawn(process.execPath, [main, 'serve'], {
  env: {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PORT: '0',
    // Five minutes of the league take half a second.
    PAPERTAPE_CLOCK_SPEED: '600',
    PAPERTAPE_TELEMETRY: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((done) => service.once('close', done));
let said = '';
service.stdout.on('data', (data: Buffer) => {
  const before = said;
  said += data.toString();
  const url = /"url":"([^"]+)"/.exec(said)?.[1];
  if (url !== undefined && !before.includes('"url":"')) void fetch(`${url}/api/status`).then((answer) => answer.text());
});
// It sends what waits before it ends. A second signal would end it at once.
const looked = setInterval(() => {
  if (!spans.has('marks') || !spans.has('GET /api/status')) return;
  clearInterval(looked);
  service.kill('SIGTERM');
}, 50);
await ended;
clearInterval(looked);
receiver.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`spans: ${[...spans].sort().join(', ')}\nmetrics: ${[...metrics].sort().join(', ')}\n`);
