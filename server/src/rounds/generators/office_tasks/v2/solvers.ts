/**
 * The second solver and the plain one. What version 1 asks they do as there. Of a live workbook the second solver reads file, prompt and mail and writes
 * formulas in its own way, with helper columns; the plain one types the values in that it works out, and reads no mail.
 */
import type { Json } from '../../../json.ts';
import { columnName, xlsx, type Cell } from '../../../files/office.ts';
import { workedOut, type InputSheet } from '../../../graders/workbook.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { folderOf, textOf, type Folder } from '../v1/read-files.ts';
import { answered as answeredFields } from '../v1/second.ts';
import { sheetsIn } from './read-workbook.ts';

export function second(shown: Shown): Answers {
  return answered(shown, true);
}

export function plain(shown: Shown): Answers {
  return answered(shown, false);
}

function answered(shown: Shown, corrects: boolean): Answers {
  const isWorkbook = ({ grader }: Task): boolean => grader.id === 'workbook';
  const fields = answeredFields({ ...shown, tasks: shown.tasks.filter((task) => !isWorkbook(task)) }, corrects);
  const workbooks = shown.tasks.filter(isWorkbook).map(({ task_id: id }): [string, Json] => {
    const folder = folderOf(shown, id);
    const filled = filledIn(folder, corrects);
    return [id, { xlsx: (corrects ? filled.live : filled.typed()).toString('base64') }];
  });
  return new Map([...fields, ...workbooks]);
}

interface Filled {
  readonly live: Buffer;
  /** With values in the place of formulas. */
  readonly typed: () => Buffer;
}

function filledIn(folder: Folder, corrects: boolean): Filled {
  const sheets = sheetsIn(folder.get('workbook.xlsx') ?? Buffer.alloc(0));
  const [lines, rates, summary] = sheets as [InputSheet, InputSheet, InputSheet];
  const mail = corrects ? textOf(folder, 'note.eml') : '';
  const labels = summary.rows.slice(1).map(([label], i) => {
    const [, other = '', named = ''] =
      new RegExp(`In B${i + 2} of the summary, read (\\w+) for (\\w+)\\.`).exec(mail) ?? [];
    return named === '' ? String(label) : String(label).replace(named, other);
  });
  const { rows, figure } = withHelpers(lines, rates);
  const formulas = labels.map((label) => ({ formula: figure(label) }));
  const bookOf = (values: readonly Cell[]): Buffer =>
    xlsx([
      { name: lines.name, rows },
      rates,
      {
        name: summary.name,
        rows: summary.rows.map(([label = null], i) => [label, i === 0 ? 'Value' : (values[i - 1] ?? null)]),
      },
    ]);
  const live = bookOf(formulas);
  const cells = labels.map((_, i) => `B${i + 2}`);
  return { live, typed: () => bookOf(workedOut({ sheet: summary.name, cells, inputs: [[lines, rates]] }, live)) };
}

/** Adds columns for revenue, percent, rebate and the order of prices beside the lines, and says what a figure is in terms of them. */
function withHelpers(
  lines: InputSheet,
  rates: InputSheet,
): { readonly rows: readonly (readonly Cell[])[]; readonly figure: (label: string) => string } {
  const [heads = [], ...data] = lines.rows;
  const letter = (pattern: RegExp): string => columnName(heads.findIndex((head) => pattern.test(String(head))));
  const [region, units, cents] = [letter(/Region|Area|Sold/), letter(/Units|Pieces|Quantity/), letter(/[Cc]ents/)];
  const last = data.length + 1;
  const quoted = (name: string): string => `'${name}'`;
  const whole = (column: string): string => `${quoted(lines.name)}!${column}$2:${column}$${last}`;
  const [revenue, rebate, dearer] = ['H', 'I', 'J'];
  const helpers = (row: number): Cell[] => [
    { formula: `${units}${row}*${cents}${row}` },
    { formula: `FLOOR(${revenue}${row}*VLOOKUP(${region}${row},${quoted(rates.name)}!A:B,2,FALSE)/100,1)` },
    { formula: `COUNTIF(${cents}:${cents},">"&${cents}${row})` },
  ];
  const rows = lines.rows.map((cells, i) => [
    ...Array.from({ length: 7 }, (_, c) => cells[c] ?? null),
    ...(i === 0 ? ['Revenue', 'Rebate', 'Dearer'] : helpers(i + 1)),
  ]);
  const where = (label: string): string => /region (\w+)/.exec(label)?.[1] ?? '';
  const least = (label: string): string => /(\d+) units or more/.exec(label)?.[1] ?? '0';
  const ways: readonly (readonly [RegExp, (label: string) => string])[] = [
    [/^Units of all/, () => `SUM(${whole(units)})`],
    [/^Revenue of all/, () => `SUM(${whole(revenue)})`],
    [/^Units of the region/, (label) => `SUMPRODUCT(--(${whole(region)}="${where(label)}"),${whole(units)})`],
    [/^Revenue of the region/, (label) => `SUMIFS(${whole(revenue)},${whole(region)},"${where(label)}")`],
    [/^How many lines have/, (label) => `SUMPRODUCT((${whole(units)}>=${least(label)})*1)`],
    [/^Units of the line with the highest/, () => `INDEX(${whole(units)},MATCH(0,${whole(dearer)},0),1)`],
    [/^Average/, () => `QUOTIENT(SUM(${whole(units)}),ROWS(${whole(units)}))`],
    [/^How many lines of/, (label) => `SUM((${whole(region)}="${where(label)}")*(${whole(units)}>=${least(label)}))`],
    [/^The most units/, (label) => `MAX(IF(${whole(region)}="${where(label)}",${whole(units)},0))`],
    [/^The second largest/, () => `SMALL(${whole(cents)},COUNT(${whole(cents)})-1)`],
    [/^Rebates/, () => `SUM(${whole(rebate)})`],
    [
      /^Boxes/,
      (label) =>
        `SUM(INT((${whole(units)}+${/and (\d+) units/.exec(label)?.[1]}-1)/${/and (\d+) units/.exec(label)?.[1]}))`,
    ],
  ];
  return { rows, figure: (label) => ways.find(([pattern]) => pattern.test(label))?.[1](label) ?? '' };
}
