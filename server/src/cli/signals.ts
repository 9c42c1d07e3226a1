/** SIGINT and SIGTERM ask for a clean stop; a second one ends at once. */
export function onStopSignal(stop: () => void): void {
  let asked = false;
  const once = (): void => {
    if (asked) process.exit(130);
    asked = true;
    stop();
  };
  process.on('SIGINT', once);
  process.on('SIGTERM', once);
}
