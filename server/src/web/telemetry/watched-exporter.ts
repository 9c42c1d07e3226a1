/** Says in the log that a receiver does not take what is sent to it, and that it does again: once for each change. */
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { Log } from '../../lib/log.ts';
import { messageOf } from '../../lib/text.ts';

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/** @returns the very exporter. */
export function watchedExporter<Items, E extends Exporter<Items>>(
  exporter: E & Exporter<Items>,
  signal: 'traces' | 'metrics',
  log: Log,
): E {
  let isTaken = true;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const wasTaken = isTaken;
      isTaken = result.code === ExportResultCode.SUCCESS;
      if (wasTaken && !isTaken) log.warn('telemetry is not taken', { signal, error: messageOf(result.error) });
      if (!wasTaken && isTaken) log.info('telemetry is taken again', { signal });
      done(result);
    });
  return exporter;
}
