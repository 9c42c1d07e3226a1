/**
 * With `--all`: further ways in which a primary of the database goes, each with a bound for the time in which no order is acknowledged. After each of them the server that went follows
 * the other one again before the next.
 */
import { say, until } from '../onchain-local/run-to-end.ts';
import type { Orders } from './orders.ts';
import { isIn, status, type Server } from './servers.ts';

interface Pair {
  readonly primary: Server;
  readonly follower: Server;
}

interface Failure {
  readonly title: string;
  /** Longest time between two acknowledgements, seconds. */
  readonly secondsMax: number;
  begin(pair: Pair): Promise<void>;
  /** Once the other one is the primary. @returns the server that went, as it goes on. */
  end(went: Server, start: Start): Promise<Server>;
}

type Start = (name: Server['name']) => Promise<Server>;

const goesOn = async (went: Server): Promise<Server> => went;

const failures: readonly Failure[] = [
  {
    title: 'The primary is changed as planned, as for an upgrade.',
    secondsMax: 5,
    async begin({ primary, follower }) {
      const answer = await fetch(`${primary.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary.name, candidate: follower.name }),
      });
      if (!answer.ok) throw new Error(`Patroni refused to change the primary: ${await answer.text()}`);
    },
    end: goesOn,
  },
  {
    title: 'The server process of the primary is killed with -9; its Patroni lives.',
    secondsMax: 10,
    begin: async ({ primary }) => primary.killPostgres(),
    end: goesOn,
  },
  {
    title: 'The machine of the primary hangs, until a watchdog resets it.',
    secondsMax: 35,
    begin: async ({ primary }) => await primary.pause(),
    async end(went, start) {
      await went.kill();
      return await start(went.name);
    },
  },
];

/** Longest time until no mark is late any more, seconds. */
const lateSecondsMax = 60;

/** @param ports of the two processes of which one serves. @throws where orders were not acknowledged, or marks were late, for longer than the bound. */
export async function failFurther(first: Pair, orders: Orders, start: Start, ports: readonly number[]): Promise<void> {
  let pair = first;
  for (const failure of failures) {
    orders.longestGap();
    say(failure.title);
    await failure.begin(pair);
    await isIn(pair.follower, 'primary', 120);
    await orders.taken(20, 60);
    const seconds = orders.longestGap();
    say(
      `\`${pair.follower.name}\` is the primary. Longest time between two acknowledgements: ${seconds} s, at most ${failure.secondsMax}.`,
    );
    if (Number(seconds) > failure.secondsMax) throw new Error(`no order was acknowledged for ${seconds} s`);
    await until('no mark is late', lateSecondsMax, async () => {
      const answers = await Promise.all(ports.map((port) => status(`http://127.0.0.1:${port}/readyz`)));
      return answers.includes(200) ? true : undefined;
    });
    pair = { primary: pair.follower, follower: await failure.end(pair.primary, start) };
    await isIn(pair.follower, 'sync', 120);
  }
}
