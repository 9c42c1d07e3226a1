/** The key that maker ids are made with: kept with the data, made at the first start. Bots from before makers get theirs then. */
import type { RandomBytes } from '../lib/ids.ts';
import type { Db } from '../storage/storage.ts';
import { botsWithoutMaker, keepIntakeMeta, readIntakeMeta, setMakerId } from './makers.sql.ts';
import { makerIdOf } from './maker.ts';

export interface Makers {
  /** The public id of whoever has the address. */
  idOf(contact: string): string;
}

const secretName = 'maker_secret';
const secretBytes = 32;
const botsPerRound = 1_000;

/** Called before anything is served: nothing else writes to `intake` then. */
export async function prepareMakers(db: Db, random: RandomBytes): Promise<Makers> {
  const secret = (await readIntakeMeta(db, secretName)) ?? random(secretBytes).toString('hex');
  await keepIntakeMeta(db, secretName, secret);
  const idOf = (contact: string): string => makerIdOf(secret, contact);
  for (;;) {
    const bots = await botsWithoutMaker(db, botsPerRound);
    if (bots.length === 0) return { idOf };
    await db.transaction().execute(async (trx) => {
      for (const b of bots) await setMakerId(trx, b.agent_id, idOf(b.contact));
    });
  }
}
