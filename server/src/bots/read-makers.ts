/** Public ids of makers and network addresses: keyed hashes, made with a secret that is kept with the data. */
import type { Db } from '../storage/storage.ts';
import { addressIdOf, makerIdOf, proofOf } from './maker.ts';
import { readIntakeMeta } from './makers.sql.ts';

export interface Makers {
  /** The public id of whoever has the address. */
  idOf(contact: string): string;
  /** The public id of a network address. */
  addressId(address: string): string;
  /** What nobody else can make for a text: of a link that works for ever and is not stored. */
  proof(text: string): string;
}

export const secretName = 'maker_secret';

/** For a command beside the service: undefined where no service was ever started on the data. */
export async function readMakers(db: Db): Promise<Makers | undefined> {
  const secret = await readIntakeMeta(db, secretName);
  return secret === undefined ? undefined : makersOf(secret);
}

export function makersOf(secret: string): Makers {
  return {
    idOf: (contact) => makerIdOf(secret, contact),
    addressId: (address) => addressIdOf(secret, address),
    proof: (text) => proofOf(secret, text),
  };
}
