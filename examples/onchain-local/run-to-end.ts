/** What an example needs that starts programs: it removes what it made, however it ends, and says when each thing happened. */

/** What has to be ended and removed; the newest is the first to go. */
export type Cleanup = (() => unknown)[];

/** Runs an example. It ends with exit code 1 when the example fails, and with that of the signal when one ends it. */
export async function runToEnd(run: (cleanup: Cleanup) => Promise<void>): Promise<void> {
  const cleanup: Cleanup = [];
  let ending: Promise<void> | undefined;

  async function end(): Promise<void> {
    ending ??= (async () => {
      for (const step of cleanup.reverse()) await Promise.resolve(step()).catch((e: unknown) => say(String(e)));
    })();
    await ending;
  }

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      say(`${signal}: ending`);
      void end().then(() => process.exit(code));
    });
  }

  try {
    await run(cleanup);
    await end();
  } catch (e) {
    // What fails because everything is being ended is no fault of its own.
    if (!ending) {
      process.exitCode = 1;
      process.stderr.write(`${e instanceof Error ? e.message : String(e)}\n`);
    }
    await end();
  }
}

/** Asks until there is an answer. Throws after so many seconds. */
export async function until<T>(what: string, secondsMax: number, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + secondsMax * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${secondsMax} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A line with the real seconds since the start; what a program printed stands below it. */
export function say(line: string, more = ''): void {
  const below = more.trim() === '' ? '' : `${more.trim().replaceAll('\r\n', '\n').replaceAll(/^/gm, '         | ')}\n`;
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s ${line}\n${below}`);
}
