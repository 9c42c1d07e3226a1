/** The tiers of a league: how many sit in each, and who moved last. */
import type { JSX } from 'preact';
import type { Board } from 'papertape-contract/board';
import type { LeagueView, TierMoveView } from 'papertape-contract/league';
import { tierNames } from '../league/tiers.ts';
import { count, counted } from '../html/format.ts';
import { Instant, Signed } from '../html/parts.tsx';
import { BotLink } from './links.tsx';
import { moveWords } from './tier-moves.tsx';

export interface NamedMove {
  readonly move: TierMoveView;
  readonly name: string;
}

interface LadderProps {
  readonly board: Board;
  readonly league: LeagueView;
  /** The newest first. */
  readonly moves: readonly NamedMove[];
}

/** Above the board: tiers with bots, from the top down. */
export function TierCounts({ board }: { board: Board }): JSX.Element | null {
  if (board.tiers.length < 2) return null;
  return (
    <ul class="tiers" aria-label="Bots of each tier">
      {board.tiers.map((t) => (
        <li key={t.tier}>
          {t.tier} <strong>{count(t.bots)}</strong>
        </li>
      ))}
    </ul>
  );
}

export function Ladder({ board, league, moves }: LadderProps): JSX.Element {
  const bots = new Map<string, number>(board.tiers.map((t) => [t.tier, t.bots]));
  return (
    <section id="tiers" aria-labelledby="tiers-title">
      <h2 id="tiers-title">Tiers</h2>
      <p class="muted">
        The board ranks by return since the start; tiers move every Monday by the return of the week, so a bot far down
        the board can sit in a high tier. <a href="/docs/bots/rules">How bots move</a>.
      </p>
      <div class="columns">
        <ol class="ladder">
          {tierNames.toReversed().map((tier) => {
            const here = bots.get(tier) ?? 0;
            return (
              <li key={tier} class={here === 0 ? 'none' : undefined}>
                <span>{tier}</span>{' '}
                <span class="muted">
                  {here === 0 ? 'nobody yet' : `${counted(here, 'bot')}, ${count(league.seats_per_tier)} seats`}
                </span>
              </li>
            );
          })}
        </ol>
        <Moves moves={moves} league={board.league} />
      </div>
    </section>
  );
}

function Moves({ moves, league }: Pick<LadderProps, 'moves'> & { readonly league: string }): JSX.Element {
  if (moves.length === 0)
    return <p class="empty">Nobody has moved yet. The first moves come with the close that ends the first week.</p>;
  return (
    <div>
      <h3>Latest moves</h3>
      <ul class="rows">
        {moves.map(({ move, name }) => (
          <li key={`${move.agent_id} ${move.at} ${move.why}`}>
            <span>
              <BotLink bot={{ agent_id: move.agent_id, name }} /> {moveWords[move.why]}, {move.from} → {move.to}
            </span>{' '}
            <span class="muted">
              {move.week}, <Signed value={move.week_return_pct} />, <Instant iso={move.at} />
            </span>
          </li>
        ))}
      </ul>
      <p class="muted machine">
        <a href={`/api/leagues/${league}/moves`}>All moves as JSON</a>
      </p>
    </div>
  );
}
