/** Sheets of `office_tasks` that cost as much as they can: each workbook is the one that was given, with formulas that take all the steps that a file may take. */
import { xlsx, type Cell } from '../../src/rounds/files/office.ts';
import { officeTasks } from '../../src/rounds/generators/office_tasks/v2/index.ts';
import { sheetsIn } from '../../src/rounds/generators/office_tasks/v2/read-workbook.ts';
import { planOf, variantOf } from '../../src/rounds/make.ts';
import { hostileRound, type HostileSheets } from './hostile-sheets.ts';

export const workbookRound = { ...hostileRound, league: 'office_tasks' };

/** A sheet of one workbook of each bot. */
export function hostileWorkbooks(bots: number): HostileSheets[] {
  const plan = planOf(officeTasks, workbookRound);
  return Array.from({ length: bots }, (_, i) => {
    const botId = `agt_${i}`;
    const { tasks, files } = variantOf(officeTasks, plan, workbookRound, botId);
    const { task_id: id = '' } = tasks.find(({ grader }) => grader.id === 'workbook') ?? {};
    const given = files.find(({ name }) => name === `${id}/workbook.xlsx`)?.bytes ?? Buffer.alloc(0);
    return { botId, sheets: [{ answerId: 'ans_1', answers: JSON.stringify({ [id]: { xlsx: heavy(given) } }) }] };
  });
}

/** Sums of long rows of numbers in the cells that ask for formulas. */
function heavy(given: Buffer): string {
  const formula = `SUM(${'ROW(1:60000),'.repeat(99)}1)`;
  const sheets = sheetsIn(given).map(({ name, rows }, i) => ({
    name,
    rows: rows.map((row, n): readonly Cell[] => (i === 2 && n > 0 ? [row[0] ?? null, { formula }] : row)),
  }));
  return xlsx(sheets).toString('base64');
}
