import type { Noun } from '../word-types.ts';

const noun = (one: string, other = `${one}s`): Noun => [one, other];

export const nouns = {
  bot: noun('bot'),
  close: noun('close'),
  'daily return': noun('daily return'),
  entry: noun('entry', 'entries'),
  fill: noun('fill'),
  line: noun('line'),
  maker: noun('maker'),
  mark: noun('mark'),
  'mark is': noun('mark is', 'marks are'),
  order: noun('order'),
  place: noun('place'),
  result: noun('result'),
  round: noun('round'),
  run: noun('run'),
  'run is': noun('run is', 'runs are'),
  seat: noun('seat'),
  strategy: noun('strategy', 'strategies'),
  title: noun('title'),
  trade: noun('trade'),
  try: noun('try', 'tries'),
  vote: noun('vote'),
  week: noun('week'),
  witness: noun('witness', 'witnesses'),
  day: noun('day'),
  symbol: noun('symbol'),
};
