/** The pack that a round was held from, once it is scored: all that a verifier needs to make tasks, keys and scores again. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { raw } from 'papertape-contract/replies';
import { shown } from '../lib/text.ts';
import type { Db } from '../storage/storage.ts';
import { parseRoundId } from './calendar.ts';
import { readFacts } from './facts.ts';
import type { Rounds } from './open-rounds.ts';
import { readStored } from './packs/store.ts';
import { factsOfRounds } from './rounds.sql.ts';

export const showPack = unlisted({
  path: '/rounds/{round}/pack',
  freshness: 'private',
  answer: document('application/json'),
  async handle({ params }, { rounds, db }: { readonly rounds: Rounds; readonly db: Db }) {
    const round = parseRoundId(rounds.sources.keys(), params.round);
    const { committed, scored } = round ? readFacts(await factsOfRounds(db, [round.id])) : {};
    // Nothing of a pack is told before the scores are.
    const text = committed && scored ? readStored(rounds.packs, committed.source) : undefined;
    if (text === undefined)
      throw new ApiError('not_found', `${shown(params.round)} has no pack to show.`, {
        fix: 'A pack is shown once its round is scored; facts.committed.source of the round begins with "pack:" then.',
      });
    return raw(200, { 'Content-Type': 'application/json', 'X-Robots-Tag': 'noindex' }, text);
  },
});
