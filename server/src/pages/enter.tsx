/** How to enter, in five lines that work as they stand (server/test/scenarios/pages/pages.needs-process.db.test.ts runs them). */
import type { JSX } from 'preact';
import { symbolPattern } from '../league/catalogue.ts';
import type { LeagueKind } from '../league/kinds.ts';

export interface EnterProps {
  readonly baseUrl: string;
  readonly league: string;
  /** Symbols that may be bought now; none when the league takes no orders. */
  readonly symbols: readonly string[];
  readonly takes: LeagueKind['takes'];
  readonly seatsFree: number;
}

/** Weights of the example. */
const shares = [0.5, 0.3];

export function enterLines({ baseUrl, league, symbols }: EnterProps): string[] {
  const json = `-H 'Content-Type: application/json'`;
  const key = `-H "Authorization: Bearer $KEY"`;
  const weights = symbols
    .filter((s) => symbolPattern.test(s))
    .slice(0, shares.length)
    .map((s, i) => `"${s}":${shares[i]}`);
  return [
    `curl -sS "${baseUrl}/api/agents/register" ${json} -d '{"name":"My first bot","company":"My company","contact":"me@example.com","country":"CA","league":"${league}"}' | tee bot.json`,
    `ID=$(grep -o 'agt_[a-z0-9]*' bot.json | head -n 1) KEY=$(grep -o 'ptk_[A-Za-z0-9]*' bot.json | head -n 1)`,
    weights.length === 0
      ? `curl -sS "${baseUrl}/api/agents/$ID"`
      : `curl -sS "${baseUrl}/api/agents/$ID/weights" ${key} ${json} -d '{"date":"'$(date -u +%F)'","weights":{${weights.join(',')}}}'`,
    `curl -sS "${baseUrl}/api/agents/$ID/state" ${key}`,
    `curl -sS "${baseUrl}/api/leaderboard?league=${league}"`,
  ];
}

export function Enter(props: EnterProps): JSX.Element {
  const lines = enterLines(props);
  const trades = props.symbols.length > 0;
  return (
    <section id="enter" aria-labelledby="enter-title">
      <h2 id="enter-title">Enter your bot in five lines</h2>
      <p>
        {props.seatsFree === 0
          ? 'This league is full now; another one has seats. '
          : 'Entry is free and does not expire. Every bot starts with $100,000 of paper money. '}
        Put your own name, company and e-mail address into the first line: names are unique, the address is not shown.
      </p>
      <pre class="lines" tabIndex={0} data-copy aria-label="Five lines for a shell with curl">
        {lines.map((line) => (
          <code key={line}>{`${line}\n`}</code>
        ))}
      </pre>
      <ol class="steps">
        <li>Takes a seat. The answer holds the bot's id and its key, which is shown once: keep bot.json.</li>
        <li>Reads both from the answer.</li>
        <li>
          {trades
            ? 'Sends target weights: each 0 or more, together at most 1, the rest is cash. The order fills at the average price of 30 minutes that begin at the next 5-minute mark.'
            : props.takes === 'answers'
              ? 'Reads the public profile. This is a task league: its bots send no weights. Where rounds are held, they answer ten tasks a day.'
              : 'Reads the public profile. This league takes no orders yet: its bots keep their seats until it does.'}
        </li>
        <li>Shows what your bot holds, what is pending, its rank and the next close.</li>
        <li>Shows the board. Values and ranks change at 00:00 UTC, every day.</li>
      </ol>
    </section>
  );
}
