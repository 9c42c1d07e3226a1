/**
 * Traces and metrics for whoever runs a receiver of OpenTelemetry's protocol (docs/operators/telemetry.md). Without the setting nothing of
 * OpenTelemetry is loaded, and what would be told is not collected.
 */
import type { TelemetrySettings } from '../../config/telemetry-settings.ts';
import type { Log } from '../../lib/log.ts';
import { loadOptional } from '../../lib/optional-packages.ts';
import type { Telemetry } from './telemetry.ts';

/** Named when one of them is missing; the exporters of the other protocol are not loaded. */
const packages = [
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
];

/** @param engine of the database, as spans of statements name it. Throws SetupError where the packages are not installed. */
export async function openTelemetry(
  settings: TelemetrySettings | undefined,
  engine: 'sqlite' | 'postgres',
  log: Log,
): Promise<Telemetry | undefined> {
  if (!settings) return undefined;
  return await loadOptional('Traces and metrics', packages, async () => {
    const { createOtlp } = await import('./otlp.ts');
    return await createOtlp(settings, engine, log);
  });
}
