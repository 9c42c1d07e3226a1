/**
 * In: how many bots an address has in a league, and who registers another one. Out: why it cannot be entered, or nothing.
 *
 * Where contacts are confirmed, bots that the owner of the address confirmed and bots that anybody registered with it are counted apart, so
 * that nobody can use up what is the owner's. Elsewhere all are counted together.
 *
 * Example, with confirmation: 2 unconfirmed bots of strangers refuse a third one that brings no contact key; one with it is counted
 * against the 10 confirmed ones, of which there are none.
 */
import { limits } from 'papertape-contract/limits';

export interface MakerCount {
  readonly bots: number;
  /** Of them, those that are not retired. */
  readonly active: number;
}

/** Those that were disowned are in neither. */
export interface ContactCounts {
  readonly confirmed: MakerCount;
  readonly unconfirmed: MakerCount;
}

export interface Entering {
  readonly counts: ContactCounts;
  /** Are contacts confirmed here? */
  readonly isConfirming: boolean;
  /** Is it certain that the bot is of the owner of the address? */
  readonly isProved: boolean;
  /** A bot of the same address and league that gives its seat up for it. */
  readonly leaving: 'confirmed' | 'unconfirmed' | undefined;
}

export interface Refused {
  /** `active`: so many are not retired. `ever`: so many were entered. */
  readonly of: 'active' | 'ever';
  readonly max: number;
  /** Which ones were counted. */
  readonly which: 'all' | 'confirmed' | 'unconfirmed';
}

export function makerLimit({ counts, isConfirming, isProved, leaving }: Entering): Refused | undefined {
  const which = isConfirming ? (isProved ? 'confirmed' : 'unconfirmed') : 'all';
  const { bots, active } = which === 'all' ? sum(counts) : counts[which];
  const isLeaving = leaving !== undefined && (which === 'all' || which === leaving) ? 1 : 0;
  const activeMax =
    which === 'unconfirmed' ? limits.unconfirmedBotsPerMakerAndLeagueMax : limits.botsPerMakerAndLeagueMax;
  if (active - isLeaving >= activeMax) return { of: 'active', max: activeMax, which };
  const everMax = limits.botsEverPerMakerAndLeagueMax;
  return bots >= everMax ? { of: 'ever', max: everMax, which } : undefined;
}

function sum({ confirmed, unconfirmed }: ContactCounts): MakerCount {
  return { bots: confirmed.bots + unconfirmed.bots, active: confirmed.active + unconfirmed.active };
}

export interface Claimed {
  readonly league: string;
  readonly isRetired: boolean;
}

/**
 * Which of the bots that an owner says are theirs can be confirmed: as many as may be confirmed in their league, in the order given.
 * @param confirmed by league, those that are confirmed already.
 */
export function confirmable<B extends Claimed>(
  claimed: readonly B[],
  confirmed: ReadonlyMap<string, MakerCount>,
): { readonly taken: readonly B[]; readonly left: readonly B[] } {
  const counts = new Map(confirmed);
  const taken: B[] = [];
  const left: B[] = [];
  for (const bot of claimed) {
    const { bots, active } = counts.get(bot.league) ?? { bots: 0, active: 0 };
    const isRoom =
      bots < limits.botsEverPerMakerAndLeagueMax && (bot.isRetired || active < limits.botsPerMakerAndLeagueMax);
    (isRoom ? taken : left).push(bot);
    if (isRoom) counts.set(bot.league, { bots: bots + 1, active: active + (bot.isRetired ? 0 : 1) });
  }
  return { taken, left };
}
