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

/** Tenths: no product has less. */
const ratingLeast = 28;
/** With each set of wishes. */
const attemptsMax = 60;
/** What is given up, one after the other, where a world has no brief with all that the settings want. */
const givenUp: readonly JsonRecord[] = [
  {},
  { shops: false },
  { shops: false, warranty: false },
  { shops: false, warranty: false, days: false },
  { shops: false, warranty: false, days: false, newOnly: false },
  { shops: false, warranty: false, days: false, newOnly: false, quantities: 0 },
  { shops: false, warranty: false, days: false, newOnly: false, quantities: 0, anyRating: true },
];

/**
 * Draws until each need has two offers at two shops and the brief can be kept.
 * @throws Error where even the plainest brief is not found, which no drawn world has shown.
 */
export function drawBrief(draw: Draw, world: World, settings: JsonRecord): { brief: Brief; best: Basket } {
  for (const less of givenUp)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const brief = drawOnce(draw, world, { ...settings, ...less });
      const best = hasChoice(world, brief) ? leastBasket(world, brief) : null;
      if (best) return { brief, best };
    }
  throw new Error('no brief could be drawn');
}

function hasChoice(world: World, brief: Brief): boolean {
  return brief.needs.every((_, n) => {
    const fitting = world.offers.filter(
      (offer) => offer.products.length === 1 && needsOf(world, brief, offer)?.[0] === n,
    );
    return fitting.length > 1 && new Set(fitting.map(({ shop }) => shop)).size > 1;
  });
}

function drawOnce(draw: Draw, world: World, settings: JsonRecord): Brief {
  const categories = draw.sample(
    world.categories.map((_, c) => c),
    Number(settings['needs']),
  );
  const needs = categories.map((category, i) => ({
    category,
    qty: i < Number(settings['quantities']) ? 2 : 1,
    rating: settings['anyRating'] === true ? ratingLeast : draw.between(32, 42),
  }));
  return {
    needs,
    daysMost: settings['days'] === true ? draw.between(5, 9) : null,
    warrantyLeast: settings['warranty'] === true ? draw.pick([12, 24]) : null,
    newOnly: settings['newOnly'] === true,
    shopsMost: settings['shops'] === true ? 2 : null,
  };
}
