/** The ladder of a league: its tiers from the top down, who would go up and down if the week ended now, and who moved last. */
import type { JSX } from 'preact';
import type { LadderTier, LadderZones, Zone } from 'papertape-contract/ladder-zones';
import type { LeagueView } from 'papertape-contract/league';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, PriceSource, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';
import { Moves, type NamedMove } from './ladder.tsx';
import { BotLink, boardHref, leagueImage } from './links.tsx';

export interface LadderPageProps {
  readonly league: LeagueView;
  readonly zones: LadderZones;
  /** The newest first. */
  readonly moves: readonly NamedMove[];
  readonly source: PriceSourceInfo;
  readonly clockSpeed: number;
}

export function LadderPage({ league, zones, moves, source, clockSpeed }: LadderPageProps): JSX.Element {
  return (
    <Layout
      title={words.ladder.ladderPapertape(league.name)}
      description={words.ladder.theTiersOf(league.name)}
      json={`/api/leagues/${league.id}/ladder`}
      share={leagueImage(league.id, zones.as_of)}
    >
      <nav class="crumbs" aria-label={words.league.breadcrumb}>
        <a href={boardHref(league.id)}>← {league.name}</a>
      </nav>
      <h1>{words.ladder.ladderOf(league.name)}</h1>
      <PriceSource source={source} clockSpeed={clockSpeed} />
      <p class="lead">{told(zones)}</p>
      <p class="muted">{words.ladder.aTierIsNoRank}</p>
      {zones.listed ? null : <p class="notice">{words.ladder.tooManyToList}</p>}
      {zones.tiers.map((tier, i) => (
        <Tier key={tier.tier} tier={tier} isTop={i === 0} />
      ))}
      <section aria-labelledby="moves-title">
        <h2 id="moves-title">{words.league.latestMoves}</h2>
        <Moves moves={moves} league={league.id} />
      </section>
    </Layout>
  );
}

function told({ as_of: asOf, week, decided }: LadderZones): JSX.Element {
  if (asOf === null || week === null) return <>{words.ladder.tiersOpenWith}</>;
  return <>{decided ? words.ladder.weekIsDecided(week) : words.ladder.zonesAt(week, <Instant iso={asOf} />)}</>;
}

/** Of a tier's bots that stay; those that would move are all listed. */
const stayingShown = 20;

function Tier({ tier, isTop }: { readonly tier: LadderTier; readonly isTop: boolean }): JSX.Element {
  const { bots, places, list } = tier;
  let staying = 0;
  const rows = list
    .map((bot, i) => ({ bot, place: i + 1 }))
    .filter(({ bot }) => bot.zone !== 'stay' || ++staying <= stayingShown);
  const id = tier.tier.toLowerCase().replaceAll(' ', '-');
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{tier.tier}</h2>
      <p class="muted">{ruleOf({ bots, places, isTop })}</p>
      {rows.length === 0 ? null : (
        <Table
          label={words.ladder.botsOfTier(tier.tier)}
          folds
          caption={
            rows.length < list.length ? words.ladder.firstOfTier(count(rows.length), counted(bots, 'bot')) : undefined
          }
          columns={[
            { n: words.ladder.placeInTier },
            { head: words.ladder.bot },
            { n: words.ladder.weekSoFar },
            words.ladder.ifItEndedNow,
          ]}
          rows={rows.map(({ bot, place }) => [
            count(place),
            <BotLink bot={bot} />,
            <Signed value={bot.week_return_pct} />,
            <span class={zoneClass[bot.zone]}>{zoneWords()[bot.zone]}</span>,
          ])}
        />
      )}
    </section>
  );
}

function ruleOf({ bots, places, isTop }: Pick<LadderTier, 'bots' | 'places'> & { readonly isTop: boolean }): string {
  if (bots === 0) return words.ladder.emptyTier;
  if (isTop) return words.ladder.nobodyGoesHigher;
  return places === 0 ? words.ladder.nobodyMayGoUp : words.ladder.placesUp(count(places), counted(bots, 'bot'));
}

const zoneClass: Readonly<Record<Zone, string>> = { up: 'up', down: 'down', stay: 'flat' };

const zoneWords = (): Readonly<Record<Zone, string>> => ({
  up: words.ladder.zoneUp,
  down: words.ladder.zoneDown,
  stay: words.ladder.zoneStay,
});
