/** The house token: what proves to the registration that a bot is the service's own. */
import type { RandomBytes } from '../lib/ids.ts';
import { sha256 } from '../lib/hash.ts';
import { sameHash } from '../bots/key.ts';

export interface HouseToken {
  readonly token: string;
  /** Is it the token of this Authorization header? Compared in constant time. */
  isIn(authorization: string | undefined): boolean;
}

/** @param set the operator's own; without it one is made that nobody outside this process knows. */
export function createHouseToken(set: string | undefined, random: RandomBytes): HouseToken {
  const token = set ?? Buffer.from(random(32)).toString('hex');
  const expected = sha256(token);
  return {
    token,
    isIn(authorization) {
      const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      return given !== undefined && sameHash(sha256(given), expected);
    },
  };
}
