/** What is worked out of a round's seed before its tasks are served. */
import type { Keyed, Scored } from './facts.ts';

/** What pins the tasks, or why no seed of the round had sound ones. */
export type Prepared = Keyed | { readonly unsound: string };

/** What grading hands to the mark that scores. */
export type Graded = Pick<Scored, 'secret' | 'par'>;
