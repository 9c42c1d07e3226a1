/** Traces and metrics of a real league, as a receiver on loopback gets them: over HTTP, as JSON. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';
import { createTestLog } from '../../harness/log.ts';
import { testEngine } from '../../harness/database.ts';
import { attributesOf, openOtlpReceiver, type OtlpReceiver, type SentSpan } from '../../harness/otlp-receiver.ts';

let receiver: OtlpReceiver;
let league: League | undefined;
beforeEach(async () => {
  receiver = await openOtlpReceiver();
});
afterEach(async () => {
  await league?.close();
  league = undefined;
  await receiver.close();
});

const settings = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PAPERTAPE_TELEMETRY: 'on',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  ...more,
});

/** Ends the service, which sends what waits. */
async function end(of: League): Promise<void> {
  await of.stop();
  await of.database.drop();
  league = undefined;
}

const named = (name: string): SentSpan[] => receiver.spans().filter((span) => span.name === name);
const only = (name: string): SentSpan => {
  const found = named(name);
  expect(
    found.length,
    `${name} in ${receiver
      .spans()
      .map((span) => span.name)
      .join(', ')}`,
  ).toBe(1);
  return found[0] as SentSpan;
};
const childrenOf = ({ spanId }: SentSpan): SentSpan[] =>
  receiver.spans().filter(({ parentSpanId }) => parentSpanId === spanId);

const get = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(`${league?.url}${path}`, init);
  await answer.arrayBuffer();
  return answer;
};

describe('requests', () => {
  test('each has a span with method, route and status, whichever way it is answered; statements are below it', async () => {
    league = await openLeague({ env: settings() });
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    await get('/api/leagues');
    await get('/api/leagues');
    await get(`/api/agents/${bot.id}?nothing=1`);
    await get('/nowhere/at/all');
    await fetch(`${league.url}/api/leagues`, { method: 'PROPFIND' });
    await end(league);

    // By the framework, by the short way, and as ready bytes.
    const registered = only('POST /api/agents/register');
    expect(registered.kind).toBe(2);
    expect(attributesOf(registered)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/agents/register',
      'http.response.status_code': 200,
    });
    expect(attributesOf(only('POST /api/agents/{agent_id}/weights'))['http.response.status_code']).toBe(200);
    expect(named('GET /api/leagues')).toHaveLength(2);
    expect(attributesOf(only('GET'))).toEqual({ 'http.request.method': 'GET', 'http.response.status_code': 404 });
    expect(attributesOf(only('HTTP /api/leagues'))['http.request.method']).toBe('_OTHER');

    const statements = childrenOf(registered);
    expect(statements.length).toBeGreaterThan(0);
    expect(attributesOf(registered)['papertape.statements']).toBe(statements.length);
    for (const statement of statements) {
      expect(statement.kind).toBe(3);
      expect(statement.traceId).toBe(registered.traceId);
      expect(attributesOf(statement)).toMatchObject({
        'db.system.name': testEngine === 'sqlite' ? 'sqlite' : 'postgresql',
        'db.operation.name': statement.name,
      });
      expect(BigInt(statement.endTimeUnixNano) >= BigInt(statement.startTimeUnixNano)).toBe(true);
    }
    // Ready bytes ask the database nothing.
    const [, second] = named('GET /api/leagues') as [SentSpan, SentSpan];
    expect(childrenOf(second)).toEqual([]);
  });

  test('no key, no address, no mail address, no name, no path and no query is sent', async () => {
    league = await openLeague({ env: settings({ PAPERTAPE_PROXIES: '127.0.0.1' }) });
    const bot = await league.enter({ name: 'Heron of the Marsh', contact: 'heron@marsh.example' });
    const headers = {
      Authorization: `Bearer ${bot.key}`,
      'X-Forwarded-For': '203.0.113.77',
      'User-Agent': 'marsh-agent/1 (keeper@marsh.example)',
      tracestate: 'vendor=secret-of-the-marsh',
    };
    await get(`/api/agents/${bot.id}?q=marsh-query`, { headers });
    await get('/recover/marsh-token-marsh-token', { headers });
    await get('/contact/marsh-token-marsh-token', { headers });
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.advance({ minutes: 40 });
    await end(league);
    expect(receiver.spans().length).toBeGreaterThan(5);
    const sent = receiver.requests.map(({ body }) => body.toString()).join('\n');
    const never = [bot.key, bot.key.slice(4), bot.id, '203.0.113.77', '127.0.0.1', 'marsh', 'Heron', 'Bearer', '?q='];
    expect(never.filter((text) => sent.includes(text))).toEqual([]);
  });

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parentId = '00f067aa0ba902b7';

  test('a traceparent is gone on with; one that is not well-formed begins a trace of its own', async () => {
    league = await openLeague({ env: settings() });
    await get('/api/status', { headers: { traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'a=b' } });
    await get('/api/status', { headers: { traceparent: `00-${traceId}-${parentId}-00` } });
    for (const wrong of ['', 'x', `ff-${traceId}-${parentId}-01`, `00-${'0'.repeat(32)}-${parentId}-01`])
      await get('/healthz', { headers: { traceparent: wrong } });
    await end(league);
    // The second one's caller does not keep it.
    expect(only('GET /api/status')).toMatchObject({ traceId, parentSpanId: parentId });
    const own = named('GET /healthz');
    expect(own).toHaveLength(4);
    expect(new Set(own.map((span) => span.traceId)).size).toBe(4);
    expect(own.some((span) => span.traceId === traceId || (span.parentSpanId ?? '') !== '')).toBe(false);
  });

  test('a sampler that asks no caller keeps what it keeps whatever the caller says', async () => {
    league = await openLeague({ env: settings({ OTEL_TRACES_SAMPLER: 'always_off' }) });
    await get('/api/status', { headers: { traceparent: `00-${traceId}-${parentId}-01` } });
    await league.advance({ minutes: 10 });
    await end(league);
    expect(receiver.spans()).toEqual([]);
    expect(receiver.metrics().length).toBe(1);
  });

  test('what the service cannot do is an error, what the client got wrong is none', async () => {
    league = await openLeague({ env: settings() });
    await get('/api/agents/nobody');
    // A day without marks.
    league.clock.set(league.now() + 86_400_000);
    expect((await get('/readyz')).status).toBe(503);
    await end(league);
    expect(only('GET /readyz').status.code).toBe(2);
    expect(attributesOf(only('GET /readyz'))).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' });
    expect(only('GET /api/agents/{agent_id}').status.code ?? 0).toBe(0);
    expect(attributesOf(only('GET /api/agents/{agent_id}'))).not.toHaveProperty('error.type');
  });
});

describe('marks', () => {
  test('a transaction is a trace: its stages in order, the leagues of a close, what it stored and its commit', async () => {
    league = await openLeague({ start: '2026-03-02T22:00:00Z', env: settings() });
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.advance({ minutes: 35 });
    await league.advanceTo('2026-03-02T23:55:00Z');
    await league.advanceTo('2026-03-03T00:00:00Z');
    await end(league);
    const marks = named('marks');
    const sum = (name: string): number => marks.reduce((n, span) => n + Number(attributesOf(span)[name]), 0);
    expect([sum('papertape.marks'), sum('papertape.filled'), sum('papertape.rejected')]).toEqual([25, 1, 0]);
    const close = marks.at(-1) as SentSpan;
    expect(attributesOf(close)).toMatchObject({ 'papertape.mark': '2026-03-03T00:00:00.000Z', 'papertape.marks': 1 });
    expect([...new Set(childrenOf(close).map((span) => span.name))]).toEqual([
      ...['read', 'askAgain', 'log', 'agree', 'operate', 'suspend', 'lapse', 'fill', 'pay'].map((s) => `mark ${s}`),
      ...['beginBaselines', 'valueBaselines', 'league', 'close', 'store', 'commit'].map((s) => `mark ${s}`),
    ]);
    const leagues = childrenOf(close).filter((span) => span.name === 'mark league');
    expect(leagues.map((span) => attributesOf(span)['papertape.league'])).toContain('spot_crypto');
    expect(leagues).toHaveLength(Number(attributesOf(close)['papertape.closes']));
    for (const trace of marks)
      for (const child of childrenOf(trace)) {
        expect(child.traceId).toBe(trace.traceId);
        expect(BigInt(child.startTimeUnixNano) >= BigInt(trace.startTimeUnixNano)).toBe(true);
        expect(BigInt(child.endTimeUnixNano) <= BigInt(trace.endTimeUnixNano)).toBe(true);
      }
  });
});

describe('metrics', () => {
  test('are the figures of /metrics: names, labels, values, and buckets', async () => {
    league = await openLeague({ env: settings({ OTEL_TRACES_EXPORTER: 'none', OTEL_SERVICE_NAME: 'my-league' }) });
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.advance({ minutes: 40 });
    const text = await (await fetch(`${league.url}/metrics`)).text();
    await end(league);
    const [sent = []] = receiver.metrics();
    // As text once more, to be compared line by line.
    const lines = sent.flatMap(({ name, gauge, sum, histogram }) => [
      ...[...(gauge?.dataPoints ?? []), ...(sum?.dataPoints ?? [])].map((point) => {
        const labels = Object.entries(attributesOf(point)).map(([k, v]) => `${k}="${v}"`);
        return `${name}${labels.length === 0 ? '' : `{${labels.join(',')}}`} ${point.asDouble ?? point.asInt}`;
      }),
      ...(histogram?.dataPoints ?? []).flatMap(({ bucketCounts = [], explicitBounds = [], sum: total, count }) => {
        let below = 0;
        return [
          ...bucketCounts.map((n, i) => `${name}_bucket{le="${explicitBounds[i] ?? '+Inf'}"} ${(below += Number(n))}`),
          `${name}_sum ${total}`,
          `${name}_count ${count}`,
        ];
      }),
    ]);
    // What goes on by itself, and the request for /metrics, which is counted when it is answered.
    const moving =
      /^(process_|papertape_(storage_bytes|busy_ratio|load_signal_seconds|http_answers_total|limit_counters))/;
    const still = (all: string[]): string[] => all.filter((line) => !moving.test(line) && !/^(#|$)/.test(line));
    expect(still(lines).length).toBeGreaterThan(60);
    expect(still(lines).sort()).toEqual(still(text.split('\n')).sort());
    expect(sent.map((m) => m.name).filter((name) => moving.test(name))).toContain('process_resident_memory_bytes');

    const of = new Map(sent.map((m) => [m.name, m]));
    expect(of.get('papertape_marks_total')?.sum).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
    expect(of.get('papertape_bots')?.gauge?.dataPoints).toHaveLength(1);
    expect([of.get('papertape_order_ack_seconds')?.unit, of.get('process_resident_memory_bytes')?.unit]).toEqual([
      's',
      'By',
    ]);
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/v1/metrics']);
    expect(receiver.requests[0]?.body.toString()).toContain('"my-league"');
  });
});

describe('the receiver', () => {
  test('gets the headers that are set, at the addresses that are set, compressed if that is set', async () => {
    const env = settings({
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k%3D1, x-team=league',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/traces`,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
    });
    league = await openLeague({ env });
    await get('/healthz');
    await end(league);
    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/own/traces', '/v1/metrics']);
    for (const { headers, body } of receiver.requests) {
      expect(headers).toMatchObject({ 'api-key': 'k=1', 'x-team': 'league', 'content-type': 'application/json' });
      expect(headers['content-encoding']).toBe('gzip');
      expect(body.toString()).toContain('"test bed"');
    }
  });

  test('one that refuses or hangs is told once in the log, stops nothing, and delays an end by what it may take', async () => {
    const told = createTestLog();
    const says = async (text: string): Promise<void> => await told.says(text);
    const env = settings({
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_METRIC_EXPORT_INTERVAL: '100',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    });
    receiver.answers = 400;
    league = await openLeague({ env, overrides: { log: told.log } });
    expect((await get('/healthz')).status).toBe(200);
    await says('"signal":"traces"');
    await says('"signal":"metrics"');
    receiver.answers = 200;
    await says('taken again","signal":"metrics"');
    await get('/healthz');
    await says('taken again","signal":"traces"');
    expect(told.lines.filter((line) => line.includes('telemetry is not taken'))).toHaveLength(2);
    receiver.answers = 'nothing';
    await get('/healthz');
    const begun = performance.now();
    await end(league);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
