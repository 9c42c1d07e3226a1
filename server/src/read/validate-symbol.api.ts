import { ApiError } from 'papertape-contract/errors';
import { validation as answer } from 'papertape-contract/market';
import { json, operation } from 'papertape-contract/operation';
import { requiredText } from 'papertape-contract/parameters';
import { theLeague } from '../league/league-parameter.ts';
import { shown } from '../lib/text.ts';
import { validation } from './validation-view.ts';
import type { ReadDeps } from './deps.ts';

/** Longest symbol that is looked up. */
const symbolCharactersMax = 40;

export const validateSymbol = operation({
  id: 'validateSymbol',
  path: '/api/validate',
  tag: 'Market',
  summary: 'Is a symbol valid in a league?',
  description: 'Says whether it is in the universe and can be traded now, and which symbols look like it.',
  freshness: 'tagged',
  query: {
    league: theLeague,
    symbol: requiredText(
      { minLength: 1, maxLength: symbolCharactersMax },
      { description: 'Symbol to look up.', example: 'BTC-USD' },
    ),
  },
  answer: json(answer),
  codes: ['unknown_league'],
  async handle({ query: { league, symbol } }, { universe, market, clock }: ReadDeps) {
    if (symbol === '') throw new ApiError('invalid_query', 'The parameter symbol is missing.');
    if (symbol.length > symbolCharactersMax || !symbol.isWellFormed()) {
      throw new ApiError(
        'invalid_query',
        `symbol "${shown(symbol)}" is longer than ${symbolCharactersMax} characters or no text.`,
      );
    }
    return await validation(universe, league, symbol, market, clock.now());
  },
});
