/** A round names all that may answer in one entry of the public log: the seats of a task league are as many as fit. */
import { expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { factEntry } from '../flow/mark/entries.ts';
import { tierNames } from '../league/tiers.ts';
import { entryBytesMax } from '../tlog/tiles.ts';

test('a task league whose tiers all have the most seats fits, with a hundred bots over', () => {
  const bots = tierNames.length * limits.taskLeagueSeatsPerTierMax + 100;
  const entrants = Array.from({ length: bots }, (_, i) => `agt_${String(i).padStart(16, '0')}`);
  const entry = factEntry({
    room: 'rounds',
    about: 'disruption_rebooker',
    id: 'rnd_0000000000000000',
    name: 'opened',
    botId: null,
    text: JSON.stringify({ entrants }),
  });
  expect(Buffer.byteLength(entry)).toBeLessThanOrEqual(entryBytesMax);
});
