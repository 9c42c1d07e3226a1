import { json, operation } from 'papertape-contract/operation';
import { keyRotation } from 'papertape-contract/registration';
import type { Clock } from '../lib/clock.ts';
import type { RandomBytes } from '../lib/ids.ts';
import type { Intake } from '../storage/intake.ts';
import { stored } from '../storage/stored.ts';
import { replaceKey } from './bots.sql.ts';
import { createKey, hashKey } from './key.ts';
import type { Registry } from './registry.ts';

type Deps = {
  readonly intake: Intake;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly registry: Pick<Registry, 'replaced' | 'isInUse'>;
};

export const rotateKey = operation({
  id: 'rotateKey',
  method: 'post',
  path: '/api/agents/{agent_id}/key',
  tag: 'Identity',
  summary: 'Rotate the key',
  description: 'The answer shows the new key once; the old one is dead at once.',
  key: 'required',
  // The old key proves a repetition, too, although it is dead by then: a bot whose answer was lost must not be locked out. Whoever
  // has the old key alone gets nothing: it takes the request's own Idempotency-Key, which nobody guesses, too.
  keyLate: true,
  freshness: 'private',
  idempotent: true,
  showsSecret: true,
  answer: json(keyRotation),
  mcp: {
    name: 'arena_rotate_key',
    title: 'New key for my bot',
    description: 'Shows a new key once; the old one is dead at once. Ask your user first, and keep the key.',
    showsKey: true,
  },
  async handle({ once, prove, params }, { intake, clock, random, registry }: Deps) {
    const answer = await once(async (keep) => {
      const bot = await prove(params.agent_id);
      const apiKey = createKey(random);
      const rotated = { agent_id: bot.botId, api_key: apiKey };
      const write = intake.write({
        also: (trx) => replaceKey(trx, bot.botId, hashKey(apiKey), clock.now()),
        idempotency: keep(rotated),
      });
      await stored(write, 'the new key; the old one is good');
      registry.replaced(bot);
      return rotated;
    });
    // Once the new key is in use its owner has it, and the old one is as dead for a repetition as for everything else.
    if (answer.replayed && registry.isInUse(hashKey(answer.body.api_key))) await prove(params.agent_id);
    return answer;
  },
});
