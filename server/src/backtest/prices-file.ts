/** From `--prices` to a source: one CSV file, a folder as docs/operators/replay.md describes it, a service, or invented prices. */
import { statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { leagueById } from '../league/catalogue.ts';
import { SetupError } from '../lib/setup-error.ts';
import { createReplaySource, type ReplaySource } from '../sources/replay/replay.ts';
import { createSimulatedSource } from '../sources/simulated/simulated.ts';

/** What invented prices cover: fixed, so that a run gives the same whenever it is made. */
const simulatedYear = { from: Date.parse('2025-01-01T00:00:00Z'), to: Date.parse('2026-01-01T00:00:00Z') };

/**
 * @param prices a path, or `simulated`, `simulated:SEED`.
 * @param league of invented prices only its symbols are made: they are the same whichever stand beside them.
 * @param symbol whose candles a file has that does not say it by its name. Throws a SetupError that names file, line and remedy.
 */
export function openPrices(prices: string, league: string, symbol?: string): ReplaySource {
  const seed = /^simulated(?::([\w-]{1,64}))?$/.exec(prices);
  if (seed) {
    const symbols = leagueById.get(league)?.symbols ?? [];
    const source = createSimulatedSource({ seed: seed[1] ?? '1', origin: simulatedYear.from, symbols });
    return { ...source, coverage: simulatedYear };
  }
  return openRecording(prices, symbol);
}

function openRecording(path: string, symbol: string | undefined): ReplaySource {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw new SetupError(
      `There is no file ${path}.`,
      'Name recorded prices with --prices (docs/operators/replay.md), or invented ones: --prices simulated.',
    );
  const of = symbol === undefined ? {} : { symbol };
  if (found.isDirectory()) return createReplaySource({ folder: path, ...of });
  if (extname(path) !== '.csv')
    throw new SetupError(`${path} is no CSV file.`, 'Name a .csv file or a folder of them (docs/operators/replay.md).');
  return createReplaySource({ folder: dirname(path), file: basename(path), ...of });
}
