/** The figures of /metrics as OpenTelemetry's metrics: the same names, labels and values, from the same families. */
import { ValueType, type HrTime } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { realNow } from '../../lib/real-clock.ts';
import { version } from '../../lib/version.ts';
import type { Family, Sample } from '../metrics-text.ts';

/** @param families read each time that metrics are sent. */
export function figureProducer(families: () => Promise<readonly Family[]>, resource: Resource): MetricProducer {
  // Counters begin with the process, or a little after it.
  const begun = millisToHrTime(realNow());
  return {
    async collect() {
      const read = await families();
      const times = { startTime: begun, endTime: millisToHrTime(realNow()) };
      const metrics = read.filter(([, , , samples]) => samples.length > 0).map((family) => metricOf(family, times));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'papertape', version }, metrics }] },
        errors: [],
      };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricOf([name, type, help, samples]: Family, times: Times): MetricData {
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (type === 'histogram') {
    const point = { ...times, attributes: {}, value: histogramOf(samples) };
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: [point] };
  }
  const dataPoints = samples.map(([, attributes, value]) => ({ ...times, attributes, value }));
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus' buckets count all that lies at or below their bounds, and these count what lies between two of them. */
function histogramOf(samples: readonly Sample[]): Histogram {
  const buckets = samples.filter(([suffix]) => suffix === '_bucket');
  const below = buckets.map(([, , count]) => count);
  const valueOf = (suffix: string): number => samples.find(([s]) => s === suffix)?.[2] ?? 0;
  return {
    buckets: {
      boundaries: buckets.slice(0, -1).map(([, labels]) => Number(labels['le'])),
      counts: below.map((count, i) => count - (below[i - 1] ?? 0)),
    },
    sum: valueOf('_sum'),
    count: valueOf('_count'),
  };
}

/** By UCUM, as the protocol wants it; names have their unit in them as Prometheus wants it. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return name.endsWith('_bytes') ? 'By' : '1';
}
