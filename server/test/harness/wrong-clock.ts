/** A wrong clock for a process that a test starts: what `node` is told, and the environment besides. */
export function wrongClock(ms: number): { readonly NODE_OPTIONS: string; readonly WRONG_CLOCK_MS: string } {
  return {
    NODE_OPTIONS: `--import=${new URL('wrong-clock.mjs', import.meta.url).href}`,
    WRONG_CLOCK_MS: String(ms),
  };
}
