/** An answer that is the same for all: as long as the service is loaded it is made at most once a second, however many ask. */

/** One second. */
export const sharedMs = 1_000;

export type Shared<T> = (make: () => Promise<T>) => Promise<T>;

/** @param isOn is it shared now? @param now real milliseconds that never run backwards. */
export function createShared<T>(isOn: () => boolean, now: () => number): Shared<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | undefined;
  return async (make) => {
    if (!isOn()) return await make();
    if (!last || now() - last.at >= sharedMs) {
      const value = make();
      const mine = { at: now(), value };
      last = mine;
      // What failed is tried again by the next one who asks.
      value.catch(() => {
        if (last === mine) last = undefined;
      });
    }
    return await last.value;
  };
}
