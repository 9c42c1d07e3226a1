/** Rounds of the task leagues: committed to, opened, closed, scored and revealed at marks. */
import { feature } from '../feature/feature.ts';
import { moduleBeside } from '../lib/module-url.ts';
import { getRoundResults } from './get-round-results.api.ts';
import { getRoundRecord } from './get-round-record.api.ts';
import { getRound } from './get-round.api.ts';
import { getTasks } from './get-tasks.api.ts';
import { roundTables } from './0001-rounds.migration.ts';
import type { Rounds } from './open-rounds.ts';
import { showFile, showPage } from './show-material.api.ts';
import { submitAnswers } from './submit-answers.api.ts';

function work({ rounds }: { readonly rounds: Rounds }): ReturnType<Rounds['start']> {
  return rounds.start();
}

export const rounds = feature({
  name: 'rounds',
  migrations: [roundTables],
  operations: [getRound, getRoundResults, getRoundRecord, getTasks, submitAnswers, showPage, showFile],
  loops: [work],
  atMark: moduleBeside(import.meta.url, 'round.job'),
});
