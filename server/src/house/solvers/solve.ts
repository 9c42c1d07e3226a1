/** Reads a round over HTTP and works out the answers of its plain solver. */
import { pause } from '../../lib/loop.ts';
import { asSent } from '../../rounds/checks.ts';
import { generators } from '../../rounds/generators.ts';
import type { Json } from '../../rounds/json.ts';
import { readShown, type Told } from './read-round.ts';

/** JSON, so that it can go to another thread. */
export interface Exercise extends Told {
  readonly league: string;
  /** Real milliseconds between two requests: the house bots share what one address may read. */
  readonly pauseMs: number;
}

const attemptsMax = 5;

export async function solve({ league, pauseMs, ...told }: Exercise): Promise<Record<string, Json>> {
  const generator = await generators.get(league);
  if (!generator) throw new Error(`${league} has no plain solver`);
  const shown = await readShown(told, {
    async read(url) {
      for (let attempt = 1; ; attempt++) {
        await pause(pauseMs);
        const answer = await fetch(url);
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.ok) return { type: answer.headers.get('content-type') ?? '', bytes };
        if (answer.status === 404) return undefined;
        if (attempt === attemptsMax) throw new Error(`${new URL(url).pathname} is answered ${answer.status}`);
        await pause(1000 * Number(answer.headers.get('retry-after') ?? 1));
      }
    },
  });
  return Object.fromEntries(asSent(generator.plain(shown)));
}
