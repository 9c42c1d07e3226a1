import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { readSettings } from './config.ts';
import { otelSettings, pairsOf, telemetrySecrets } from './telemetry-settings.ts';

const on = { PAPERTAPE_TELEMETRY: 'on' };
const read = (env: Readonly<Record<string, string>>) => readSettings({ ...on, ...env }).telemetry;

test('nothing is read and nothing is wrong while the switch is off', () => {
  expect(readSettings({}).telemetry).toBeUndefined();
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere', OTEL_TRACES_SAMPLER: 'x' }).telemetry).toBeUndefined();
  expect(read({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(() => readSettings({ PAPERTAPE_TELEMETRY: 'yes' })).toThrow('PAPERTAPE_TELEMETRY is "yes"');
});

test('the standard ones are those of the specification', () => {
  expect(read({})).toMatchObject({
    traces: 'http://localhost:4318/v1/traces',
    metrics: 'http://localhost:4318/v1/metrics',
    protocol: 'http/protobuf',
    compression: 'none',
    timeoutMs: 10_000,
    metricsEveryMs: 60_000,
    sampler: 'parentbased_always_on',
    ratio: 1,
    batch: { delayMs: 5_000, queueMax: 2_048, sizeMax: 512 },
    resource: { 'service.name': 'papertape' },
  });
});

test('addresses: paths are put behind the common one, and those of one signal stand as they are', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/base/' })).toMatchObject({
    traces: 'https://otlp.example/base/v1/traces',
    metrics: 'https://otlp.example/base/v1/metrics',
  });
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t.example/in', OTEL_METRICS_EXPORTER: 'none' };
  expect(read(own)).toMatchObject({ traces: 'http://t.example/in', metrics: undefined });
});

test.each([
  ['OTEL_SDK_DISABLED', 'maybe'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://x'],
  ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'x'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=hunter2'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zip'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_METRICS_EXPORTER', 'prometheus'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '99'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
  ['OTEL_BSP_SCHEDULE_DELAY', '-1'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
  ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'many'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
])('%s refuses %j with what it must be, and shows no secret', (variable, text) => {
  const refused = (): unknown => read({ [variable]: text });
  expect(refused).toThrow(expect.objectContaining({ message: expect.stringContaining(variable) }));
  expect(refused).toThrow(expect.objectContaining({ fix: expect.stringContaining('must be') }));
  expect(refused).not.toThrow('hunter2');
});

test('names and values are decoded', () => {
  expect(pairsOf('a=1, b = x%2Cy%3D ,c=d=e')).toEqual({ a: '1', b: 'x,y=', c: 'd=e' });
});

test('the values of headers are secrets, also of one signal', () => {
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'k=abc,l=def', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'm=ghi' };
  expect(telemetrySecrets(env)).toEqual(['k=abc,l=def', 'abc', 'def', 'm=ghi', 'ghi']);
});

test('docs/operators/telemetry.md has the table of the variables', () => {
  const page = readFileSync(new URL('../../../docs/operators/telemetry.md', import.meta.url), 'utf8');
  const rows = Object.values(otelSettings).map((s) => `| \`${s.variable}\` | ${s.standard} | ${s.describe} |`);
  expect(page.split('\n').filter((line) => line.startsWith('| `OTEL_'))).toEqual(rows);
});
