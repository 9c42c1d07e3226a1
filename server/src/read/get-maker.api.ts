import { ApiError } from 'papertape-contract/errors';
import { makerView as answer } from 'papertape-contract/maker';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { makerIdPattern } from '../bots/maker.ts';
import { shown } from '../lib/text.ts';
import { makerView } from './maker-view.ts';
import type { MarketView } from './snapshot.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly market: MarketView; readonly baseUrl: () => string };

export const getMaker = operation({
  id: 'getMaker',
  method: 'get',
  path: '/api/makers/{maker_id}',
  tag: 'Identity',
  summary: 'All bots of a maker',
  description: 'Every bot that was registered with the same contact, retired ones too.',
  key: 'never',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  codes: ['invalid_query', 'maker_not_found'],
  async handle({ params: { maker_id: id }, query }, { db, market, baseUrl }: Deps) {
    const at = { page: query.page, perPage: query.per_page };
    const view = makerIdPattern.test(id) ? await makerView(db, id, at, market.info, baseUrl()) : undefined;
    if (!view) throw new ApiError('maker_not_found', `There is no maker "${shown(id)}".`);
    return view;
  },
});
