import type { NoReadingReason } from '../../sources/source.ts';

/** Why a pool has no price, as `reason` fields say it. */
export const noPriceReasons: Readonly<Record<NoReadingReason, string>> = {
  no_answer: 'The source did not answer.',
  stale: 'The pool, or the chain that it is on, had not moved for too long to be believed.',
  gap: 'The pool was not observed without a break over the whole window.',
  not_listed: 'The source does not list the pool yet.',
  non_positive: 'The pool gave a price that is not above zero.',
  thin: 'The pool held too little to be believed.',
  reorg: 'The chain dropped the block that was read.',
  old_observation: 'The pool keeps no observations that are old enough.',
  peg: 'The dollar token of the pool was off its peg.',
  jump: 'The pool had moved far since the last close, and no other pool had moved with it.',
  rate: 'The contract gave a rate that had fallen, or had risen faster than such a rate does.',
};
