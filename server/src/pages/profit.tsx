/** What a bot gained by each symbol, and what has happened since its last close: the parts of GET /api/agents/{id}/positions that never rank. */
import type { JSX } from 'preact';
import type { Positions } from 'papertape-contract/bot';
import { count, counted, dollarsOfText, groupedDollars, signedDollars } from '../html/format.ts';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

const fromTo = (was: string | undefined, is: string): string =>
  was === undefined || was === is ? is : `${was} → ${is}`;

export function SinceClose({ positions }: { positions: Positions }): JSX.Element {
  const { value_now: value, since_close: since } = positions;
  const { close, change, fills, rank, rank_now: now, newcomers } = since;
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title">{words.bot.sinceTheLastClose}</h2>
      <Facts
        kind="facts"
        facts={[
          [words.bot.valueNowProvisional, value === null ? words.bot.notKnown : dollarsOfText(value)],
          [words.bot.changedBy, change === null ? words.bot.notKnown : signedDollars(change)],
          [words.bot.fills, count(fills)],
          [words.bot.rank, now === null ? '–' : fromTo(rank === null ? undefined : count(rank), count(now))],
        ]}
      />
      <p class="muted">
        {words.bot.atTheLastAgreedPrices(
          <Instant iso={positions.as_of} />,
          close === null ? words.bot.thisBotHasHadNone : <>{words.bot.thatOfCountsUntilThe(<Instant iso={close} />)}</>,
          newcomers === 0 ? null : words.bot.cameInSinceAt100(counted(newcomers, 'bot')),
        )}
      </p>
    </section>
  );
}

export function ProfitAndLoss({ positions }: { positions: Positions }): JSX.Element | null {
  const { profit } = positions;
  if (profit.symbols.length === 0) return null;
  const gain = (text: string | null): string => (text === null ? words.bot.notKnown : signedDollars(text));
  return (
    <section aria-labelledby="profit-title">
      <h2 id="profit-title">{words.bot.profitAndLoss}</h2>
      <Table
        labelledBy="profit-title"
        caption={<>{words.bot.byAverageCostEverySymbol(counted(profit.fills, 'fill'))}</>}
        columns={[
          { head: words.bot.symbol },
          ...[
            words.bot.averageCost,
            words.bot.realised,
            words.bot.unrealised,
            words.bot.fees,
            words.bot.sinceTheClose,
          ].map((n) => ({ n })),
        ]}
        rows={profit.symbols.map((s) => [
          s.symbol,
          s.average_cost === null ? '–' : groupedDollars(s.average_cost),
          gain(s.realised),
          gain(s.unrealised),
          dollarsOfText(s.fees),
          gain(s.since_close),
        ])}
      >
        <tr>
          <th scope="row">{words.bot.all}</th>
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
