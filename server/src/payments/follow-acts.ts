/** What the operator did by hand, in another process: looked for from time to time, since what it ends must not be shown. */
import type { Db } from '../storage/storage.ts';
import type { ExtrasBook } from './extras.ts';
import { allActs } from './payments.sql.ts';

export async function followActs(db: Db, extras: ExtrasBook, onChange: () => void): Promise<() => Promise<void>> {
  const known = new Set((await allActs(db)).map(({ id }) => id));
  return async () => {
    for (const act of await allActs(db)) {
      if (known.has(act.id)) continue;
      known.add(act.id);
      if (act.kind !== 'ended') continue;
      extras.end(act);
      onChange();
    }
  };
}
