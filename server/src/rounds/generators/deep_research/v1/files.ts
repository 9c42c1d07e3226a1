/** What a bot is shown: the papers of each task as text files, a page that lists them, and the text of the task. */
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Material } from '../../../source.ts';
import { dateOf, type Paper } from './matter.ts';
import type { Matter } from './world.ts';

export function filesOf({ taskId, papers }: Matter): Material[] {
  return papers.map((paper) => ({
    name: `${taskId}/${paper.id}.txt`,
    type: 'text/plain; charset=utf-8',
    bytes: Buffer.from(paperText(paper)),
  }));
}

function paperText({ kind, source, day, paragraphs }: Paper): string {
  return `${kind}\nSource: ${source}\nDate: ${dateOf(day)}\n\n${paragraphs.map(({ id, text }) => `[${id}] ${text}\n`).join('\n')}`;
}

export function startPage(files: readonly Material[]): string {
  return pageFrame(
    'Papers',
    `<h1>Papers</h1>\n<ul>\n${files.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('\n')}\n</ul>`,
  );
}

export function promptOf({ taskId, papers, question: { joins, project, firm }, discredited }: Matter): string {
  const asks = [
    `How many loads left the depot of ${firm}?`,
    `How many loads left the depot of the firm that has the works at ${project}?`,
    `The firm that has the works at ${project} charges the loads that left its depot at the price of a load for ${project}. How many cents is that?`,
    `The firm that has the works at ${project} charges the loads that left its depot at the price of a load for ${project}, less what it takes off its bills. How many cents is that?`,
  ];
  const unreliable =
    discredited === null
      ? ''
      : ` Nothing that the ${discredited} wrote counts, whatever its date: it made its figures up.`;
  return `${asks[joins - 2] ?? ''} The papers are ${taskId}/d01.txt to ${papers.at(-1)?.id ?? ''}.txt. Each states its source and date and has numbered paragraphs. Where papers say different things of one fact, the paper with the latest date holds.${unreliable}
Answer with {"value": integer, "evidence": [ids]}: the ids of the paragraphs, such as "d02.1", that prove the value, one for each fact that it follows from and no others: the paragraph that states the fact as it holds. A wrong value scores 0; a right one scores 600,000, and 400,000 times the F1 of the evidence against the least set that proves it.`;
}
