/** Rounds of the task leagues: committed to, opened, closed, scored and revealed at marks. */
import { feature } from '../feature/feature.ts';
import { moduleUrl } from '../lib/module-url.ts';
import { getPracticeTasks } from './get-practice-tasks.api.ts';
import { getRoundResults } from './get-round-results.api.ts';
import { getRoundRecord } from './get-round-record.api.ts';
import { getRound } from './get-round.api.ts';
import { getSheet } from './get-sheet.api.ts';
import { getTasks } from './get-tasks.api.ts';
import { listAgentRounds } from './list-agent-rounds.api.ts';
import { listRounds } from './list-rounds.api.ts';
import { listSheets } from './list-sheets.api.ts';
import { roundPage } from './round.page.tsx';
import { roundsPage } from './rounds.page.tsx';
import { roundTables } from './0001-rounds.migration.ts';
import type { Rounds } from './open-rounds.ts';
import { scorePractice } from './score-practice.api.ts';
import { showFile, showPage } from './show-material.api.ts';
import { showPack } from './show-pack.api.ts';
import { showPracticeFile, showPracticePage } from './show-practice.api.ts';
import { submitAnswers } from './submit-answers.api.ts';

function work({ rounds }: { readonly rounds: Rounds }): ReturnType<Rounds['start']> {
  return rounds.start();
}

export const rounds = feature({
  name: 'rounds',
  migrations: [roundTables],
  operations: [
    listRounds,
    getRound,
    getRoundResults,
    getRoundRecord,
    listAgentRounds,
    getTasks,
    submitAnswers,
    listSheets,
    getSheet,
    getPracticeTasks,
    scorePractice,
    showPage,
    showFile,
    showPack,
    showPracticePage,
    showPracticeFile,
  ],
  pages: [roundsPage, roundPage],
  loops: [work],
  atMark: moduleUrl('rounds/round.job'),
});
