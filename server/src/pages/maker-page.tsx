/** A maker's bots: what GET /api/makers/{id} answers, for people. */
import type { JSX } from 'preact';
import type { MakerBot, MakerView } from 'papertape-contract/maker';
import { boardHref, BotLink, imageAt, LeagueLink, makerHref } from './links.tsx';
import { count, counted, dollars } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Icon, Instant, Pager, PriceSource, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

export interface MakerPageProps {
  readonly maker: MakerView;
  readonly clockSpeed: number;
}

export function MakerPage({ maker, clockSpeed }: MakerPageProps): JSX.Element {
  return (
    <Layout
      title={words.leagues.aMakersBotsPapertape}
      description={words.leagues.allBotsThatWereRegistered}
      json={`/api/makers/${maker.maker_id}`}
      share={imageAt(`/og/makers/${maker.maker_id}.png`, maker.bots[0]?.as_of ?? null)}
    >
      <section aria-labelledby="maker-title">
        <h1 id="maker-title">{words.leagues.aMakersBots}</h1>
        <p class="lead">{words.leagues.allBotsOfOneAddress}</p>
        <p>{words.leagues.inALeagueRetired(counted(maker.active, 'bot'), count(maker.retired))}</p>
        <PriceSource source={maker.price_source} clockSpeed={clockSpeed} />
      </section>
      <section aria-label={words.leagues.bots}>
        <Table
          label={words.leagues.botsOfThisMaker}
          folds
          caption={words.leagues.theNewestFirstValuesAre}
          columns={[
            { head: words.leagues.bot },
            words.leagues.league,
            words.leagues.entered,
            ...[words.leagues.rank, words.leagues.value, words.leagues.returnWord, words.leagues.trades].map((n) => ({
              n,
            })),
          ]}
          rows={maker.bots.map((bot) => [
            <Who bot={bot} />,
            <LeagueLink league={bot.league} />,
            <Instant iso={bot.registered_at} />,
            bot.rank === null ? words.leagues.notRanked : <Rank rank={bot.rank} tied={bot.tied} />,
            dollars(bot.value_usd),
            <Signed value={bot.return_pct} />,
            count(bot.trades),
          ])}
        />
        <Pager
          label={words.leagues.pagesOfBots}
          page={maker.page}
          pages={maker.pages}
          href={(n) => makerHref(maker.maker_id, n)}
        />
      </section>
      <section aria-labelledby="titles-title">
        <h2 id="titles-title">{words.leagues.titles}</h2>
        {maker.titles === 0 ? <p class="empty">{words.leagues.noTitleYet}</p> : <Titles maker={maker} />}
      </section>
    </Layout>
  );
}

function Titles({ maker: { titles, champion_of: weeks } }: Pick<MakerPageProps, 'maker'>): JSX.Element {
  return (
    <>
      <p>{words.leagues.wonInAll(counted(titles, 'week'))}</p>
      <ul class="champions">
        {weeks.map((w) => (
          <li key={`${w.league} ${w.week}`}>
            <a href={boardHref(w.league, 1, { week: w.week })}>{w.week}</a> <LeagueLink league={w.league} />
            {w.champion === null ? null : (
              <>
                : <BotLink bot={w.champion} /> <Signed value={w.champion.week_return_pct} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Who({ bot }: { bot: MakerBot }): JSX.Element {
  return (
    <>
      <Icon icon={bot.icon} name={bot.name} /> <BotLink bot={bot} />{' '}
      {bot.retired_at === null ? null : <span class="tag tag-past">{words.leagues.retired}</span>}
      {bot.superseded_by === null ? null : <span class="tag">{words.leagues.superseded}</span>}
    </>
  );
}
