/** The first five of a board against what was only bought and held. */
import type { JSX } from 'preact';
import type { Board, ValuePoint } from 'papertape-contract/board';
import { dateText, signedPercent } from '../html/format.ts';
import { ReturnLines, type ChartLine } from '../html/lines.tsx';
import { Table } from '../html/table.tsx';
import { isoDate } from '../lib/clock.ts';

interface LeadersProps {
  readonly board: Board;
  readonly startValue: number;
}

/** With the first two of the baselines: the first symbol, and the whole universe. */
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
  const title = titles[bots] ?? 'The market';
  return (
    <section class="card" aria-labelledby="leaders-title">
      <h2 id="leaders-title">{title}</h2>
      <ReturnLines lines={lines} from={from} to={to} />
      <details>
        <summary>The values as a table</summary>
        <Table
          label="Returns since the start"
          caption={`At the newest ${Math.min(closesListedMax, closes.length)} of ${closes.length} closes. The JSON of the board has all of them.`}
          columns={[{ head: 'Close' }, ...lines.map((l) => ({ n: l.name, foreign: true }))]}
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

const titles: Readonly<Record<number, string>> = {
  1: 'The first against the market',
  2: 'The first two against the market',
  3: 'The first three against the market',
  4: 'The first four against the market',
  5: 'The first five against the market',
};

function linesOf({ rows, market_baselines: baselines }: Board, startValue: number): ChartLine[] {
  const [single] = baselines;
  const whole = baselines.find((b) => b.id === 'equal_weight');
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
  return baseline === 'equal_weight' ? 'All, equal parts' : `${baseline.slice('hold_'.length)}, held`;
}
