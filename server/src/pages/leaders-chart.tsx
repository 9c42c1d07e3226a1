/** The first five of a board against what was only bought and held. */
import type { JSX } from 'preact';
import type { Board, ValuePoint } from 'papertape-contract/board';
import { dateText, signedPercent } from '../html/format.ts';
import { ReturnLines, type ChartLine } from '../html/lines.tsx';
import { Table } from '../html/table.tsx';
import { isOfRoom } from '../flow/rank/baseline.ts';
import { isoDate } from '../lib/clock.ts';
import { words } from '../words/words.ts';

interface LeadersProps {
  readonly board: Board;
  readonly startValue: number;
}

/** With the first and the last of the baselines: the first symbol and the whole universe; in a task league par and the median. */
const botsMax = 5;
/** The rest are in the JSON. */
const closesListedMax = 10;

/** Nothing before the second close: a point is no line. */
export function LeadersChart({ board, startValue }: LeadersProps): JSX.Element | null {
  const lines = linesOf(board, startValue);
  const closes = [...new Set(lines.flatMap((l) => l.points.map((p) => p.close)))].toSorted((a, b) => a - b);
  const [from, to] = [closes[0], closes.at(-1)];
  if (from === undefined || to === undefined || from === to) return null;
  const bots = board.rows.slice(0, botsMax).filter((row) => row.line.length > 0).length;
  const title = titles()[bots] ?? words.league.theMarket;
  return (
    <section class="card" aria-labelledby="leaders-title">
      <h2 id="leaders-title">{title}</h2>
      <ReturnLines lines={lines} from={from} to={to} />
      <details>
        <summary>{words.league.theValuesAsATable}</summary>
        <Table
          label={words.league.returnsSinceTheStart}
          caption={words.league.atTheNewestOfCloses(Math.min(closesListedMax, closes.length), closes.length)}
          columns={[{ head: words.league.close }, ...lines.map((l) => ({ n: l.name, foreign: true }))]}
          rows={closes
            .slice(-closesListedMax)
            .toReversed()
            .map((close) => [
              dateText(isoDate(close)),
              ...lines.map((l) => {
                const at = l.points.find((p) => p.close === close);
                return at ? signedPercent(at.value) : '–';
              }),
            ])}
        />
      </details>
    </section>
  );
}

const titles = (): Readonly<Record<number, string>> => ({
  1: words.league.theFirstAgainstTheMarket,
  2: words.league.theFirstTwoAgainstThe,
  3: words.league.theFirstThreeAgainstThe,
  4: words.league.theFirstFourAgainstThe,
  5: words.league.theFirstFiveAgainstThe,
});

export function linesOf({ rows, market_baselines: baselines }: Board, startValue: number): ChartLine[] {
  const [single] = baselines;
  const whole = baselines.at(-1);
  const line = (name: string, points: readonly ValuePoint[]): ChartLine => ({
    name,
    points: points.map((p) => ({ close: Date.parse(p.date), value: (p.value_usd / startValue - 1) * 100 })),
  });
  return [
    ...rows.slice(0, botsMax).map((row) => line(row.name, row.line)),
    ...(single === undefined || single === whole ? [] : [line(shortName(single.id), single.line)]),
    ...(whole === undefined ? [] : [line(shortName(whole.id), whole.line)]),
  ].filter((l) => l.points.length > 0);
}

/** `hold_BTC-USD` -> `BTC-USD, held` */
export function shortName(baseline: string): string {
  if (isOfRoom(baseline)) return baseline === 'par' ? words.league.par : words.league.median;
  return baseline === 'equal_weight' ? words.league.allEqualParts : words.league.held(baseline.slice('hold_'.length));
}
