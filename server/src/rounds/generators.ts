/** The generators that there are: the newest version for each league that has one. Published versions are never edited. */
import { budgetOrganiser } from './generators/budget_organiser/v1/index.ts';
import { carPicker } from './generators/car_picker/v1/index.ts';
import { customerSupport } from './generators/customer_support/v1/index.ts';
import { dealFinder } from './generators/deal_finder/v1/index.ts';
import { disruptionRebooker } from './generators/disruption_rebooker/v1/index.ts';
import { groceryBasket } from './generators/grocery_basket/v1/index.ts';
import { liveWebPriceHunt } from './generators/live_web_price_hunt/v1/index.ts';
import { officeTasks } from './generators/office_tasks/v1/index.ts';
import { webQA } from './generators/web_q_a/v1/index.ts';
import { referenceLookup } from './generators/reference_lookup/v1/index.ts';
import { tripPlanner } from './generators/trip_planner/v1/index.ts';
import type { Generator } from './source.ts';

export const generators: ReadonlyMap<string, Generator> = new Map(
  [
    dealFinder,
    liveWebPriceHunt,
    webQA,
    officeTasks,
    groceryBasket,
    carPicker,
    tripPlanner,
    disruptionRebooker,
    customerSupport,
    budgetOrganiser,
    referenceLookup,
  ].map((generator) => [generator.league, generator]),
);
