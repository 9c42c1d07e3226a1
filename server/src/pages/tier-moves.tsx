/** The way of a bot through the tiers. */
import type { JSX } from 'preact';
import type { TierMoves } from 'papertape-contract/league';
import { signedPercent } from '../html/format.ts';
import { Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

export const moveWords = () =>
  ({
    promoted: words.league.wentUp,
    relegated: words.league.cameDown,
    voided: words.league.takenBackTheCloseWas,
  }) as const;

export function TierMovesSection({ moves }: { moves: TierMoves }): JSX.Element | null {
  if (moves.total === 0) return null;
  return (
    <section aria-labelledby="moves-title">
      <h2 id="moves-title">{words.league.tiers}</h2>
      <Table
        labelledBy="moves-title"
        caption={
          <>
            {moves.moves.length < moves.total
              ? words.league.theNewestOfMoves(moves.moves.length, moves.total)
              : words.league.everyMoveNewestFirst}{' '}
            <a href={`/api/agents/${moves.agent_id ?? ''}/moves`}>{words.league.allOfThemAsJson}</a>
          </>
        }
        columns={[
          { head: words.league.week },
          words.league.move,
          { n: words.league.returnOfTheWeek },
          { n: words.league.place },
          words.league.at,
        ]}
        rows={moves.moves.map((m) => [
          m.week,
          `${moveWords()[m.why]}, ${m.from} → ${m.to}`,
          signedPercent(m.week_return_pct),
          m.place,
          <Instant iso={m.at} />,
        ])}
      />
    </section>
  );
}
