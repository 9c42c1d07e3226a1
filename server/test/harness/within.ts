/** What a test waits for has an end: a failure says what did not come. */
import { patienceMs } from './patience.ts';

/** @param what for the error when it does not come in time; what is waited for goes on by itself then. */
export async function within<T>(what: string, awaited: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${patienceMs / 1_000} s: ${what}`)), patienceMs);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
