/**
 * A receiver of OpenTelemetry's protocol, OTLP over HTTP, on loopback: it takes what a service sends, and keeps it as it came. What came as
 * JSON can be read at once; what came as protobuf is for who has the messages' definitions (judges/otlp.test.ts).
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}
type Attributes = readonly { readonly key: string; readonly value: Value }[];

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Attributes;
  readonly status: { readonly code?: number };
}

interface Point {
  readonly attributes: Attributes;
  readonly startTimeUnixNano: string;
  readonly asDouble?: number;
  readonly asInt?: number | string;
  readonly count?: number | string;
  readonly sum?: number;
  readonly bucketCounts?: readonly (number | string)[];
  readonly explicitBounds?: readonly number[];
}

export interface SentMetric {
  readonly name: string;
  readonly unit: string;
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly sum?: {
    readonly dataPoints: readonly Point[];
    readonly isMonotonic: boolean;
    readonly aggregationTemporality: number;
  };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
}

interface Scope {
  readonly spans?: readonly SentSpan[];
  readonly metrics?: readonly SentMetric[];
}
interface Body {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly Scope[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeMetrics: readonly Scope[];
  }[];
}

export interface Received {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly requests: readonly Received[];
  /** What it answers from now on: a status, or nothing at all. */
  answers: number | 'nothing';
  /** Of all that came as JSON. */
  spans(): SentSpan[];
  /** Each sending of the metrics. */
  metrics(): (readonly SentMetric[])[];
  close(): Promise<void>;
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const requests: Received[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (receiver.answers === 'nothing') return;
      const taken = receiver.answers === 200;
      const sent = Buffer.concat(parts);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      if (taken) requests.push({ path: request.url ?? '', headers: request.headers, body });
      // An empty message of protobuf has no bytes, and one of JSON is an empty object.
      const isJson = request.headers['content-type'] === 'application/json';
      response.writeHead(receiver.answers, { 'Content-Type': request.headers['content-type'] ?? 'text/plain' });
      response.end(isJson ? '{}' : '');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bodies = (): Body[] => requests.map(({ body }) => JSON.parse(body.toString()) as Body);
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers: 200,
    spans: () =>
      bodies().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans = [] }) => spans)),
      ),
    metrics: () =>
      bodies().flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.map(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics = [] }) => metrics)),
      ),
    async close() {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}

/** Attributes as an object. */
export function attributesOf({ attributes }: { readonly attributes: Attributes }): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
