/** The seed of practice tasks: a short text that may stand in an address. */
import { z } from 'zod';

export const practiceSeedPattern = '^[A-Za-z0-9_-]{1,40}$';
export const practiceSeed = z.string().max(40).regex(new RegExp(practiceSeedPattern));
/** Where none is named. */
export const practiceSeedStandard = '1';
