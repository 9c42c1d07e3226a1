/** What an incident or an action of the operator is about. */
import { z } from 'zod';

/** What `id` names: `chain` a chain by its name, `endpoint` a chain and a host, `room` a part of the service. */
export const about = z.object({
  kind: z.enum(['symbol', 'close', 'league', 'bot', 'market', 'room', 'chain', 'endpoint']),
  id: z
    .string()
    .describe(
      'A symbol, a league, a bot, a room of the service, a close such as spot_crypto/2026-11-23, the hash of the seed of a simulated market, a chain, or an endpoint of one such as Ethereum node.example.',
    ),
});
export type About = z.infer<typeof about>;
