import type { App } from '../app.ts';

/** SIGINT and SIGTERM ask for a clean stop; a second one ends at once. @returns ends this, for who listens himself from then on. */
export function onStopSignal(stop: (signal: string) => void): () => void {
  let asked = false;
  const once = (signal: string): void => {
    if (asked) process.exit(130);
    asked = true;
    stop(signal);
  };
  process.on('SIGINT', once);
  process.on('SIGTERM', once);
  return () => void process.off('SIGINT', once).off('SIGTERM', once);
}

/** Calls `stop` on a signal, and when the service cannot go on, which is told and makes the exit code 1. */
export function onEnd(app: Pick<App, 'onFatal'>, stop: (why: string) => void): void {
  onStopSignal(stop);
  app.onFatal((reason) => {
    process.stderr.write(`papertape: ${reason}\n`);
    process.exitCode = 1;
    stop(reason);
  });
}
