import { ApiError } from 'papertape-contract/errors';
import { document, operation } from 'papertape-contract/operation';
import { readMeta } from '../engine/progress.sql.ts';
import { marketHashes } from '../flow/price/market.ts';
import { shown } from '../lib/text.ts';
import type { Db } from '../storage/storage.ts';

export const getMarketVersion = operation({
  id: 'getMarketVersion',
  path: '/api/log/markets/{sha256}',
  tag: 'Proofs',
  summary: 'A version of the market',
  description:
    'Symbols, routes and pools as they were when the marks that name this hash were done: the text that was hashed.',
  freshness: 'tagged',
  answer: document('text/plain; charset=utf-8'),
  codes: ['market_version_not_found'],
  async handle({ params: { sha256 } }, { db }: { readonly db: Db }) {
    const found = marketHashes((await readMeta(db, 'market')) ?? '[]').find((v) => v.hash === sha256);
    if (!found)
      throw new ApiError('market_version_not_found', `There never was a market with the hash "${shown(sha256)}".`);
    return found.text;
  },
});
