/** What a cell of the live workbook has to hold: how it is asked, what it is, and a formula for it. */
import { phrasesOf, type Wanted } from './phrases.ts';

export interface Line {
  readonly region: string;
  readonly units: number;
  readonly cents: number;
}

/** One set of the data. Every set has as many lines, and the same regions in the list of rates. */
export interface Books {
  readonly lines: readonly Line[];
  /** Percent, by region. */
  readonly rates: Readonly<Record<string, number>>;
}

/** Areas of the columns, absolute and with their sheet: `Sales!$B$2:$B$15`. */
export interface Areas {
  readonly region: string;
  readonly units: string;
  readonly cents: string;
  /** Of the sheet of rates. */
  readonly rated: string;
  readonly percent: string;
}

/** What is drawn for a question, whether its words use it or not. */
export interface Drawn {
  readonly region: string;
  readonly least: number;
  readonly each: number;
}

interface Question {
  /** The lowest level that asks it. */
  readonly level: number;
  readonly needsRegion?: true;
  /** The integer that is right. */
  value(books: Books, drawn: Drawn): number;
  formula(areas: Areas, drawn: Drawn): string;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const ofRegion = ({ lines }: Books, { region }: Drawn): Line[] => lines.filter((line) => line.region === region);
const revenueOf = (lines: readonly Line[]): number => sum(lines.map(({ units, cents }) => units * cents));

export const questions: Readonly<Record<string, Question>> = {
  units: {
    level: 1,
    value: ({ lines }) => sum(lines.map(({ units }) => units)),
    formula: ({ units }) => `SUM(${units})`,
  },
  revenue: {
    level: 1,
    value: ({ lines }) => revenueOf(lines),
    formula: ({ units, cents }) => `SUMPRODUCT(${units},${cents})`,
  },
  regionUnits: {
    level: 1,
    needsRegion: true,
    value: (books, drawn) => sum(ofRegion(books, drawn).map(({ units }) => units)),
    formula: ({ region, units }, drawn) => `SUMIF(${region},"${drawn.region}",${units})`,
  },
  regionRevenue: {
    level: 1,
    needsRegion: true,
    value: (books, drawn) => revenueOf(ofRegion(books, drawn)),
    formula: ({ region, units, cents }, drawn) => `SUMPRODUCT((${region}="${drawn.region}")*${units}*${cents})`,
  },
  largeLines: {
    level: 1,
    value: ({ lines }, { least }) => lines.filter(({ units }) => units >= least).length,
    formula: ({ units }, { least }) => `COUNTIF(${units},">=${least}")`,
  },
  dearestUnits: {
    level: 1,
    value: ({ lines }) => lines.reduce((best, line) => (line.cents > best.cents ? line : best)).units,
    formula: ({ units, cents }) => `INDEX(${units},MATCH(MAX(${cents}),${cents},0))`,
  },
  averageUnits: {
    level: 2,
    value: ({ lines }) => Math.floor(sum(lines.map(({ units }) => units)) / lines.length),
    formula: ({ units }) => `INT(AVERAGE(${units}))`,
  },
  largeRegionLines: {
    level: 2,
    needsRegion: true,
    value: (books, drawn) => ofRegion(books, drawn).filter(({ units }) => units >= drawn.least).length,
    formula: ({ region, units }, drawn) => `COUNTIFS(${region},"${drawn.region}",${units},">=${drawn.least}")`,
  },
  regionMost: {
    level: 2,
    needsRegion: true,
    value: (books, drawn) => Math.max(0, ...ofRegion(books, drawn).map(({ units }) => units)),
    formula: ({ region, units }, drawn) => `MAXIFS(${units},${region},"${drawn.region}")`,
  },
  secondPrice: {
    level: 2,
    value: ({ lines }) => lines.map(({ cents }) => cents).toSorted((a, b) => b - a)[1] ?? 0,
    formula: ({ cents }) => `LARGE(${cents},2)`,
  },
  rebate: {
    level: 3,
    value: ({ lines, rates }) =>
      sum(lines.map(({ region, units, cents }) => Math.floor((units * cents * (rates[region] ?? 0)) / 100))),
    formula: ({ region, units, cents, rated, percent }) =>
      `SUMPRODUCT(INT(${units}*${cents}*SUMIF(${rated},${region},${percent})/100))`,
  },
  boxes: {
    level: 4,
    value: ({ lines }, { each }) => sum(lines.map(({ units }) => Math.ceil(units / each))),
    formula: ({ units }, { each }) => `SUMPRODUCT(ROUNDUP(${units}/${each},0))`,
  },
};

/** How a question is asked in the workbook. */
export function asked(name: string, drawn: Drawn): string {
  const words: Wanted = { region: drawn.region, least: String(drawn.least), each: String(drawn.each) };
  return phrasesOf(name, words);
}
