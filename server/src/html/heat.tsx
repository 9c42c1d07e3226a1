/** Shares over time as strips of five steps of one hue: an area chart of a bot that rotates would be noise. */
import type { ComponentChildren, JSX } from 'preact';
import type { Instant } from '../lib/clock.ts';

/** Shares of the value, 0 to 1, one for each close. */
export interface HeldShares {
  /** In the order of time. */
  readonly closes: readonly Instant[];
  /** Those that were held most first. */
  readonly symbols: readonly { readonly symbol: string; readonly shares: readonly number[] }[];
  /** Further symbols together; null where there are none. */
  readonly others: readonly number[] | null;
  readonly cash: readonly number[];
}

interface HeatRow {
  readonly name: string;
  /** 0 to 1, in the order of time; each row has as many. */
  readonly shares: readonly number[];
}

interface HeatStripProps {
  readonly rows: readonly HeatRow[];
  /** The first and the last column, in words. */
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Where a step begins. Less than the first is next to nothing, and stays empty. */
const steps = [0.005, 0.1, 0.25, 0.5, 0.8];

/** Stretched to the width of the page, as lines are; the names stand beside it and are not. */
export function HeatStrip({ rows, from, to, label, children }: HeatStripProps): JSX.Element {
  return (
    <figure class="chart heat">
      <div class="heat-rows" role="img" aria-label={label}>
        {rows.map(({ name, shares }) => (
          <div key={name} class="heat-row" aria-hidden="true">
            <span>{name}</span>
            <svg viewBox={`0 0 ${shares.length} 1`} preserveAspectRatio="none">
              {steps.map((_, step) => {
                const d = cellsOf(shares, step);
                return d === '' ? null : <path key={step} class={`heat-${step + 1}`} d={d} />;
              })}
            </svg>
          </div>
        ))}
        <div class="heat-row" aria-hidden="true">
          <span />
          <span class="heat-ends">
            <span>{from}</span> <span>{to}</span>
          </span>
        </div>
      </div>
      <figcaption>{children}</figcaption>
    </figure>
  );
}

/** Columns next to each other of one step are one rectangle, so that no line shows between them. */
function cellsOf(shares: readonly number[], step: number): string {
  let d = '';
  for (let from = 0; from < shares.length; from++) {
    if (stepOf(shares[from] ?? 0) !== step) continue;
    let to = from + 1;
    while (to < shares.length && stepOf(shares[to] ?? 0) === step) to++;
    d += `M${from} 0H${to}V1H${from}Z`;
    from = to - 1;
  }
  return d;
}

/** @returns -1 for next to nothing. */
function stepOf(share: number): number {
  return steps.findLastIndex((from) => share >= from);
}
