/** What an incident or an action of the operator is about. */
import { z } from 'zod';

/** What `id` names: `chain` a chain by its name, `endpoint` a chain and a host, `room` a part of the service, `mark` the first of some marks, `text` what a bot publishes, `payment` an order for a paid extra by its reference, `entry` one of the showcase by its number, `round` a round of tasks or a task of one, `address` a keyed hash of a network address. */
export const about = z
  .object({
    kind: z.enum([
      'symbol',
      'close',
      'league',
      'bot',
      'market',
      'room',
      'chain',
      'endpoint',
      'mark',
      'maker',
      'address',
      'text',
      'day',
      'payment',
      'entry',
      'round',
    ]),
    id: z
      .string()
      .describe(
        'A symbol, a league, a bot, a room of the service, a close such as spot_crypto/2026-11-23, the hash of the seed of a simulated market, a chain, an endpoint of one such as Ethereum node.example, the instant of a mark, a maker, the keyed hash of a network address, a text of a bot such as agt_0000000000000000/description, a day such as 2026-11-23, the reference of a payment order, the number of an entry of the showcase, or a round such as rnd_0000000000000000 or a task of it (rnd_0000000000000000/t05).',
      ),
  })
  .meta({ id: 'About' });
export type About = z.infer<typeof about>;
