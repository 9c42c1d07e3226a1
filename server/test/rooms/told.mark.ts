/** The step at the mark of a room that pays what a test tells it to, and throws when it is told to. */
import type { EngineRoom } from '../../src/engine/pay.job.ts';

/** What is paid at the next mark. */
export const told: { payouts: Awaited<ReturnType<EngineRoom['atMark']>>; fault: Error | undefined } = {
  payouts: [],
  fault: undefined,
};

export const atMark: EngineRoom['atMark'] = async () => {
  if (told.fault) throw told.fault;
  const { payouts } = told;
  told.payouts = [];
  return payouts;
};
