/** The way of a bot through the tiers. */
import type { JSX } from 'preact';
import type { TierMoves } from 'papertape-contract/league';
import { signedPercent } from '../html/format.ts';
import { Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export const moveWords = {
  promoted: 'went up',
  relegated: 'came down',
  voided: 'taken back: the close was voided',
} as const;

export function TierMovesSection({ moves }: { moves: TierMoves }): JSX.Element | null {
  if (moves.total === 0) return null;
  return (
    <section aria-labelledby="moves-title">
      <h2 id="moves-title">Tiers</h2>
      <Table
        labelledBy="moves-title"
        caption={
          <>
            {moves.moves.length < moves.total
              ? `The newest ${moves.moves.length} of ${moves.total} moves.`
              : 'Every move, newest first.'}{' '}
            <a href={`/api/agents/${moves.agent_id ?? ''}/moves`}>All of them as JSON</a>
          </>
        }
        columns={[{ head: 'Week' }, 'Move', { n: 'Return of the week' }, { n: 'Place' }, 'At']}
        rows={moves.moves.map((m) => [
          m.week,
          `${moveWords[m.why]}, ${m.from} → ${m.to}`,
          signedPercent(m.week_return_pct),
          m.place,
          <Instant iso={m.at} />,
        ])}
      />
    </section>
  );
}
