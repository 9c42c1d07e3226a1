/** Rounds of the task leagues: committed to, opened, closed, scored and revealed at marks. */
import { feature } from '../feature/feature.ts';
import { moduleBeside } from '../lib/module-url.ts';
import { roundTables } from './0001-rounds.migration.ts';
import type { Rounds } from './open-rounds.ts';

function work({ rounds }: { readonly rounds: Rounds }): Rounds {
  rounds.start();
  return rounds;
}

export const rounds = feature({
  name: 'rounds',
  migrations: [roundTables],
  loops: [work],
  atMark: moduleBeside(import.meta.url, 'round.job'),
});
