/** How each symbol of an order was priced: two pools, their means over the window, and how far apart they were. */
import type { JSX } from 'preact';
import { exactDollars } from '../html/format.ts';
import type { FillProof } from 'papertape-contract/proof';
import { Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

type Windows = FillProof['windows'];
type Pool = Windows[number]['pools'][number];

const bpsMax = 100;
const states = (): Readonly<Record<FillProof['prices'][number]['state'], string>> => ({
  agreed: words.order.agreed,
  apart: words.order.apartRejected,
  unavailable: words.order.notToBeHad,
  frozen: words.order.suspendedAtItsLastAgreed,
  stale: words.order.staleAtItsLastAgreed,
});

export function OrderPrices({
  fill: { prices, windows, window, formulas },
}: {
  readonly fill: FillProof;
}): JSX.Element {
  return (
    <li>
      <p class="when">
        <Instant iso={window.end} />
      </p>
      <h2>{words.order.eachSymbolWasPricedTwice}</h2>
      <p>{words.order.theMeanPriceOfA(bpsMax)}</p>
      {prices.length === 0 ? (
        <p class="empty">{words.order.theOrderNamesNoSymbol}</p>
      ) : (
        <Table
          label={words.order.pricesOfTheWindow}
          columns={[
            { head: words.order.symbol },
            { n: words.order.firstPool },
            { n: words.order.secondPool },
            { n: words.order.apartOf100Bps },
            words.order.state,
          ]}
          rows={prices.map((p) => {
            const found = p.window === null ? undefined : windows[p.window]?.symbols.find((s) => s.symbol === p.symbol);
            return [
              p.symbol,
              p.usd === null ? words.order.none : exactDollars(p.usd),
              found?.second_price === undefined || found.second_price === null
                ? words.order.none
                : exactDollars(found.second_price),
              found?.bps === undefined || found.bps === null ? '–' : <Apart bps={found.bps} />,
              states()[p.state],
            ];
          })}
        />
      )}
      {windows.map((w) => (
        <details key={w.window.end}>
          <summary>{words.order.whatThePoolsSaidAt(w.window.start.slice(11, 16), w.window.end.slice(11, 16))}</summary>
          <Table
            label={words.order.readingsOfThePools}
            caption={words.order.aCumulativeLessTheOne}
            columns={[
              { head: words.order.pool },
              { n: words.order.atTheStart },
              { n: words.order.atTheEnd },
              { n: words.order.meanPrice },
            ]}
            rows={w.pools.map((pool) => [
              pool.label,
              <Reading of={pool.start} />,
              <Reading of={pool.end} />,
              pool.mean_price ?? words.order.none,
            ])}
          />
        </details>
      ))}
      <p class="muted machine">
        {words.order.how(
          <a href="/docs/bots/proof">{formulas.average}</a>,
          <a href="/docs/bots/proof">{formulas.price}</a>,
        )}
      </p>
    </li>
  );
}

/** The difference, drawn against the limit. */
function Apart({ bps }: { readonly bps: string }): JSX.Element {
  const share = Math.min(100, (Number(bps) / bpsMax) * 100);
  return (
    <span class="apart">
      <svg width="60" height="8" viewBox="0 0 60 8" aria-hidden="true">
        <path class="all" d="M0 4H60" />
        <path class={Number(bps) > bpsMax ? 'over' : 'under'} d={`M0 4H${Math.round(share * 6) / 10}`} />
      </svg>{' '}
      {bps}
    </span>
  );
}

function Reading({ of }: { readonly of: Pool['start'] }): JSX.Element {
  const used = of.find((r) => r.used) ?? of.at(-1);
  if (used === undefined || used.cumulative === null) return <>{used?.reason ?? words.order.none}</>;
  return (
    <>
      {used.cumulative}
      {used.block === null ? null : <span class="muted">{words.order.block(used.block.number)}</span>}
    </>
  );
}
