/** What formulas give, as spreadsheet programs give it. */
import { expect, test } from 'vitest';
import { xlsx } from '../files/office.ts';
import { Fuel } from './budget.ts';
import { Evaluation } from './evaluate.ts';
import { functions } from './functions.ts';
import { readWorkbook } from './read.ts';
import { isError, type Scalar } from './values.ts';

const data = [
  ['Region', 'Units', 'Cents'],
  ['North', 10, 250],
  ['South', 25, 100],
  ['north', 40, 999],
  [null, 5, '7'],
];

/** The value of a formula in A1 of a sheet of its own; an error by its name. */
function of(formula: string): Exclude<Scalar, object> | string {
  const book = readWorkbook(
    xlsx([
      { name: 'F', rows: [[{ formula }]] },
      { name: 'My data', rows: data },
    ]),
  );
  const value = new Evaluation(book, [], new Fuel()).worth(0, 0, 0);
  return isError(value) ? value.code : (value as Exclude<Scalar, object>);
}

const region = "'My data'!$A$2:$A$5";
const units = "'My data'!B2:B5";
const cents = "'My data'!C2:C5";

const cases: readonly (readonly [formula: string, value: unknown])[] = [
  ['1+2*3', 7],
  ['-2^2', 4],
  ['2^3^2', 64],
  ['2^-1', 0.5],
  ['9^0.5', 3],
  ['10%*50', 5],
  ['1&"a"&TRUE', '1aTRUE'],
  ['0.1+0.2&""', '0.3'],
  ['"a"="A"', true],
  ['"b">"A"', true],
  ['1<"a"', true],
  ['"5"+1', 6],
  ['"x"+1', '#VALUE!'],
  ['1/0', '#DIV/0!'],
  ['#N/A', '#N/A'],
  ['IF(1>2,"a")', false],
  ['IF(1>2,1/0,3)', 3],
  ['IFERROR(1/0,4)', 4],
  ['IFNA(#N/A,4)+IFERROR(IFNA(1/0,9),1)', 5],
  ['IFS(1>2,1,2>1,5)', 5],
  ['SWITCH(2,1,"a",2,"b","c")', 'b'],
  ['CHOOSE(2,1/0,8)', 8],
  ['AND(1,TRUE)', true],
  ['OR(FALSE,0)', false],
  ['XOR(TRUE,TRUE)', false],
  ['NOT(0)', true],
  ['ABS(-3)+SIGN(-2)', 2],
  ['INT(-1.5)', -2],
  ['TRUNC(-1.59,1)', -1.5],
  ['ROUND(2.5,0)', 3],
  ['ROUND(-2.5,0)', -3],
  ['ROUND(1.005,2)', 1.01],
  ['ROUND(1234,-2)', 1200],
  ['ROUNDUP(1.21,1)', 1.3],
  ['ROUNDUP(0.1*30,0)', 3],
  ['ROUNDDOWN(-1.29,1)', -1.2],
  ['CEILING(7,5)', 10],
  ['FLOOR(7,5)', 5],
  ['MOD(-3,5)', 2],
  ['QUOTIENT(-7,2)', -3],
  ['POWER(2,10)', 1024],
  ['SQRT(-1)', '#NUM!'],
  [`SUM(${units},1,"2",TRUE)`, 84],
  [`SUM(${cents})`, 1349],
  [`SUM('My data'!B:B)`, 80],
  [`SUM('My data'!2:3)`, 385],
  [`PRODUCT(${units})`, 50_000],
  [`AVERAGE(${units})`, 20],
  [`MIN(${units})&MAX(${units})`, '540'],
  [`MEDIAN(${units})`, 17.5],
  [`LARGE(${units},2)`, 25],
  [`SMALL(${units},9)`, '#NUM!'],
  [`SUMPRODUCT(${units},${cents})`, 2500 + 2500 + 39_960],
  [`SUMPRODUCT((${region}="North")*${units})`, 50],
  [`SUMPRODUCT(${units},'My data'!A2:B5)`, '#VALUE!'],
  [`SUM(IF(${units}>9,1,0))`, 3],
  [`MAX(IF(${region}="north",${units}))`, 40],
  [`COUNT(${cents})&COUNTA(${region})&COUNTBLANK(${region})`, '331'],
  [`SUMIF(${region},"NORTH",${units})`, 50],
  [`SUMIF(${units},">=10")`, 75],
  [`SUMIF(${region},"n*",'My data'!B2)`, 50],
  [`COUNTIF(${region},"?o*h")`, 3],
  [`COUNTIF(${region},"<>north")`, 2],
  [`COUNTIF(${region},"")`, 1],
  [`COUNTIF(${cents},7)`, 1],
  [`COUNTIF(${units},"<"&10)`, 1],
  [`COUNTIFS(${region},"north",${units},">10")`, 1],
  [`SUMIFS(${units},${region},"north",${cents},250)`, 10],
  [`AVERAGEIF(${region},"north",${units})`, 25],
  [`AVERAGEIFS(${units},${region},"none")`, '#DIV/0!'],
  [`MAXIFS(${units},${region},"none")`, 0],
  [`MINIFS(${units},${region},"north")`, 10],
  [`SUMPRODUCT(SUMIF(${region},{"North","South"},${units}))`, 75],
  [`INDEX(${units},2)`, 25],
  [`INDEX('My data'!A2:C5,3,2)`, 40],
  [`SUM(INDEX('My data'!A2:C5,0,2))`, 80],
  [`INDEX(${units},9)`, '#REF!'],
  [`MATCH("SOUTH",${region},0)`, 2],
  ['MATCH(6,{1,5,9},1)', 2],
  ['MATCH(6,{9,7,5},-1)', 2],
  [`VLOOKUP("South",'My data'!A:C,3,FALSE)`, 100],
  [`VLOOKUP("x",'My data'!A:C,3,0)`, '#N/A'],
  ['VLOOKUP(6,{1,"a";5,"b";9,"c"},2)', 'b'],
  ['HLOOKUP(5,{1,5;"a","b"},2,0)', 'b'],
  [`XLOOKUP("South",${region},${units})`, 25],
  [`_xlfn.XLOOKUP("x",${region},${units},"none")`, 'none'],
  [`ROWS(${units})&COLUMNS('My data'!A:C)&ROW()&COLUMN('My data'!C2)`, '4313'],
  ['SUM(ROW(1:4))', 10],
  ['LEN(LEFT("abc",2)&RIGHT("abc")&MID("abcd",2,2))', 5],
  ['UPPER("a")&LOWER("B")&TRIM("  a  b ")', 'Aba b'],
  ['VALUE("1.5")+FIND("c","abc")', 4.5],
  ['SUBSTITUTE("a-b-c","-","+",2)', 'a-b+c'],
  ['CONCATENATE("a",1)&CONCAT("b","c")', 'a1bc'],
  ['EXACT("a","A")', false],
  ['ISNUMBER(1)&ISTEXT(1)&ISBLANK(Z9)&ISERROR(1/0)&ISNA(1/0)', 'TRUEFALSETRUETRUEFALSE'],
  ['TRUE()&FALSE()&IFERROR(NA(),"x")', 'TRUEFALSEx'],
  ['B1', 0],
  ['A1048576+XFD1', 0],
  ["'my DATA'!b2", 10],
];

test.each(cases)('%s', (formula, value) => {
  const given = of(formula);
  if (typeof value === 'number' && typeof given === 'number') expect(given).toBeCloseTo(value, 12);
  else expect(given).toBe(value);
});

test('each listed function is tried', () => {
  const tried = cases.map(([formula]) => formula).join(' ');
  expect([...functions.keys()].filter((name) => !tried.includes(`${name}(`))).toEqual([]);
});
