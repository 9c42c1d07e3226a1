import { ApiError } from 'papertape-contract/errors';
import { makerView as answer } from 'papertape-contract/maker';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { makerIdPattern } from '../bots/maker.ts';
import { shown } from '../lib/text.ts';
import { makerView } from './maker-view.ts';
import type { ReadDeps } from './deps.ts';

export const getMaker = operation({
  id: 'getMaker',
  path: '/api/makers/{maker_id}',
  tag: 'Identity',
  summary: 'All bots of a maker',
  description: 'Every bot that was registered with the same contact, retired ones too.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  codes: ['maker_not_found'],
  async handle({ params: { maker_id: id }, query }, { db, market, baseUrl }: ReadDeps) {
    const view = makerIdPattern.test(id) ? await makerView(db, id, query, market.info, baseUrl()) : undefined;
    if (!view) throw new ApiError('maker_not_found', `There is no maker "${shown(id)}".`);
    return view;
  },
});
