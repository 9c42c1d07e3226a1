/** A round that is being verified, and what the log has of it. */
import type { Round } from '../../rounds/calendar.ts';
import type { RoundFacts } from '../../rounds/facts.ts';
import type { Service } from '../check/service.ts';
import type { Steps } from '../check/steps.ts';
import type { LoggedRound } from './logged-round.ts';

export interface CheckedRound {
  readonly service: Service;
  readonly steps: Steps;
  readonly round: Round;
  readonly logged: LoggedRound;
  /** Those of the log. */
  readonly facts: RoundFacts;
}
