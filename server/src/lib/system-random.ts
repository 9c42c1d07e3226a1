import { randomBytes } from 'node:crypto';
import type { RandomBytes } from './ids.ts';

/** The operating system's generator: the one source of keys, nonces and ids. */
export const systemRandom: RandomBytes = randomBytes;
