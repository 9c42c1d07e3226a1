/**
 * The live workbook: a sheet of lines, a sheet of rates, and a sheet that asks for six figures, each as a formula. What is right is worked out here from the
 * records, for the data that is given and for three other sets of it that nobody sees before the reveal.
 */
import type { Draw } from '../../../draw.ts';
import { columnName, xlsx, type Cell } from '../../../files/office.ts';
import { eml } from '../../../files/texts.ts';
import type { InputSheet, WorkbookTask } from '../../../graders/workbook.ts';
import type { Material } from '../../../source.ts';
import { dayOf, fileTypes, type Wish } from '../v1/job.ts';
import words from '../v1/phrases.json' with { type: 'json' };
import phrases from './phrases.json' with { type: 'json' };
import { asked, questions, type Areas, type Books, type Drawn } from './questions.ts';

export interface Workbook {
  readonly text: string;
  readonly task: WorkbookTask;
  /** By cell: a value for each set of inputs. */
  readonly key: Readonly<Record<string, readonly number[]>>;
  readonly files: readonly Material[];
  /** The workbook with a right formula in each cell, in base64. */
  readonly best: string;
  /** Texts that no file may hold. */
  readonly hidden: readonly string[];
}

const hiddenSets = 3;
const cellsAsked = 6;

/** Undefined where a figure changes too little with the data: it is drawn again. */
export function liveWorkbook(draw: Draw, { level, corrected }: Wish): Workbook | undefined {
  const regions = draw.sample(words.regions, Math.min(6, 3 + Math.floor(level / 3)));
  const count = 10 + 2 * level;
  const sets = Array.from({ length: 1 + hiddenSets }, (_, i) => booksOf(draw.part(`set/${i}`), regions, count));
  const figures = figuresOf(draw, { level, corrected, regions });
  const key = Object.fromEntries(
    figures.map(({ name, counts }, i) => [
      `B${i + 2}`,
      sets.map((books) => questions[name]?.value(books, counts) ?? 0),
    ]),
  );
  // A value that is typed in has to be wrong with two of the other sets at least.
  if (Object.values(key).some(([given, ...others]) => others.filter((value) => value !== given).length < 2))
    return undefined;
  const layout = layoutOf(draw, count, regions.length);
  const inputs = sets.map((books) => inputsOf(layout, books));
  const [lines, rates, summary] = layout.sheets;
  const labels = figures.map(({ name, shown }) => asked(name, shown));
  const report = (cells: readonly Cell[]): (readonly Cell[])[] => [
    ['Figure', 'Value'],
    ...labels.map((label, i) => [label, cells[i] ?? null]),
  ];
  const bookOf = (cells: readonly Cell[]): Buffer =>
    xlsx([...(inputs[0] ?? []), { name: summary, rows: report(cells) }]);
  const notes = figures.flatMap(({ shown, counts }, i) =>
    shown.region === counts.region ? [] : [`In B${i + 2} of the summary, read ${counts.region} for ${shown.region}.`],
  );
  return {
    text: textOf({ lines, rates, summary, isCorrected: notes.length > 0 }),
    task: { sheet: summary, cells: Object.keys(key), inputs },
    key,
    files: [
      { name: 'workbook.xlsx', type: fileTypes.xlsx, bytes: bookOf([]) },
      ...(notes.length > 0
        ? [
            {
              name: 'note.eml',
              type: fileTypes.eml,
              bytes: eml({
                from: 'sales@example.com',
                to: 'office@example.com',
                subject: 'The summary',
                day: dayOf(draw.below(300)),
                lines: notes,
              }),
            },
          ]
        : []),
    ],
    best: bookOf(
      figures.map(({ name, counts }) => ({ formula: questions[name]?.formula(layout.areas, counts) ?? '' })),
    ).toString('base64'),
    // Smaller numbers stand in the data by chance.
    hidden: Object.values(key)
      .flat()
      .filter((value) => value >= 100_000)
      .map(String),
  };
}

function booksOf(draw: Draw, regions: readonly string[], count: number): Books {
  return {
    lines: Array.from({ length: count }, () => ({
      region: draw.pick(regions),
      units: draw.between(11, 199),
      cents: draw.between(250, 9_900),
    })),
    rates: Object.fromEntries(regions.map((region) => [region, draw.between(1, 15)])),
  };
}

interface Figure {
  readonly name: string;
  /** What the summary says, and what counts: a mail may name another region. */
  readonly shown: Drawn;
  readonly counts: Drawn;
}

function figuresOf(
  draw: Draw,
  { level, corrected, regions }: Wish & { readonly regions: readonly string[] },
): Figure[] {
  const open = Object.keys(questions).filter((name) => (questions[name]?.level ?? 9) <= level);
  const isOfRegion = (name: string): boolean => questions[name]?.needsRegion === true;
  // Two at least are of a region, so that there is something to correct.
  const ofRegion = draw.sample(open.filter(isOfRegion), 2);
  const names = draw.shuffled([
    ...ofRegion,
    ...draw.sample(
      open.filter((name) => !ofRegion.includes(name)),
      cellsAsked - 2,
    ),
  ]);
  const changed = corrected ? draw.sample(ofRegion, draw.between(1, 2)) : [];
  return names.map((name) => {
    const [region, other] = draw.sample(regions, 2) as [string, string];
    const counts: Drawn = { region, least: draw.between(40, 150), each: draw.between(7, 24) };
    return { name, counts, shown: changed.includes(name) ? { ...counts, region: other } : counts };
  });
}

type Column = 'id' | 'region' | 'units' | 'cents';

interface Layout {
  readonly sheets: readonly [lines: string, rates: string, summary: string];
  readonly columns: readonly Column[];
  readonly heads: readonly string[];
  readonly areas: Areas;
}

function layoutOf(draw: Draw, lines: number, regions: number): Layout {
  const sheets = draw.pick(phrases.sheets) as unknown as Layout['sheets'];
  const columns: readonly Column[] = ['id', ...draw.shuffled(['region', 'units', 'cents'] as const)];
  const area = (sheet: string, column: number, rows: number): string => {
    const name = columnName(column);
    return `${sheet.includes(' ') ? `'${sheet}'` : sheet}!$${name}$2:$${name}$${rows + 1}`;
  };
  const ofLines = (column: Column): string => area(sheets[0], columns.indexOf(column), lines);
  return {
    sheets,
    columns,
    heads: columns.map((column) => draw.pick(phrases.columns[column])),
    areas: {
      region: ofLines('region'),
      units: ofLines('units'),
      cents: ofLines('cents'),
      rated: area(sheets[1], 0, regions),
      percent: area(sheets[1], 1, regions),
    },
  };
}

function inputsOf({ sheets: [lines, rates], columns, heads }: Layout, books: Books): InputSheet[] {
  const row = (line: Books['lines'][number], i: number): (string | number)[] =>
    columns.map((column) => (column === 'id' ? i + 1 : line[column]));
  return [
    { name: lines, rows: [heads, ...books.lines.map(row)] },
    { name: rates, rows: [['Region', 'Percent'], ...Object.entries(books.rates)] },
  ];
}

function textOf({
  lines,
  rates,
  summary,
  isCorrected,
}: {
  readonly lines: string;
  readonly rates: string;
  readonly summary: string;
  readonly isCorrected: boolean;
}): string {
  return `Fill in the live workbook workbook.xlsx. The sheet "${lines}" has lines with a number of units and a price of one unit in cents; revenue is units times price. The sheet "${rates}" has a percent for each region. Column A of the sheet "${summary}" asks for six figures: write a formula into each of B2 to B7 that works the figure out from the other two sheets.${isCorrected ? ' note.eml says where the summary means another region; what it says counts.' : ''} All figures are whole numbers. The formulas are worked out on the given data and on three other sets of data in the same cells, so a number that is typed in is worth a fifth of a formula. Cells that are given stay as they are; helper cells may stand anywhere else. Values that the file has saved for formulas are not looked at.`;
}
