/** Signing up for the newsletter. Nothing of it is published. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { atMost } from './texts.ts';

export const subscribeRequest = z
  .object({
    email: atMost(limits.contactCharactersMax)
      .pipe(z.email('must be an e-mail address'))
      .meta({ format: 'email', maxLength: limits.contactCharactersMax }),
    fax: atMost(limits.companyCharactersMax)
      .meta({
        maxLength: limits.companyCharactersMax,
        description: 'Leave it out: a request that fills it is answered, and not read.',
      })
      .exactOptional(),
  })
  .meta({ id: 'SubscribeRequest' });
export type SubscribeRequest = z.infer<typeof subscribeRequest>;

export const subscribeAck = z
  .object({ ok: z.literal(true), message: z.string(), warnings: z.array(z.string()) })
  .meta({ id: 'SubscribeAck', description: 'The same for every address.' });
export type SubscribeAck = z.infer<typeof subscribeAck>;
