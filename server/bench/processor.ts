/** Processor time of a server under load: the server tells it over IPC when it is asked, so that no other process is counted. */

/** Call in the server's script: it answers every message with its processor time so far, user and system, in microseconds. */
export function tellProcessorTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}
