/** Finds an order by the reference in a path. */
import { ApiError } from 'papertape-contract/errors';
import { shown } from '../lib/text.ts';
import type { Payments } from './open-payments.ts';
import type { OrderStory } from './views.ts';

/** Throws ApiError (404). */
export async function storyOf(payments: Payments, reference: string): Promise<OrderStory> {
  const story = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(reference) ? await payments.story(reference) : undefined;
  if (!story) throw new ApiError('payment_not_found', `There is no payment order "${shown(reference)}".`);
  return story;
}
