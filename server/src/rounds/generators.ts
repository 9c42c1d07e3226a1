/**
 * The generators that there are: the newest version for each league that has one, and older ones for the rounds that name them. Published versions
 * are never edited. A generator is loaded when it is first asked for, since all of them take memory that the thread of the service has no use for.
 */
import { sourceId } from './generators/source-id.ts';
import type { Generator } from './source.ts';

const newest: Readonly<Record<string, () => Promise<Generator>>> = {
  deal_finder: async () => (await import('./generators/deal_finder/v1/index.ts')).dealFinder,
  live_web_price_hunt: async () => (await import('./generators/live_web_price_hunt/v1/index.ts')).liveWebPriceHunt,
  web_q_a: async () => (await import('./generators/web_q_a/v1/index.ts')).webQA,
  office_tasks: async () => (await import('./generators/office_tasks/v2/index.ts')).officeTasks,
  bug_fixers: async () => (await import('./generators/bug_fixers/v1/index.ts')).bugFixers,
  computer_use: async () => (await import('./generators/computer_use/v1/index.ts')).computerUse,
  grocery_basket: async () => (await import('./generators/grocery_basket/v1/index.ts')).groceryBasket,
  car_picker: async () => (await import('./generators/car_picker/v1/index.ts')).carPicker,
  terminal_ops: async () => (await import('./generators/terminal_ops/v1/index.ts')).terminalOps,
  deep_research: async () => (await import('./generators/deep_research/v1/index.ts')).deepResearch,
  writing: async () => (await import('./generators/writing/v1/index.ts')).writing,
  trip_planner: async () => (await import('./generators/trip_planner/v1/index.ts')).tripPlanner,
  strategy_games: async () => (await import('./generators/strategy_games/v1/index.ts')).strategyGames,
  disruption_rebooker: async () => (await import('./generators/disruption_rebooker/v1/index.ts')).disruptionRebooker,
  customer_support: async () => (await import('./generators/customer_support/v1/index.ts')).customerSupport,
  budget_organiser: async () => (await import('./generators/budget_organiser/v1/index.ts')).budgetOrganiser,
  reference_lookup: async () => (await import('./generators/reference_lookup/v1/index.ts')).referenceLookup,
  negotiation: async () => (await import('./generators/negotiation/v1/index.ts')).negotiation,
  health_admin: async () => (await import('./generators/health_admin/v1/index.ts')).healthAdmin,
};

/** Where the newest version is not the first. */
const newestVersion: ReadonlyMap<string, number> = new Map([['office_tasks', 2]]);

/** Versions that rounds were promised or held with. By league and version. */
const older: ReadonlyMap<string, () => Promise<Generator>> = new Map([
  ['office_tasks/1', async () => (await import('./generators/office_tasks/v1/index.ts')).officeTasks],
]);

/** What the service has to know of a generator without loading it. By league. */
export const sources: ReadonlyMap<string, Pick<Generator, 'id'>> = new Map(
  Object.keys(newest).map((league) => [league, { id: sourceId(league, newestVersion.get(league) ?? 1) }]),
);

export const generators = {
  /**
   * Undefined where the league has none.
   * @param source of a round that was committed to: the version that it names, where that is here.
   */
  get(league: string, source?: string): Promise<Generator> | undefined {
    const named = /^generated:([a-z_]+\/\d+):/.exec(source ?? '')?.[1];
    const version = named?.startsWith(`${league}/`) ? older.get(named) : undefined;
    return version?.() ?? (Object.hasOwn(newest, league) ? newest[league]?.() : undefined);
  },
};
