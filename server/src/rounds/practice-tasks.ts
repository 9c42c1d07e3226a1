/** What both operations of practice, and its pages and files, have in common: which tasks are meant, and whether there are any. */
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { practiceSeed, practiceSeedStandard } from 'papertape-contract/practice-seed';
import { leagueById } from '../league/catalogue.ts';
import type { Rounds } from './open-rounds.ts';
import { practiceOf, type Practised } from './practice.ts';

export interface PracticeDeps {
  readonly rounds: Pick<Rounds, 'sources' | 'maker' | 'practice'>;
}

/** Throws ApiError where the league has no generator. */
export function practised(
  { rounds }: PracticeDeps,
  league: string,
  {
    seed = practiceSeedStandard,
    level = 1,
  }: { readonly seed?: string | undefined; readonly level?: number | undefined },
): Practised & { readonly of: ReturnType<typeof practiceOf> } {
  if (!rounds.sources.has(league)) {
    const why = leagueById.get(league)?.kind.takes === 'weights' ? 'It is a trading league.' : 'It holds no rounds.';
    throw new ApiError('practice_unavailable', `${league} has no practice tasks. ${why}`);
  }
  const which = { league, seed, level };
  return { ...which, of: practiceOf(which) };
}

/** The practice tasks of an address; undefined where it names none. */
export function practisedAt(
  deps: PracticeDeps,
  { league = '', level = '', seed = '' }: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof practiceOf> | undefined {
  const isLevel = /^[1-9]$/.test(level) && Number(level) <= limits.practiceLevelMax;
  if (!isLevel || !practiceSeed.safeParse(seed).success || !deps.rounds.sources.has(league)) return undefined;
  return practiceOf({ league, seed, level: Number(level) });
}
