/**
 * Traces and metrics as protobuf, which is what the service sends by default, read by code that a generator made of OpenTelemetry's own .proto files: the
 * service's exporters write their bytes by hand. What is read is written again, and has as many bytes: nothing was sent that the definitions
 * do not know.
 */
import { expect, test } from 'vitest';
import { openOtlpReceiver, type Received } from '../server/test/harness/otlp-receiver.ts';
import { until } from '../server/test/acceptance/service-process.ts';
import { withLeague } from './running-league.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface Resource {
  readonly attributes: readonly Attribute[];
}
interface Span {
  readonly traceId: readonly number[];
  readonly spanId: readonly number[];
  readonly parentSpanId?: readonly number[];
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: number;
  readonly endTimeUnixNano: number;
  readonly attributes: readonly Attribute[];
}
interface Metric {
  readonly name: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly { readonly asDouble?: number }[] };
}
interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: Resource;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}
interface Metrics {
  readonly resourceMetrics: readonly {
    readonly resource: Resource;
    readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
  }[];
}
interface Message {
  decode(bytes: Uint8Array): object;
  encode(message: object): { finish(): Uint8Array };
  toObject(message: object, how: { readonly longs: typeof Number; readonly bytes: typeof Array }): unknown;
}
interface Definitions {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: Message } };
        readonly metrics: { readonly v1: { readonly ExportMetricsServiceRequest: Message } };
      };
    };
  };
}

/** Of judges/, which the project itself does without: it is checked where this is not installed. */
const generated: string = './node_modules/@opentelemetry/otlp-transformer/build/src/generated/root.js';

function read<T>(message: Message, { body, headers }: Received): T {
  expect(headers['content-type']).toBe('application/x-protobuf');
  const found = message.decode(body);
  expect(message.encode(found).finish().length).toBe(body.length);
  return message.toObject(found, { longs: Number, bytes: Array }) as T;
}

const textOf = (attributes: readonly Attribute[], name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

test.each(['none', 'gzip'])('what is sent as protobuf is what its definitions say (compression: %s)', async (how) => {
  const { default: definitions } = (await import(/* @vite-ignore */ generated)) as { readonly default: Definitions };
  const { trace, metrics } = definitions.opentelemetry.proto.collector;
  const receiver = await openOtlpReceiver();
  try {
    await withLeague(
      async ({ url }) => {
        await fetch(`${url}/api/status`);
        await until('a mark', async () => {
          const figures = await (await fetch(`${url}/metrics`)).text();
          return /^papertape_marks_total [1-9]/m.test(figures) || undefined;
        });
      },
      {
        PAPERTAPE_TELEMETRY: 'on',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_COMPRESSION: how,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=judged',
      },
    );
    const of = (path: string): Received[] => receiver.requests.filter((request) => request.path === path);
    const traces = of('/v1/traces').map((sent) => read<Traces>(trace.v1.ExportTraceServiceRequest, sent));
    const sendings = of('/v1/metrics').map((sent) => read<Metrics>(metrics.v1.ExportMetricsServiceRequest, sent));
    for (const { resource } of [
      ...traces.flatMap((sent) => sent.resourceSpans),
      ...sendings.flatMap((sent) => sent.resourceMetrics),
    ]) {
      expect(textOf(resource.attributes, 'service.name')).toBe('papertape');
      expect(textOf(resource.attributes, 'deployment.environment.name')).toBe('judged');
    }

    const spans = traces.flatMap((sent) => sent.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));
    const hex = (bytes: readonly number[] = []): string => Buffer.from(bytes).toString('hex');
    for (const span of spans) {
      expect([span.traceId.length, span.spanId.length]).toEqual([16, 8]);
      expect(span.endTimeUnixNano).toBeGreaterThanOrEqual(span.startTimeUnixNano);
    }
    const status = spans.find(({ name }) => name === 'GET /api/status');
    expect(status?.kind).toBe(2);
    expect(textOf(status?.attributes ?? [], 'http.route')).toBe('/api/status');
    const marks = spans.filter(({ name }) => name === 'marks').map(({ spanId }) => hex(spanId));
    const fill = spans.find(({ name }) => name === 'mark fill');
    expect(marks).toContain(hex(fill?.parentSpanId));

    const last = sendings.at(-1)?.resourceMetrics.flatMap((r) => r.scopeMetrics.flatMap((s) => s.metrics));
    const counted = last?.find(({ name }) => name === 'papertape_marks_total')?.sum;
    expect(counted?.isMonotonic).toBe(true);
    expect(counted?.dataPoints[0]?.asDouble).toBeGreaterThan(0);
  } finally {
    await receiver.close();
  }
});
