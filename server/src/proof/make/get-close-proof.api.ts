import type { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import { closeProof as answer } from 'papertape-contract/proof';
import { kept } from 'papertape-contract/replies';
import { closeSpan } from '../../engine/closed-bots.sql.ts';
import { noSuchClose } from '../../flow/ladder/no-such-close.ts';
import { leagueById } from '../../league/catalogue.ts';
import type { Universe } from '../../league/universe.ts';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import { botIdPattern } from '../../lib/ids.ts';
import { shown } from '../../lib/text.ts';
import { closeProof } from './close-proof-view.ts';
import { evidence, provedTopic } from './evidence.ts';
import type { MarketView } from '../../read/snapshot.ts';
import type { Db } from '../../storage/storage.ts';

type Deps = { readonly db: Db; readonly universe: Universe; readonly market: MarketView };

export const getCloseProof = operation({
  id: 'getCloseProof',
  path: '/api/closes/{league}/{date}/proof',
  tag: 'Proofs',
  summary: 'Evidence of a close',
  description: 'Readings, blocks and prices of a daily close; with `agent_id` the valuation of that bot.',
  freshness: 'kept',
  query: {
    agent_id: optionalText(
      { pattern: '^agt_[0-9a-hjkmnp-tv-z]{16}$', maxLength: 20 },
      { description: 'Bot whose valuation is wanted.', example: 'agt_0000000000000000' },
    ),
  },
  answer: json(answer),
  codes: ['invalid_query', 'close_not_found'],
  async handle({ params: { league, date }, query: { agent_id: botId } }, { db, universe, market }: Deps) {
    const missing = async (): Promise<ApiError> =>
      noSuchClose(
        `There is no close "${shown(date)}" of the league "${shown(league)}"${botId === undefined ? '' : ' with that bot in it'}.`,
        await closeSpan(db, league),
        (last) => ({ segment: [date, last] }),
      );
    const known = leagueById.has(league) && isCalendarDate(date);
    if (!known || (botId !== undefined && !botIdPattern.test(botId))) throw await missing();
    return kept(provedTopic, async () => {
      const proof = await closeProof(await evidence(db, universe), league, Date.parse(date), botId, market.info);
      if (!proof) throw await missing();
      return proof;
    });
  },
});
