/** What a bot held at its newest closes: a strip for each symbol, darker the more of its value it was. */
import type { JSX } from 'preact';
import { HeatStrip, type HeldShares } from '../html/heat.tsx';
import { dateText, percentTo } from '../html/format.ts';
import { Table } from '../html/table.tsx';
import { isoDate } from '../lib/clock.ts';
import { words } from '../words/words.ts';

export function HoldingsOverTime({ held }: { readonly held: HeldShares }): JSX.Element | null {
  const { closes, symbols, others, cash } = held;
  if (symbols.length === 0) return null;
  const rows = [
    ...symbols.map(({ symbol, shares }) => ({ name: symbol, shares })),
    ...(others === null ? [] : [{ name: words.bot.otherSymbols, shares: others }]),
    { name: words.bot.cash, shares: cash },
  ];
  const days = closes.map((close) => dateText(isoDate(close)));
  const told = words.bot.sharesOfTheValue(days.at(0) ?? '', days.at(-1) ?? '');
  return (
    <>
      <h3>{words.bot.holdingsOverTime}</h3>
      <HeatStrip rows={rows} from={days.at(0) ?? ''} to={days.at(-1) ?? ''} label={told}>
        {words.bot.darkerIsMore}
      </HeatStrip>
      <details>
        <summary>{words.bot.theSharesAsATable}</summary>
        <Table
          label={words.bot.holdingsOverTime}
          caption={told}
          columns={[{ head: words.bot.close }, ...rows.map(({ name }) => ({ n: name }))]}
          rows={closes
            .map((_, i) => [days[i], ...rows.map(({ shares }) => percentTo((shares[i] ?? 0) * 100, 1))])
            .toReversed()}
        />
      </details>
    </>
  );
}
