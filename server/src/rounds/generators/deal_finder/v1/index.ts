/** The deal finder: ten shopping briefs over one world of seven shops; the least total in US dollars wins. */
import { createDraw } from '../../../draw.ts';
import { canonicalJson, type Json } from '../../../json.ts';
import type { Generator, Task, Variant } from '../../../source.ts';
import { sourceId } from '../../source-id.ts';
import { slotsFor } from '../../slots.ts';
import { drawBrief, settingsOf } from './briefs.ts';
import { grade, k, understand } from './grade.ts';
import { nulls } from './nulls.ts';
import { paths, renderPage } from './pages.ts';
import { plain } from './plain.ts';
import { second } from './second.ts';
import type { Order } from './solve.ts';
import { answerSchema, catalogue, promptOf, rules } from './tasks.ts';
import { drawWorld, type World } from './world.ts';

export const dealFinder: Generator = {
  id: sourceId('deal_finder', 1),
  league: 'deal_finder',
  version: 1,
  plan(league, round, levels, key) {
    const draw = createDraw(key, 'deal_finder/1/plan');
    const slots = slotsFor(levels, (level, n) => ({
      kind: 'brief',
      settings: settingsOf(level, draw.part(`${level}/${n}`)),
    }));
    return { league, round, levels, slots, settings: {} };
  },
  variant(plan, key): Variant {
    const draw = createDraw(key, 'deal_finder/1');
    const world = drawWorld(draw.part('world'));
    const drawn = new Map(
      plan.slots.map((slot) => [slot.task_id, drawBrief(draw.part(slot.task_id), world, slot.settings)]),
    );
    const best = new Map<string, Json>();
    const keys = new Map<string, Json>();
    const tasks = plan.slots.map(({ task_id, level, weight }): Task => {
      const { brief, best: basket } = drawn.get(task_id) as ReturnType<typeof drawBrief>;
      best.set(task_id, { orders: basket.orders.map((order) => answerOf(world, order)) });
      keys.set(task_id, { least: basket.cost });
      const example = { orders: [{ shop: 's1', lines: [{ offer: exampleOffer(world), qty: 9 }], coupon: null }] };
      return {
        task_id,
        level,
        weight,
        prompt: promptOf(world, brief),
        answer_schema: answerSchema,
        grader: { id: 'cost', k },
        example,
      };
    });
    return {
      tasks,
      keys,
      best,
      hidden: [...best.values()].map((answer) => canonicalJson(answer)),
      files: [
        { name: 'catalogue.json', type: 'application/json', bytes: Buffer.from(canonicalJson(catalogue(world))) },
        { name: 'rules.txt', type: 'text/plain', bytes: Buffer.from(rules) },
      ],
      paths: paths(world),
      page: (path) => renderPage(draw.part('pages'), world, path),
      understand: (_, answer) => understand(world, answer),
      grade: (id, expected, answer) =>
        grade(world, (drawn.get(id) as ReturnType<typeof drawBrief>).brief, expected, answer),
    };
  },
  plain,
  second,
  nulls,
};

/** Nine pieces of anything are more than any brief asks for. */
function exampleOffer({ offers, shops }: World): string {
  return offers.find(({ shop }) => shops[shop]?.id === 's1')?.id ?? '';
}

function answerOf({ shops, offers }: World, { shop, lines, coupon }: Order): Json {
  return {
    shop: shops[shop]?.id ?? '',
    lines: lines.map(({ offer, qty }) => ({ offer: offers[offer]?.id ?? '', qty })),
    coupon,
  };
}
