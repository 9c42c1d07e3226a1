/** Bots that do not think: the first offer of each kind that is asked for, with and without a look at the conditions. */
import type { NullBot, Shown } from '../../../source.ts';
import { ordersOf } from './plain.ts';
import { readBrief, serves } from './read-brief.ts';
import { readSite, type ReadOffer } from './read.ts';

type Fits = (brief: ReturnType<typeof readBrief>, offer: ReadOffer, need: number) => boolean;

const firstThat =
  (fits: Fits): NullBot['answers'] =>
  (shown: Shown) => {
    const offers = readSite(shown).filter(({ kinds }) => kinds.length === 1);
    const kinds = new Set(offers.flatMap((offer) => offer.kinds));
    return new Map(
      shown.tasks.map((task) => {
        const brief = readBrief(task, kinds);
        const chosen = brief.needs.flatMap(({ qty }, n) => {
          const offer = offers.find((each) => fits(brief, each, n));
          return offer ? [{ offer, qty }] : [];
        });
        return [task.task_id, ordersOf(chosen)];
      }),
    );
  };

export const nulls: readonly NullBot[] = [
  { name: 'first of its kind', answers: firstThat((brief, offer, n) => offer.kinds[0] === brief.needs[n]?.kind) },
  { name: 'first that fits', answers: firstThat((brief, offer, n) => serves(brief, offer)?.[0] === n) },
];
