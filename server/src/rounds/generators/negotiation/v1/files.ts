/** What a bot is shown: a file with the earlier talks of all counterparts, and the text of each task. */
import type { Material } from '../../../source.ts';
import { starts, turnsMax, worthOfAll } from './talk.ts';
import type { Bargain } from './world.ts';

/** One line for each offer: the counterpart's name, the talk, the turn, what the other trader would keep of each kind, and the reply. */
export function filesOf(bargains: readonly Bargain[]): Material[] {
  const lines = bargains.flatMap(({ name, talks }) =>
    talks.flatMap(({ offers, accepted }, i) =>
      offers.map((keep, t) => {
        const reply = accepted && t === offers.length - 1 ? 'accepts' : 'refuses';
        return `${name},${i + 1},${t + 1},${keep.join(' ')},${reply}`;
      }),
    ),
  );
  const text = `counterpart,talk,turn,keeps,reply\n${lines.join('\n')}\n`;
  return [{ name: 'talks.csv', type: 'text/csv', bytes: Buffer.from(text) }];
}

export function promptOf({ name, kinds, counts, own, counterpart }: Bargain): string {
  const things = kinds.map((kind, i) => `${kind}: ${counts[i]}, worth ${own[i]} each to you`);
  const kindness = counterpart.answersKindness
    ? `\n${name} answers kindness: each of your offers that is worth more to it than your offer before lowers its demand by 1, from that very turn on.`
    : '';
  return `Divide these things with ${name}:
${things.map((each) => `- ${each}`).join('\n')}
To ${name} each kind has a worth of its own, an integer of 0 or more that you are not told; all things together are worth ${worthOfAll} to it, as they are to you.
You make up to ${turnsMax} offers, one a turn. At turn t, ${name} accepts if its share is worth at least S − t to it, and at least 1. S is one of ${starts.join(', ')}; you are not told which.${kindness}
In talks.csv are earlier talks of ${name} with others about the same things: in each line what the other trader would have kept of each kind, in the order above, and the reply. Its worths and its S were the same; the count of turns began anew with each talk.
Your pay is floor(1000 × what you keep is worth to you × 19^(t−1) ÷ 20^(t−1)) for the offer that is accepted at turn t, and 0 where none is.
Answer with your offers in order. Each lists how many things of each kind you keep, in the order above. Those after the accepted one are not looked at.`;
}
