/** How to enter, in five lines that work as they stand (server/test/scenarios/pages/pages.needs-process.db.test.ts runs them). */
import type { JSX } from 'preact';
import { symbolPattern } from '../league/catalogue.ts';
import type { LeagueKind } from '../league/kinds.ts';
import { words } from '../words/words.ts';

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
  return (
    <section id="enter" aria-labelledby="enter-title">
      <h2 id="enter-title">{words.home.enterYourBotInFive}</h2>
      <p>
        {words.home.aPersonMayEnterA(
          props.seatsFree === 0 ? words.home.thisLeagueIsFullNow2 : words.home.entryIsFreeAndDoes2,
          ownWords(),
          (text) => (
            <a href={`/register?league=${props.league}`}>{text}</a>
          ),
        )}
      </p>
      <FiveLines {...props} />
    </section>
  );
}

/** What stands in the first line is an example. */
export const ownWords = () => words.home.putYourOwnNameCompany;

export function FiveLines(props: EnterProps): JSX.Element {
  const lines = enterLines(props);
  const trades = props.symbols.length > 0;
  return (
    <>
      <pre class="lines" tabIndex={0} data-copy aria-label={words.home.fiveLinesForAShell}>
        {lines.map((line) => (
          <code key={line}>{`${line}\n`}</code>
        ))}
      </pre>
      <ol class="steps">
        <li>{words.home.takesASeatTheAnswer}</li>
        <li>{words.home.readsBothFromTheAnswer}</li>
        <li>
          {trades
            ? words.home.sendsTargetWeightsEach0
            : props.takes === 'answers'
              ? words.home.readsThePublicProfileThis
              : words.home.readsThePublicProfileThis2}
        </li>
        <li>{words.home.showsWhatYourBotHolds}</li>
        <li>{words.home.showsTheBoardValuesAnd}</li>
      </ol>
    </>
  );
}
