/**
 * Settings of traces and metrics over OTLP (docs/operators/telemetry.md): one switch of our own, and the variables that OpenTelemetry gives
 * every program (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Those are read, and may be wrong, only
 * where the switch is on: they are often set for all programs of a machine.
 */
import type { Environment } from './env.ts';
import { Secret } from './secrets.ts';
import { isHttpUrl, oneOf, valueOf, wholeNumber, wrong, type Setting } from './setting.ts';

export const telemetrySettings = {
  telemetry: {
    variable: 'PAPERTAPE_TELEMETRY',
    standard: 'off',
    describe:
      'Traces and metrics by OpenTelemetry, on or off. Where they are sent, and how, is said by its own variables, OTEL_EXPORTER_OTLP_ENDPOINT first of all (docs/operators/telemetry.md).',
    read: (text) => oneOf('on', 'off')(text) === 'on',
  },
} satisfies { readonly [key in string]: Setting<unknown> };

export type Sampler = (typeof samplers)[number];

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** What is sent, and where to. */
export interface TelemetrySettings {
  /** Addresses of the two signals; undefined = it is not sent. */
  readonly traces: string | undefined;
  readonly metrics: string | undefined;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Sent with every request to these addresses. */
  readonly headers: Secret;
  readonly compression: 'none' | 'gzip';
  readonly timeoutMs: number;
  readonly metricsEveryMs: number;
  readonly sampler: Sampler;
  /** Of the two samplers by trace id. */
  readonly ratio: number;
  readonly batch: { readonly delayMs: number; readonly queueMax: number; readonly sizeMax: number };
  /** Of what is sent: the name of the service, and what the operator adds. */
  readonly resource: Readonly<Record<string, string>>;
}

const pairs = 'must be names and values, such as key=value,other=value, with % escapes for what is no plain character';

/** The variables of OpenTelemetry that are read; docs/operators/telemetry.md has this table. */
export const otelSettings = {
  disabled: {
    variable: 'OTEL_SDK_DISABLED',
    standard: 'false',
    describe: 'true sends nothing, as if the switch were off.',
    read: (text) => oneOf('true', 'false')(text.toLowerCase()) === 'true',
  },
  endpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    standard: 'http://localhost:4318',
    describe: 'Address of the receiver; /v1/traces and /v1/metrics are put behind it.',
    read: readUrl,
  },
  tracesEndpoint: ofSignal('TRACES', 'traces'),
  metricsEndpoint: ofSignal('METRICS', 'metrics'),
  protocol: {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    standard: 'http/protobuf',
    describe: 'http/protobuf or http/json. grpc is not spoken: receivers that speak it take HTTP at port 4318.',
    read: oneOf('http/protobuf', 'http/json'),
  },
  headers: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    standard: '',
    describe: 'Headers of what is sent, name=value with commas between them. A secret: no log shows it.',
    secret: true,
    fallback: new Secret(''),
    read(text) {
      if (Object.keys(pairsOf(text)).some((name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name))) wrong(pairs);
      return new Secret(text);
    },
  },
  compression: {
    variable: 'OTEL_EXPORTER_OTLP_COMPRESSION',
    standard: 'none',
    describe: 'none or gzip.',
    read: oneOf('none', 'gzip'),
  },
  timeoutMs: {
    variable: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    standard: '10000',
    describe: 'Milliseconds that the receiver may take to answer.',
    read: (text) => wholeNumber(text, 1, 600_000),
  },
  traces: exporterOf('OTEL_TRACES_EXPORTER', 'traces'),
  metrics: exporterOf('OTEL_METRICS_EXPORTER', 'metrics'),
  metricsEveryMs: {
    variable: 'OTEL_METRIC_EXPORT_INTERVAL',
    standard: '60000',
    describe: 'Milliseconds from one sending of the metrics to the next.',
    read: (text) => wholeNumber(text, 100, 86_400_000),
  },
  sampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    standard: 'parentbased_always_on',
    describe: `Which traces are kept: ${samplers.join(', ')}.`,
    read: oneOf(...samplers),
  },
  ratio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    standard: '1',
    describe: 'Share of the traces that the two samplers by trace id keep, 0 to 1.',
    read(text) {
      const n = Number(text);
      return text.trim() !== '' && n >= 0 && n <= 1 ? n : wrong('must be a number from 0 to 1, such as 0.1');
    },
  },
  delayMs: {
    variable: 'OTEL_BSP_SCHEDULE_DELAY',
    standard: '5000',
    describe: 'Milliseconds that a span waits for others to be sent with.',
    read: (text) => wholeNumber(text, 1, 600_000),
  },
  queueMax: {
    variable: 'OTEL_BSP_MAX_QUEUE_SIZE',
    standard: '2048',
    describe: 'Spans that wait to be sent; what is more is dropped.',
    read: (text) => wholeNumber(text, 1, 100_000),
  },
  sizeMax: {
    variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    standard: '512',
    describe: 'Spans that are sent together; not more than wait.',
    read: (text) => wholeNumber(text, 1, 100_000),
  },
  serviceName: {
    variable: 'OTEL_SERVICE_NAME',
    standard: 'papertape',
    describe: 'The name under which it is found.',
    read: String,
  },
  attributes: {
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    standard: '',
    describe: 'What is sent beside the name, such as deployment.environment.name=production.',
    fallback: {},
    read: pairsOf,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

/** @param isOn what the switch says. @returns undefined where nothing is sent. Throws SetupError. */
export function readTelemetry(isOn: boolean, env: Environment): TelemetrySettings | undefined {
  if (!isOn || valueOf(otelSettings.disabled, env)) return undefined;
  const endpoint = valueOf(otelSettings.endpoint, env).replace(/\/$/, '');
  const sends = {
    traces: valueOf(otelSettings.traces, env) && (valueOf(otelSettings.tracesEndpoint, env) ?? `${endpoint}/v1/traces`),
    metrics:
      valueOf(otelSettings.metrics, env) && (valueOf(otelSettings.metricsEndpoint, env) ?? `${endpoint}/v1/metrics`),
  };
  const queueMax = valueOf(otelSettings.queueMax, env);
  return {
    traces: sends.traces || undefined,
    metrics: sends.metrics || undefined,
    protocol: valueOf(otelSettings.protocol, env),
    headers: valueOf(otelSettings.headers, env),
    compression: valueOf(otelSettings.compression, env),
    timeoutMs: valueOf(otelSettings.timeoutMs, env),
    metricsEveryMs: valueOf(otelSettings.metricsEveryMs, env),
    sampler: valueOf(otelSettings.sampler, env),
    ratio: valueOf(otelSettings.ratio, env),
    batch: {
      delayMs: valueOf(otelSettings.delayMs, env),
      queueMax,
      sizeMax: Math.min(queueMax, valueOf(otelSettings.sizeMax, env)),
    },
    resource: { ...valueOf(otelSettings.attributes, env), 'service.name': valueOf(otelSettings.serviceName, env) },
  };
}

/** Headers that hold keys of the receiver: the library reads the two of the signals by itself. */
export function telemetrySecrets(env: Environment): string[] {
  const names = ['', '_TRACES', '_METRICS'].map((signal) => `OTEL_EXPORTER_OTLP${signal}_HEADERS`);
  return names.flatMap((name) => {
    const text = env[name];
    return text ? [text, ...text.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())] : [];
  });
}

/** `a=1,b=2%3D` as an object. Names and values are decoded, as the W3C's baggage has them. */
export function pairsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) wrong(pairs);
      try {
        return [pair.slice(0, at), pair.slice(at + 1)].map((part) => decodeURIComponent(part.trim()));
      } catch {
        return wrong(pairs);
      }
    }),
  ) as Record<string, string>;
}

function ofSignal(name: string, words: string): Setting<string | undefined> {
  return {
    variable: `OTEL_EXPORTER_OTLP_${name}_ENDPOINT`,
    standard: '',
    describe: `Address of the receiver of ${words}, as it stands.`,
    fallback: undefined,
    read: readUrl,
  };
}

function exporterOf(variable: string, words: string): Setting<boolean> {
  return {
    variable,
    standard: 'otlp',
    describe: `otlp, or none: no ${words} are sent.`,
    read: (text) => oneOf('otlp', 'none')(text) === 'otlp',
  };
}

function readUrl(text: string): string {
  return isHttpUrl(text) ? text : wrong('must be an http or https URL, such as http://127.0.0.1:4318');
}
