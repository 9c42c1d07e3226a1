/**
 * The checks of the generators over many seeds: npm run round-seeds -- [--league deal_finder] [--seeds 200]
 *
 * One line for each generator and levels. Exit code 1 where there is a fault, 2 where the league holds no rounds.
 */
import { parseArgs } from 'node:util';
import { generators, sources } from '../server/src/rounds/generators.ts';
import type { Generator } from '../server/src/rounds/source.ts';
import { runSeeds } from '../server/test/rounds/seed-check.ts';

const { values } = parseArgs({
  options: { league: { type: 'string', multiple: true }, seeds: { type: 'string', default: '200' } },
});
const leagues = values.league ?? [...sources.keys()];
const seeds = Number(values.seeds);
const chosen = await Promise.all(leagues.map(async (league) => [league, await generators.get(league)] as const));
const unknown = chosen.find(([, generator]) => generator === undefined);
if (unknown || !Number.isInteger(seeds) || seeds < 1) {
  process.stderr.write(unknown ? `${unknown[0]} holds no rounds\n` : '--seeds is a whole number from 1 on\n');
  process.exitCode = 2;
} else {
  const found: Generator[] = chosen.flatMap(([, generator]) => generator ?? []);
  const isSound = await runSeeds(found, seeds, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = isSound ? 0 : 1;
}
