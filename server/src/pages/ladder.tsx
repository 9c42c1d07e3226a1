/** The tiers of a league: how many sit in each, and who moved last. */
import type { JSX } from 'preact';
import type { Board } from 'papertape-contract/board';
import type { LeagueView, TierMoveView } from 'papertape-contract/league';
import { tierNames } from '../league/tiers.ts';
import { count, counted } from '../html/format.ts';
import { Instant, Signed } from '../html/parts.tsx';
import { BotLink, ladderHref } from './links.tsx';
import { moveWords } from './tier-moves.tsx';
import { words } from '../words/words.ts';

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

export function Ladder({ board, league, moves }: LadderProps): JSX.Element {
  const bots = new Map<string, number>(board.tiers.map((t) => [t.tier, t.bots]));
  return (
    <section id="tiers" aria-labelledby="tiers-title">
      <h2 id="tiers-title">{words.league.tiers}</h2>
      <p class="muted">
        {words.league.theBoardRanksByReturn((text) => (
          <a href="/docs/bots/rules">{text}</a>
        ))}
      </p>
      <div class="columns">
        <ol class="ladder">
          {tierNames.toReversed().map((tier) => {
            const here = bots.get(tier) ?? 0;
            return (
              <li key={tier} class={here === 0 ? 'none' : undefined}>
                <span>{tier}</span>{' '}
                <span class="muted">
                  {here === 0
                    ? words.league.nobodyYet
                    : words.league.seats(counted(here, 'bot'), count(league.seats_per_tier))}
                </span>
              </li>
            );
          })}
        </ol>
        <div>
          <h3>{words.league.latestMoves}</h3>
          <Moves moves={moves} league={board.league} />
        </div>
      </div>
      <p>
        <a href={ladderHref(board.league)}>{words.ladder.whoWouldMoveNow}</a>
      </p>
    </section>
  );
}

export function Moves({ moves, league }: Pick<LadderProps, 'moves'> & { readonly league: string }): JSX.Element {
  if (moves.length === 0) return <p class="empty">{words.league.nobodyHasMovedYetThe}</p>;
  return (
    <div>
      <ul class="rows">
        {moves.map(({ move, name }) => (
          <li key={`${move.agent_id} ${move.at} ${move.why}`}>
            <span>
              <BotLink bot={{ agent_id: move.agent_id, name }} /> {moveWords()[move.why]}, {move.from} → {move.to}
            </span>{' '}
            <span class="muted">
              {move.week}, <Signed value={move.week_return_pct} />, <Instant iso={move.at} />
            </span>
          </li>
        ))}
      </ul>
      <p class="muted machine">
        <a href={`/api/leagues/${league}/moves`}>{words.league.allMovesAsJson}</a>
      </p>
    </div>
  );
}
