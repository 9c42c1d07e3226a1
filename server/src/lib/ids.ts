/**
 * Makes ids: a prefix (`agt_`, `ord_`, `trd_`, `ans_`, `act_`, `inq_`) and 16 lower-case base32 characters. The characters hold 48 bits of
 * milliseconds and 32 random bits, and their alphabet (0-9a-v) sorts ids by time. Within one millisecond the random part counts up.
 */
import type { Instant } from './clock.ts';

export type RandomBytes = (n: number) => Buffer;

export interface Ids {
  /** @param prefix without the underscore. */
  next(prefix: 'agt' | 'ord' | 'trd' | 'ans' | 'act' | 'inq', now: Instant): string;
  /** 32 hex characters. */
  nonce(): string;
}

export function createIds(random: RandomBytes): Ids {
  let lastTime = -1;
  let low = 0;
  let high = '';
  let pool: Buffer = Buffer.alloc(0);
  let at = 0;
  const take = (n: number): Buffer => {
    if (at + n > pool.length) {
      pool = random(4096);
      at = 0;
    }
    at += n;
    return pool.subarray(at - n, at);
  };
  return {
    next(prefix, now) {
      if (now > lastTime) {
        lastTime = now;
        low = take(4).readUInt32BE();
        high = '';
      } else {
        low++;
        if (low > 0xffff_ffff) {
          lastTime++;
          low = 0;
          high = '';
        }
      }
      // 80 bits = 16 characters of 5 bits: 48 bits of time give 9 characters and 3 bits, joined with the upper 2 of `low`.
      if (high === '') high = highOf(lastTime);
      const middle = ((lastTime % 8) * 4 + (low >>> 30)).toString(32);
      return `${prefix}_${high}${middle}${(low & 0x3fff_ffff).toString(32).padStart(6, '0')}`;
    },
    nonce: () => take(16).toString('hex'),
  };
}

function highOf(time: Instant): string {
  return Math.floor(time / 8)
    .toString(32)
    .padStart(9, '0');
}

/** What sorts before every id that is made at an instant or later, and after the earlier ones. */
export function idsFrom(prefix: 'ord', at: Instant): string {
  const from = Math.max(0, at);
  return `${prefix}_${highOf(from)}${((from % 8) * 4).toString(32)}000000`;
}

export const botIdPattern = /^agt_[0-9a-v]{16}$/;
export const orderIdPattern = /^ord_[0-9a-v]{16}$/;
export const answerIdPattern = /^ans_[0-9a-v]{16}$/;
