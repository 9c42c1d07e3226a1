/** All bots, the newest first, or those of one league. What GET /agents.json lists, with where each stands. */
import type { JSX } from 'preact';
import type { MakerBot } from 'papertape-contract/maker';
import { counted, dateText } from '../html/format.ts';
import { NotChosen } from '../html/form-field.tsx';
import { Layout } from '../html/layout.tsx';
import { Country, Icon, Pager, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';
import { BotLink, botsHref, leagueImage, LeagueLink, leagueName, makerHref } from './links.tsx';

/** A bot of the list, and where it stands. */
interface BotLine extends Pick<
  MakerBot,
  'agent_id' | 'name' | 'company' | 'league' | 'icon' | 'registered_at' | 'retired_at' | 'rank' | 'tied' | 'return_pct'
> {
  readonly country: string;
  readonly tier: string;
  readonly house: boolean;
  readonly maker_id: string;
}

export interface BotsPageProps {
  readonly list: {
    /** Null for all leagues that are on the lists. */
    readonly league: string | null;
    readonly page: number;
    readonly pages: number;
    readonly total: number;
    readonly bots: readonly BotLine[];
  };
  /** Ids of the leagues to choose from. */
  readonly leagues: readonly string[];
}

export function BotsPage({ list, leagues }: BotsPageProps): JSX.Element {
  const { league, page, pages, total } = list;
  const of = league === null ? null : leagueName(league);
  return (
    <Layout
      title={of === null ? words.leagues.botsPapertape : words.leagues.botsOfPapertape(of)}
      description={words.leagues.everyBotTheNewestFirst}
      json={league === null ? '/agents.json' : `/agents.json?league=${league}`}
      {...(league === null ? {} : { share: leagueImage(league) })}
    >
      <section aria-labelledby="bots-title">
        <h1 id="bots-title">{of === null ? words.leagues.bots : words.leagues.botsOf(of)}</h1>
        <p class="lead">{words.leagues.whoTakesPartRetired}</p>
        <LeagueChoice chosen={league} leagues={leagues} />
        {total === 0 ? (
          <p class="empty">
            {words.leagues.noBotIsHereYet2((text) => (
              <a href={league === null ? '/register' : `/register?league=${league}`}>{text}</a>
            ))}
          </p>
        ) : (
          <Table
            labelledBy="bots-title"
            folds
            caption={words.leagues.botsInAllValues(counted(total, 'bot'))}
            columns={[
              { head: words.leagues.bot },
              { text: words.leagues.maker },
              ...(league === null ? [words.leagues.league] : []),
              words.leagues.tier,
              words.leagues.entered,
              { text: words.leagues.rank },
              { text: words.leagues.returnWord },
            ]}
            rows={list.bots.map((bot) => [
              <Who bot={bot} />,
              <>
                <a href={makerHref(bot.maker_id)}>
                  <bdi>{bot.company}</bdi>
                </a>{' '}
                <Country code={bot.country} />
              </>,
              ...(league === null ? [<LeagueLink league={bot.league} />] : []),
              bot.tier,
              <Entered iso={bot.registered_at} />,
              bot.rank === null ? words.leagues.notRanked : <Rank rank={bot.rank} tied={bot.tied} />,
              <Signed value={bot.return_pct} />,
            ])}
          />
        )}
        <Pager label={words.leagues.pagesOfBots} page={page} pages={pages} href={(n) => botsHref(league, n)} />
      </section>
    </Layout>
  );
}

function LeagueChoice({ chosen, leagues }: { readonly chosen: string | null; readonly leagues: readonly string[] }) {
  return (
    <form class="choice" method="get" action="/bots">
      <label for="league">{words.leagues.league}</label>{' '}
      <select id="league" name="league" required>
        {chosen === null ? <NotChosen /> : null}
        {leagues.map((id) => (
          <option key={id} value={id} selected={id === chosen}>
            {leagueName(id)}
          </option>
        ))}
      </select>{' '}
      <button type="submit">{words.leagues.onlyThese}</button>{' '}
      {chosen === null ? null : <a href={botsHref(null)}>{words.leagues.allBots}</a>}
    </form>
  );
}

function Who({ bot }: { readonly bot: BotLine }): JSX.Element {
  return (
    <>
      <Icon icon={bot.icon} name={bot.name} /> <BotLink bot={bot} />{' '}
      {bot.house ? <span class="tag">{words.league.houseBot}</span> : null}
      {bot.retired_at === null ? null : <span class="tag tag-past">{words.leagues.retired}</span>}
    </>
  );
}

/** The day is enough here; the element has the instant. */
function Entered({ iso }: { readonly iso: string }): JSX.Element {
  return <time dateTime={iso}>{dateText(iso.slice(0, 10))}</time>;
}
