/** Where the bots of a league sit by the log, and that no tier holds more of them than it has seats, also when its latest close is voided. */
import { iso } from '../../../lib/clock.ts';
import { tierName } from '../../../league/tiers.ts';
import { mayComeBack, seatsHeld, type SeatedBots } from '../../../flow/ladder/seats-held.ts';
import { canRetire } from '../../../flow/mark/presence.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book } from '../book.ts';
import { entriesOf, type LoggedMark } from '../marks.ts';
import type { ReplayedBot, ReplayState } from './state.ts';

export interface SeatsInput {
  readonly state: Pick<ReplayState, 'bots'>;
  /** As it was before the mark. */
  readonly book: Pick<Book, 'bots' | 'closes'>;
  readonly logged: LoggedMark;
}

/** While the operator acts at the mark. @param isVoided was the latest close of the league voided at it? @param of bots that are asked for; without them those that are there. */
export function seatedBefore(
  { state, book, logged }: SeatsInput,
  league: string,
  isVoided: boolean,
  of: readonly { readonly id: string }[] = present(state, league, logged),
): SeatedBots[] {
  const last = book.closes.get(league)?.at(-1);
  const moves = mayComeBack(last, logged.mark) ? (last?.moves ?? []) : [];
  const from = new Map(moves.map((m) => [m.agent_id, m.from]));
  return of.map(({ id }) => {
    const tier = book.bots.get(id)?.tier ?? 0;
    const back = from.get(id) ?? tier;
    return { tier: isVoided ? back : tier, back, bots: 1 };
  });
}

/** After the mark. */
export function checkSeats(steps: Pick<Steps, 'differs'>, input: SeatsInput, league: string, capacity: number): void {
  const { logged, book } = input;
  const moves = entriesOf(logged, 'move').filter((m) => m.league === league);
  const isClosed = entriesOf(logged, 'close').some((c) => c.league === league);
  const isVoided = moves.some((m) => m.why === 'voided');
  const now = new Map(moves.map((m) => [m.agent_id, m.to]));
  const made = new Map(moves.flatMap((m) => (m.why === 'voided' ? [] : [[m.agent_id, m.from] as const])));
  const before = seatedBefore(input, league, isVoided);
  const seated = present(input.state, league, logged).map(({ id }, i): SeatedBots => {
    const tier = now.get(id) ?? book.bots.get(id)?.tier ?? 0;
    const back = isClosed ? (made.get(id) ?? tier) : isVoided ? tier : (before[i]?.back ?? tier);
    return { tier, back, bots: 1 };
  });
  for (const [tier, { held }] of seatsHeld(seated).entries())
    if (held > capacity)
      steps.differs(`seats held in ${tierName(tier)} of ${league} at ${iso(logged.mark)}`, held, `${capacity} at most`);
}

function present({ bots }: SeatsInput['state'], league: string, { mark }: LoggedMark): ReplayedBot[] {
  return [...bots.values()].filter((bot) => bot.league === league && canRetire(bot, mark));
}
