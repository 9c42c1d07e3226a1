/**
 * The words of each generator that has any, as the modules that the generator itself imports: names, goods, sentences. Loaded when they are asked
 * for, as generators are.
 */
import type { Generator } from '../source.ts';
import type { JsonRecord } from '../json.ts';

/** By league and version. */
const own: Readonly<Record<string, () => Promise<{ readonly default: object }>>> = {
  'budget_organiser/1': async () => await import('./budget_organiser/v1/phrases.json', { with: { type: 'json' } }),
  'bug_fixers/1': async () => await import('./bug_fixers/v1/phrases.json', { with: { type: 'json' } }),
  'car_picker/1': async () => await import('./car_picker/v1/phrases.json', { with: { type: 'json' } }),
  'computer_use/1': async () => await import('./computer_use/v1/phrases.json', { with: { type: 'json' } }),
  'customer_support/1': async () => await import('./customer_support/v1/phrases.json', { with: { type: 'json' } }),
  'deal_finder/1': async () => await import('./deal_finder/v1/phrases.json', { with: { type: 'json' } }),
  'deep_research/1': async () => await import('./deep_research/v1/phrases.json', { with: { type: 'json' } }),
  'disruption_rebooker/1': async () =>
    await import('./disruption_rebooker/v1/phrases.json', { with: { type: 'json' } }),
  'grocery_basket/1': async () => await import('./grocery_basket/v1/phrases.json', { with: { type: 'json' } }),
  'health_admin/1': async () => await import('./health_admin/v1/phrases.json', { with: { type: 'json' } }),
  'live_web_price_hunt/1': async () =>
    await import('./live_web_price_hunt/v1/phrases.json', { with: { type: 'json' } }),
  'negotiation/1': async () => await import('./negotiation/v1/phrases.json', { with: { type: 'json' } }),
  'office_tasks/1': async () => await import('./office_tasks/v1/phrases.json', { with: { type: 'json' } }),
  'office_tasks/2': async () => await import('./office_tasks/v2/phrases.json', { with: { type: 'json' } }),
  'reference_lookup/1': async () => await import('./reference_lookup/v1/phrases.json', { with: { type: 'json' } }),
  'terminal_ops/1': async () => await import('./terminal_ops/v1/phrases.json', { with: { type: 'json' } }),
  'trip_planner/1': async () => await import('./trip_planner/v1/phrases.json', { with: { type: 'json' } }),
  'web_q_a/1': async () => await import('./web_q_a/v1/phrases.json', { with: { type: 'json' } }),
  'writing/1': async () => await import('./writing/v1/phrases.json', { with: { type: 'json' } }),
};

/** @returns undefined where the generator has no words of its own, such as strategy_games. */
export async function phrasesOf({
  league,
  version,
}: Pick<Generator, 'league' | 'version'>): Promise<JsonRecord | undefined> {
  const name = `${league}/${version}`;
  const module = Object.hasOwn(own, name) ? await own[name]?.() : undefined;
  return module?.default as JsonRecord | undefined;
}
