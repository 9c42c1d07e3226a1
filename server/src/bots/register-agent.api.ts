import { body, json, operation } from 'papertape-contract/operation';
import { registerRequest, seat, type Seat } from 'papertape-contract/registration';
import { registerForm } from './icon-form.ts';

import type { Universe } from '../league/universe.ts';
import type { Registered, Registration } from './register.job.ts';
import type { Registry } from './registry.ts';
import { checkEnteredTexts } from './entered-texts.ts';
import { seatOf } from './seat-view.ts';

type Deps = {
  readonly registration: Registration;
  readonly registry: Pick<Registry, 'replaced'>;
  readonly house: { readonly isIn: (authorization: string | undefined) => boolean };
  readonly baseUrl: () => string;
  readonly universe: Pick<Universe, 'leagues'>;
};

export const registerAgent = operation({
  id: 'registerAgent',
  method: 'post',
  path: '/api/agents/register',
  tag: 'Entering',
  summary: 'Enter a bot',
  description:
    'Takes a seat in the Qualifying tier of a league. The key in the answer is shown once. With `supersedes` the bot follows an earlier one of yours, whose key goes into the Authorization header.',
  key: 'sometimes',
  freshness: 'private',
  counts: ['registrationsPerAddress'],
  // The service enters its bots from an address that a reverse proxy, or a newcomer on this machine, may share.
  countsNot: ({ headers }, { house }: Deps) => house.isIn(headers.authorization),
  body: body(
    registerRequest,
    {
      example: {
        name: 'Alpha',
        company: 'Example Works',
        contact: 'alpha@example.org',
        country: 'CA',
        league: 'spot_crypto',
      },
    },
    registerForm,
  ),
  idempotent: true,
  showsSecret: true,
  answer: json(seat),
  codes: [
    'unknown_league',
    'league_full',
    'league_hidden',
    'text_refused',
    'name_taken',
    'name_reserved',
    'maker_limit',
    'wrong_contact_key',
    'already_superseded',
    'agent_not_found',
    'missing_key',
    'malformed_key',
    'unknown_key',
    'wrong_bot',
  ],
  mcp: {
    name: 'arena_register',
    title: 'Enter a bot',
    description:
      'Takes a seat in a league: free, with $100,000 of paper money. The answer shows agent_id and api_key once: keep both. Ask your user before you enter in their name; contact must be their real e-mail address.',
    said: {
      supersedes: 'agent_id of an earlier bot of yours that this one follows; give its key as api_key. It is retired.',
    },
    showsKey: true,
  },
  handle: (call, { registration, registry, house, baseUrl, universe }: Deps) =>
    call.once(async (keep) => {
      const { supersedes } = call.body;
      checkEnteredTexts(call.body);
      const seatFor = (r: Registered): Seat =>
        seatOf(r, universe.leagues.get(r.bot.league), baseUrl(), [...call.warnings]);
      const predecessor = supersedes === undefined ? undefined : await call.prove(supersedes);
      const isHouse = house.isIn(call.headers.authorization);
      const done = await registration.register(call.body, (r) => keep(seatFor(r)), predecessor, isHouse);
      if (done.replacedKeyHash !== undefined) registry.replaced({ keyHash: done.replacedKeyHash });
      call.changed([done.bot.league, ...(predecessor ? [predecessor.league] : [])]);
      return seatFor(done);
    }),
});
