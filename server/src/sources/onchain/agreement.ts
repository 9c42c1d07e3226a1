/**
 * What several endpoints read at one block. In: endpoints that have the block, in the order in which they are asked. Out: the values that
 * count, and who said something else.
 *
 * Two are read and compared; one is enough where only one is configured. When they differ, neither counts until more than half of those
 * that are configured say the same: the others are asked one after the other.
 *
 * Example: three endpoints, the first one lies. First and second differ, the third says what the second says: that counts, and the first is
 * named. With the third one silent nothing counts.
 */

export type Agreement<E, T> =
  | { readonly kind: 'agreed'; readonly value: T; readonly by: readonly E[]; readonly others: readonly Told<E, T>[] }
  /** They differ, and none has most of them behind it. */
  | { readonly kind: 'differ'; readonly told: readonly Told<E, T>[] }
  /** Too few gave anything. */
  | { readonly kind: 'unread'; readonly error: unknown };

export interface Told<E, T> {
  readonly endpoint: E;
  readonly value: T;
}

export type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** @param textOf the same for the same values. */
export async function readAgreed<E, T>(
  endpoints: readonly E[],
  configured: number,
  read: (endpoint: E) => Promise<Settled<T>>,
  textOf: (value: T) => string,
): Promise<Agreement<E, T>> {
  const needed = Math.min(2, configured);
  const told = new Map<string, { readonly value: T; readonly by: E[] }>();
  let error: unknown;
  for (const endpoint of endpoints) {
    const answer = await read(endpoint);
    if (!answer.ok) {
      error = answer.error;
      continue;
    }
    const text = textOf(answer.value);
    const same = told.get(text) ?? { value: answer.value, by: [] };
    same.by.push(endpoint);
    told.set(text, same);
    const counts = told.size === 1 ? same.by.length >= needed : same.by.length * 2 > configured;
    if (!counts) continue;
    const others = [...told.values()].flatMap((each) => (each === same ? [] : eachOf(each)));
    return { kind: 'agreed', value: same.value, by: same.by, others };
  }
  if (told.size > 1) return { kind: 'differ', told: [...told.values()].flatMap(eachOf) };
  return { kind: 'unread', error };
}

function eachOf<E, T>({ value, by }: { readonly value: T; readonly by: readonly E[] }): Told<E, T>[] {
  return by.map((endpoint) => ({ endpoint, value }));
}
