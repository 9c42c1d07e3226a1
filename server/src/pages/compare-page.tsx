/** Bots side by side: what GET /api/agents/{id}, …/statistics and …/positions say of each, and what their common days say. */
import type { JSX } from 'preact';
import type { Board } from 'papertape-contract/board';
import { isoDate } from '../lib/clock.ts';
import type { Compared } from '../html/compared.ts';
import { counted, dateText, isolated, signedPercent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { ReturnLines } from '../html/lines.tsx';
import { Icon } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { FiguresBeside, HeadToHead, HoldingsBeside, namesOf } from './compare-figures.tsx';
import { BotLink, botHref, compareHref, leagueName, LeagueLink } from './links.tsx';
import { words } from '../words/words.ts';

/** Closes that the table beside the chart lists; the rest are in the JSON of each bot. */
const closesListedMax = 90;

export function ComparePage({ compared }: { readonly compared: Compared }): JSX.Element {
  const bots = compared.bots.map(({ bot }) => bot);
  const names = bots.map((b) => isolated(b.name)).join(', ');
  return (
    <Layout title={words.compare.comparePapertape(names)} description={words.compare.paperTradingRecordsSideBy(names)}>
      <h1>{words.compare.sideBySide}</h1>
      <ul class="compared">
        {bots.map((bot) => (
          <li key={bot.agent_id}>
            <Icon icon={bot.icon} name={bot.name} /> <BotLink bot={bot} />{' '}
            <span class="muted">
              <LeagueLink league={bot.league} />, {bot.tier}
            </span>
          </li>
        ))}
      </ul>
      <p class="muted machine">
        <a href={compareHref(bots.slice(0, 1).map((b) => b.agent_id))}>{words.compare.chooseOthers}</a>
        {new Set(bots.map((b) => b.league)).size > 1 ? words.compare.theyAreOfDifferentLeagues : null}
      </p>
      <CommonLines compared={compared} />
      <FiguresBeside bots={compared.bots} />
      <HeadToHead compared={compared} />
      <HoldingsBeside compared={compared} />
    </Layout>
  );
}

function CommonLines({ compared }: { readonly compared: Compared }): JSX.Element {
  const { common } = compared;
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title">{words.compare.returnOverTheSameDays}</h2>
      {common === null ? (
        <p class="empty">{words.compare.thereIsNoCloseYet}</p>
      ) : (
        <>
          <ReturnLines lines={common.lines} from={common.from} to={common.to}>
            {words.compare.returnAtEachDailyClose(dateText(isoDate(common.from)))}
          </ReturnLines>
          <CommonCloses compared={compared} common={common} />
        </>
      )}
    </section>
  );
}

function CommonCloses({
  compared,
  common,
}: {
  readonly compared: Compared;
  readonly common: NonNullable<Compared['common']>;
}): JSX.Element {
  const closes = (common.lines[0]?.points ?? []).map((p) => p.close);
  const rows = closes.map((close, k) => [
    dateText(isoDate(close)),
    ...common.lines.map((l) => signedPercent(l.points[k]?.value ?? 0)),
  ]);
  const newest = rows.slice(-closesListedMax).toReversed();
  return (
    <details>
      <summary>{words.compare.theReturnsAsATable}</summary>
      <Table
        label={words.compare.returnsAtTheClosesThat}
        caption={
          <>
            {words.compare.newestFirstValuesAsJson(
              newest.length < rows.length
                ? words.compare.theNewestOfCloses(newest.length, rows.length)
                : words.compare.everyClose,
              compared.bots.map(({ bot }, i) => (
                <>
                  {i === 0 ? null : ', '}
                  <a href={`/api/agents/${bot.agent_id}/equity`}>
                    <bdi>{bot.name}</bdi>
                  </a>
                </>
              )),
            )}
          </>
        }
        columns={[words.compare.close, ...namesOf(compared)]}
        rows={newest}
      />
    </details>
  );
}

interface CompareFormProps {
  readonly board: Board;
  /** Ids that are chosen already. */
  readonly chosen: readonly string[];
  /** Bots that may be chosen. */
  readonly most: number;
}

/** Works without a script: boxes of one name, sent to the page itself. */
export function CompareForm({ board, chosen, most }: CompareFormProps): JSX.Element {
  const others = chosen.filter((id) => !board.rows.some((r) => r.agent_id === id));
  return (
    <Layout title={words.compare.compareBotsPapertape} description={words.compare.chooseTwoToFourBots}>
      <h1>{words.compare.compareBots}</h1>
      <p class="lead">{words.compare.chooseTwoToTheirLines(most)}</p>
      {board.rows.length < 2 ? (
        <p class="empty">
          {words.compare.hasFewerThanTwoBots(leagueName(board.league), (text) => (
            <a href="/leagues">{text}</a>
          ))}
        </p>
      ) : (
        <form class="choose" method="get" action="/compare">
          {others.map((id) => (
            <input key={id} type="hidden" name="bots" value={id} />
          ))}
          <fieldset>
            <legend>{words.compare.theFirstOf(counted(board.rows.length, 'bot'), leagueName(board.league))}</legend>
            <ul>
              {board.rows.map((r) => (
                <li key={r.agent_id}>
                  <label>
                    <input type="checkbox" name="bots" value={r.agent_id} checked={chosen.includes(r.agent_id)} />{' '}
                    <bdi>{r.name}</bdi> <span class="muted">{signedPercent(r.return_pct)}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          <button class="button" type="submit">
            {words.compare.compare}
          </button>
        </form>
      )}
      <p class="muted machine">
        {words.compare.aBotThatIsNot(
          <code>/compare?bots=agt_…,agt_…</code>,
          chosen.map((id) => (
            <>
              {' '}
              <a href={botHref(id)}>{id}</a>
            </>
          )),
        )}
      </p>
    </Layout>
  );
}
