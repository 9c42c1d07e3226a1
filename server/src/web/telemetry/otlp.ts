/** OpenTelemetry's SDK, put together from the settings: it is loaded by open-telemetry.ts, where the settings ask for it. */
import type { Tracer } from '@opentelemetry/api';
import type { OTLPMetricExporter as MetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { pairsOf, type TelemetrySettings } from '../../config/telemetry-settings.ts';
import type { Log } from '../../lib/log.ts';
import { version } from '../../lib/version.ts';
import { markSpans } from './mark-spans.ts';
import { figureProducer } from './metric-data.ts';
import { createRequestSpans } from './request-spans.ts';
import { watchedExporter } from './watched-exporter.ts';
import type { Telemetry } from './telemetry.ts';

export async function createOtlp(
  settings: TelemetrySettings,
  engine: 'sqlite' | 'postgres',
  log: Log,
): Promise<Telemetry> {
  const resource = resourceFromAttributes({
    ...settings.resource,
    'service.version': version,
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'opentelemetry',
  });
  const traces = await openTraces(settings, resource, log);
  const tracer: Tracer | undefined = traces?.getTracer('papertape', version);
  const requests = tracer && createRequestSpans(tracer, engine);
  const metricExporter = await openMetrics(settings, log);
  let metrics: MeterProvider | undefined;
  return {
    requests,
    isTracing: tracer !== undefined,
    statement: (text, ms) => requests?.statement(text, ms),
    committed: (progress) => tracer && markSpans(tracer, progress),
    start(families) {
      if (!metricExporter) return;
      const reader = new PeriodicExportingMetricReader({
        exporter: metricExporter,
        exportIntervalMillis: settings.metricsEveryMs,
        exportTimeoutMillis: Math.min(settings.metricsEveryMs, settings.timeoutMs),
        metricProducers: [figureProducer(families, resource)],
      });
      metrics = new MeterProvider({ resource, readers: [reader] });
    },
    async close() {
      // What could not be sent is in the log already.
      await Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
    },
  };
}

type ExporterSettings = NonNullable<ConstructorParameters<typeof MetricExporter>[0]>;
type Compression = NonNullable<ExporterSettings['compression']>;

/** Given here, so that what the settings say holds; certificates are read by the library from its variables. */
function target({ headers, timeoutMs, compression }: TelemetrySettings, url: string) {
  const text = headers.reveal();
  const sent = { url, timeoutMillis: timeoutMs, headers: text === '' ? {} : pairsOf(text) };
  return { ...sent, compression: compression as Compression };
}

async function openTraces(
  settings: TelemetrySettings,
  resource: Resource,
  log: Log,
): Promise<TracerProvider | undefined> {
  const { traces, protocol, batch } = settings;
  if (traces === undefined) return undefined;
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const exporter = watchedExporter(new OTLPTraceExporter(target(settings, traces)), 'traces', log);
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: batch.delayMs,
    maxQueueSize: batch.queueMax,
    maxExportBatchSize: batch.sizeMax,
    exportTimeoutMillis: settings.timeoutMs,
  });
  return new TracerProvider({ resource, sampler: samplerOf(settings), spanProcessors: [processor] });
}

async function openMetrics(settings: TelemetrySettings, log: Log) {
  const { metrics, protocol } = settings;
  if (metrics === undefined) return undefined;
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto');
  return watchedExporter(new OTLPMetricExporter(target(settings, metrics)), 'metrics', log);
}

function samplerOf({ sampler, ratio }: TelemetrySettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
