/** Briefs: what has to be bought under which conditions. The plan says which conditions a slot has, the variant draws their values. */
import type { Draw } from '../../../draw.ts';
import type { JsonRecord } from '../../../json.ts';
import { needsOf, type Brief } from './needs.ts';
import { leastBasket, type Basket } from './solve.ts';
import type { World } from './world.ts';

/** By level: needs grow from 1 to 5 (6 from level 6 on), and with them the conditions. */
export function settingsOf(level: number, draw: Draw): JsonRecord {
  return {
    needs: Math.min(level, 6),
    quantities: level < 6 ? 0 : level - 5,
    days: level >= 2 && draw.chance(level, 6),
    warranty: level >= 3 && draw.chance(level, 7),
    newOnly: level >= 2 && draw.chance(1, 2),
    shops: level >= 4 && (level >= 7 || draw.chance(1, 2)),
  };
}

const attemptsMax = 60;

/**
 * Draws until each need has two offers at two shops and the brief can be kept.
 * @throws Error after 60 attempts, which no drawn world has needed.
 */
export function drawBrief(draw: Draw, world: World, settings: JsonRecord): { brief: Brief; best: Basket } {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const brief = drawOnce(draw, world, settings);
    const enough = brief.needs.every((_, n) => {
      const fitting = world.offers.filter(
        (offer) => offer.products.length === 1 && needsOf(world, brief, offer)?.[0] === n,
      );
      return fitting.length > 1 && new Set(fitting.map(({ shop }) => shop)).size > 1;
    });
    const best = enough ? leastBasket(world, brief) : null;
    if (best) return { brief, best };
  }
  throw new Error('no brief could be drawn');
}

function drawOnce(draw: Draw, world: World, settings: JsonRecord): Brief {
  const categories = draw.sample(
    world.categories.map((_, c) => c),
    Number(settings['needs']),
  );
  const needs = categories.map((category, i) => ({
    category,
    qty: i < Number(settings['quantities']) ? 2 : 1,
    rating: draw.between(32, 42),
  }));
  return {
    needs,
    daysMost: settings['days'] === true ? draw.between(5, 9) : null,
    warrantyLeast: settings['warranty'] === true ? draw.pick([12, 24]) : null,
    newOnly: settings['newOnly'] === true,
    shopsMost: settings['shops'] === true ? 2 : null,
  };
}
