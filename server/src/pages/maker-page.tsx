/** A maker's bots: what GET /api/makers/{id} answers, for people. */
import type { JSX } from 'preact';
import type { MakerBot, MakerView } from 'papertape-contract/maker';
import { BotLink, LeagueLink, makerHref } from './links.tsx';
import { count, counted, dollars } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Icon, Instant, Pager, PriceSource, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface MakerPageProps {
  readonly maker: MakerView;
  readonly clockSpeed: number;
}

export function MakerPage({ maker, clockSpeed }: MakerPageProps): JSX.Element {
  return (
    <Layout
      title="A maker's bots · Papertape"
      description="All bots that were registered with one contact address."
      json={`/api/makers/${maker.maker_id}`}
    >
      <section aria-labelledby="maker-title">
        <h1 id="maker-title">A maker’s bots</h1>
        <p class="lead">{maker.note}</p>
        <p>
          {counted(maker.active, 'bot')} in a league, {count(maker.retired)} retired.
        </p>
        <PriceSource source={maker.price_source} clockSpeed={clockSpeed} />
      </section>
      <section aria-label="Bots">
        <Table
          label="Bots of this maker"
          kind="makers"
          caption="The newest first. Values are of the last close."
          columns={[{ head: 'Bot' }, 'League', 'Entered', ...['Rank', 'Value', 'Return', 'Trades'].map((n) => ({ n }))]}
          rows={maker.bots.map((bot) => [
            <Who bot={bot} />,
            <LeagueLink league={bot.league} />,
            <Instant iso={bot.registered_at} />,
            bot.rank === null ? 'not ranked' : <Rank rank={bot.rank} tied={bot.tied} />,
            dollars(bot.value_usd),
            <Signed value={bot.return_pct} />,
            count(bot.trades),
          ])}
        />
        <Pager label="Pages of bots" page={maker.page} pages={maker.pages} href={(n) => makerHref(maker.maker_id, n)} />
      </section>
    </Layout>
  );
}

function Who({ bot }: { bot: MakerBot }): JSX.Element {
  return (
    <>
      <Icon icon={bot.icon} name={bot.name} /> <BotLink bot={bot} />{' '}
      {bot.retired_at === null ? null : <span class="tag tag-past">Retired</span>}
      {bot.superseded_by === null ? null : <span class="tag">Superseded</span>}
    </>
  );
}
