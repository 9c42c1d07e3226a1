/** What a bot gained by each symbol, and what has happened since its last close: the parts of GET /api/agents/{id}/positions that never rank. */
import type { JSX } from 'preact';
import type { Positions } from 'papertape-contract/bot';
import { count, counted, dollarsOfText, grouped, signedDollars } from '../html/format.ts';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

const unknown = 'not known';
const fromTo = (was: string | undefined, is: string): string =>
  was === undefined || was === is ? is : `${was} → ${is}`;

export function SinceClose({ positions }: { positions: Positions }): JSX.Element {
  const { value_now: value, since_close: since } = positions;
  const { close, change, fills, rank, rank_now: now, newcomers } = since;
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title">Since the last close</h2>
      <Facts
        kind="facts"
        facts={[
          ['Value now, provisional', value === null ? unknown : dollarsOfText(value)],
          ['Changed by', change === null ? unknown : signedDollars(change)],
          ['Fills', count(fills)],
          ['Rank', now === null ? '–' : fromTo(rank === null ? undefined : count(rank), count(now))],
        ]}
      />
      <p class="muted">
        At the last agreed prices, <Instant iso={positions.as_of} />. Ranks go by closes alone:{' '}
        {close === null ? (
          'this bot has had none yet.'
        ) : (
          <>
            that of <Instant iso={close} /> counts until the next.
          </>
        )}{' '}
        {newcomers === 0 ? null : `${counted(newcomers, 'bot')} came in since, at $100,000.`}
      </p>
    </section>
  );
}

export function ProfitAndLoss({ positions }: { positions: Positions }): JSX.Element | null {
  const { profit } = positions;
  if (profit.symbols.length === 0) return null;
  const gain = (text: string | null): string => (text === null ? unknown : signedDollars(text));
  return (
    <section aria-labelledby="profit-title">
      <h2 id="profit-title">Profit and loss</h2>
      <Table
        labelledBy="profit-title"
        caption={
          <>
            By average cost, {counted(profit.fills, 'fill')}, every symbol that it ever traded. Fees are FX fees and
            spreads. It is provisional, and no rank goes by it.
          </>
        }
        columns={[
          { head: 'Symbol' },
          ...['Average cost', 'Realised', 'Unrealised', 'Fees', 'Since the close'].map((n) => ({ n })),
        ]}
        rows={profit.symbols.map((s) => [
          s.symbol,
          s.average_cost === null ? '–' : `$${grouped(s.average_cost)}`,
          gain(s.realised),
          gain(s.unrealised),
          dollarsOfText(s.fees),
          gain(s.since_close),
        ])}
      >
        <tr>
          <th scope="row">All</th>
          <td />
          <td class="n">{gain(profit.realised)}</td>
          <td class="n">{gain(profit.unrealised)}</td>
          <td class="n">{dollarsOfText(profit.fees)}</td>
          <td />
        </tr>
      </Table>
    </section>
  );
}
