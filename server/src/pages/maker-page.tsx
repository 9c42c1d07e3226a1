/** A maker's bots: what GET /api/makers/{id} answers, for people. */
import type { JSX } from 'preact';
import type { MakerBot, MakerView } from 'papertape-contract/maker';
import { boardHref } from './board-weeks.tsx';
import { botHref, makerHref } from './bot-href.ts';
import { count, counted, dollars } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Icon, Instant, Pager, PriceSource, Rank, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface MakerPageProps {
  readonly maker: MakerView;
  /** Names of leagues by id. */
  readonly leagueNames: ReadonlyMap<string, string>;
  readonly clockSpeed: number;
}

export function MakerPage({ maker, leagueNames, clockSpeed }: MakerPageProps): JSX.Element {
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
          columns={['Bot', 'League', 'Entered', { n: 'Rank' }, { n: 'Value' }, { n: 'Return' }, { n: 'Trades' }]}
        >
          {maker.bots.map((bot) => (
            <Row key={bot.agent_id} bot={bot} leagueName={leagueNames.get(bot.league) ?? bot.league} />
          ))}
        </Table>
        <Pager label="Pages of bots" page={maker.page} pages={maker.pages} href={(n) => makerHref(maker.maker_id, n)} />
      </section>
    </Layout>
  );
}

function Row({ bot, leagueName }: { bot: MakerBot; leagueName: string }): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <Icon icon={bot.icon} name={bot.name} />{' '}
        <a href={botHref(bot.agent_id)}>
          <bdi>{bot.name}</bdi>
        </a>{' '}
        {bot.retired_at === null ? null : <span class="tag tag-past">Retired</span>}
        {bot.superseded_by === null ? null : <span class="tag">Superseded</span>}
      </th>
      <td>
        <a href={boardHref(bot.league)}>{leagueName}</a>
      </td>
      <td>
        <Instant iso={bot.registered_at} />
      </td>
      <td class="n">{bot.rank === null ? 'not ranked' : <Rank rank={bot.rank} tied={bot.tied} />}</td>
      <td class="n">{dollars(bot.value_usd)}</td>
      <td class="n">
        <Signed value={bot.return_pct} />
      </td>
      <td class="n">{count(bot.trades)}</td>
    </tr>
  );
}
