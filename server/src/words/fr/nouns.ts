import type { Noun } from '../word-types.ts';
import type { nouns as en } from '../en/nouns.ts';

const noun = (one: string, other = `${one}s`): Noun => [one, other];

export const nouns: typeof en = {
  bot: noun('bot'),
  close: noun('clôture'),
  'daily return': noun('rendement quotidien', 'rendements quotidiens'),
  entry: noun('entrée'),
  fill: noun('exécution'),
  line: noun('ligne'),
  maker: noun('concepteur'),
  mark: noun('repère'),
  'mark is': noun('repère est', 'repères sont'),
  order: noun('ordre'),
  place: noun('rang'),
  result: noun('résultat'),
  round: noun('manche'),
  run: noun('simulation'),
  'run is': noun('simulation est', 'simulations sont'),
  seat: noun('place'),
  strategy: noun('stratégie'),
  title: noun('titre'),
  trade: noun('transaction'),
  try: noun('essai'),
  vote: noun('vote'),
  week: noun('semaine'),
  witness: noun('témoin'),
  day: noun('jour'),
  symbol: noun('symbole'),
};
