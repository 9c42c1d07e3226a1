/**
 * A service whose every kind of page has something to show: three weeks of a league with the demo's bots and some with awkward names, a
 * round, entries of the showcase, an order for an extra, an incident and an issue of the newsletter. It runs in this process on a clock
 * that is stepped, so it is the same each time, and no page changes while it is looked at.
 */
import { features } from '../server/src/app.ts';
import { createDemoBots, demoBots, demoLeague, enterBots, type Seat } from '../server/src/cli/demo-bots.ts';
import { pagesOf } from '../server/src/feature/feature.ts';
import type { Services } from '../server/src/web/services.ts';
import { get, post } from '../server/test/harness/http.ts';
import type { Bot, League } from '../server/test/harness/league.ts';
import { firstRound, playTo, sumRounds, sumsLeague } from '../server/test/harness/rounds.ts';
import { openShop } from '../server/test/harness/shop.ts';
import { art, characters, idea, postEntry, vote } from '../server/test/harness/showcase.ts';

/** 40 characters, each as wide as two letters. */
export const wideName = '紙帯記録機械学習取引競技会自動売買人工知能市場予測価格変動資産運用成績順位表示盤'.slice(0, 40);
/** Written from right to left. */
export const rightToLeftName = 'البوت الصبور للتداول الورقي اليومي 42';
const day = 86_400_000;
/** A Sunday evening: the first close ends a week. */
const start = '2026-03-01T20:00:00Z';
const fullLeague = demoLeague;

export interface PageKind {
  /** The path of its declaration, and what state of the page it is where there are several. */
  readonly kind: string;
  readonly path: string;
  readonly status: number;
  /** Is there the same page at `/fr`, too? */
  readonly hasFrench: boolean;
}

export interface FurnishedSite {
  readonly url: string;
  readonly league: League;
  readonly bot: Bot;
  readonly orderId: string;
  /** The page of an order for an extra that nobody has paid. */
  readonly payPage: string;
  readonly entryPage: string;
  /** A league whose board has two pages. */
  readonly paged: string;
  readonly kinds: readonly PageKind[];
  close(): Promise<void>;
}

/** @param days of trading, 15 at least: the issue of the newsletter is of a week that is over. From 20 on a board says how sure its ranks are. */
export async function openFurnishedSite(days = 22): Promise<FurnishedSite> {
  const from = Date.parse(start) + 3 * day;
  const faults = [
    { kind: 'no_answer', pool: 'sim:DOGE-USD:1', from, to: from + day },
    { kind: 'no_answer', pool: 'sim:DOGE-USD:2', from, to: from + day },
  ] as const;
  const shop = await openShop({ start, engine: 'sqlite', faults, overrides: { rounds: sumRounds() } });
  try {
    const { league } = shop;
    const seats = new Map<string, Seat>();
    await enterBots(league.url, seats);
    const bot = await enterAwkward(league, wideName);
    await enterAwkward(league, rightToLeftName);
    const solver = await league.enter({ league: sumsLeague, name: 'Adds It Up' });
    const entries = await fillShowcase(league, bot, solver);
    const { order_id: orderId } = await bot.weights(
      { 'BTC-USD': 0.5, 'ETH-USD': 0.3 },
      { reason: 'Half and a third.' },
    );
    await trade(league, seats, days);
    await playTo(league, league.now() + 60_000);
    // Late, since a seat without an order does not last.
    for (let i = 0; i < 40; i++) await league.enter({ league: fullLeague, contact: `full${i}@example.test` });
    const { order_id: pending } = await bot.weights({ 'ETH-USD': 0.4 }, { reason: 'Nobody sees it yet.' });
    const extra = { buyer_email: 'buyer@example.test', agent_id: bot.id } as const;
    const { reference: open } = await league.client.orderExtra({ ...extra, product: 'verified_badge' });
    const report = await league.client.orderExtra({ ...extra, product: 'strategy_report' });
    await shop.pay(report);
    await shop.settle();
    const kinds = await kindsOf(league, { bot, orderId, pending, entries, open, paid: report.reference });
    return {
      url: league.url,
      league,
      bot,
      orderId,
      payPage: `/pay/${open}`,
      entryPage: `/showcase/${entries[0]}`,
      paged: `/leagues/${fullLeague}`,
      kinds,
      close: () => shop.close(),
    };
  } catch (e) {
    await shop.close();
    throw e;
  }
}

async function enterAwkward(league: League, name: string): Promise<Bot> {
  const bot = await league.enter({ name, company: name, league: demoLeague, icon: '🦑' });
  await post(league, `/api/agents/${bot.id}/profile`, profile, { key: bot.key });
  return bot;
}

/** A lighthouse at night. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><rect width="160" height="100" fill="#12324a"/><path d="M0 78h160v22H0z" fill="#0b5a6b"/><path d="M84 26l76-20v34z" fill="#f4e7c3"/><path d="M70 84l5-52h14l5 52z" fill="#faf8f3"/><path d="M73 52h18l2 14H72z" fill="#b33a00"/><path d="M73 24h18v9H73z" fill="#f4c542"/><circle cx="24" cy="22" r="8" fill="#ece7da"/></svg>`;

const profile = {
  description: 'Buys what it bought before, and says why each time.',
  style: 'patience',
  website: 'https://example.com/a-long-address-that-has-no-place-to-break-and-goes-on-and-on-and-on.html',
  pledge_pct: 5,
  pledge_cause: 'Trees',
};

/** The demo's bots trade as they do there, from one look at the prices every three hours. */
async function trade(league: League, seats: ReadonlyMap<string, Seat>, days: number): Promise<void> {
  const bots = createDemoBots({ baseUrl: league.url, hourMs: 3_600_000 * 8, onNote: () => undefined }, seats);
  const end = league.now() + days * day;
  while (league.now() < end) {
    await bots.look(league.now());
    await playTo(league, Math.min(end, league.now() + day / 8));
  }
}

async function fillShowcase(league: League, bot: Bot, voter: Bot): Promise<readonly number[]> {
  const rows = Array.from({ length: 12 }, (_, i) => `${' '.repeat(i)}${characters.split('\n')[1]}`).join('\n');
  const entries = [
    await postEntry(league, bot, { ...art, art: drawing, title: wideName.slice(0, 30) }),
    await postEntry(league, bot, { board: 'art', title: 'A cat that walks', kind: 'ascii', art: rows }),
    await postEntry(league, bot, idea),
  ];
  for (const id of entries) await vote(league, voter, id);
  return entries;
}

interface Furniture {
  readonly bot: Bot;
  readonly orderId: string;
  readonly pending: string;
  readonly entries: readonly number[];
  /** Orders for extras: one that nobody has paid, and one of a report. */
  readonly open: string;
  readonly paid: string;
}

/** Every page that is declared, at an address that has something to show, and further states of some. */
async function kindsOf(league: League, { bot, orderId, pending, entries, open, paid }: Furniture): Promise<PageKind[]> {
  const { maker_id: maker } = await league.client.agent(bot.id);
  const { last_mark: mark } = await league.client.status();
  const { rows } = await league.client.leaderboard({ league: demoLeague });
  const close = new Date(league.now()).toISOString().slice(0, 10);
  const values: Readonly<Record<string, string | undefined>> = {
    agent_id: rows[0]?.agent_id,
    maker_id: maker,
    league: demoLeague,
    order_id: orderId,
    date: close,
    mark: mark?.replace('.000Z', 'Z'),
    week: '2026-W10',
    id: String(entries[0]),
    reference: paid,
    product: 'promote_product_7d',
    folder: 'bots',
    document: 'rules',
    round: firstRound,
  };
  const kinds = pagesOf<Services>(features).map((page) => ({
    kind: page.path,
    path: page.path
      .replace('/docs/{document}', '/docs/README')
      // Entries are voted for on the evening before the first close.
      .replace('/showcase/picks/{week}', '/showcase/picks/2026-W09')
      .replace('/leagues/{league}/rounds', `/leagues/${sumsLeague}/rounds`)
      .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `{${name}}`),
    hasFrench: !page.isInEnglishOnly,
  }));
  const state = (kind: string, path: string, hasFrench = true) => ({ kind, path, hasFrench });
  const others = demoBots.length;
  const all = [
    ...kinds,
    state('/bots/{agent_id}, awkward name', `/bots/${bot.id}`),
    state('/leagues/{league}, many bots', `/leagues/${fullLeague}?page=2`),
    state('/leagues/{league}, no bot', '/leagues/writing'),
    state('/leagues/{league}, of tasks', `/leagues/${sumsLeague}`),
    state('/compare, of two', `/compare?bots=${rows[0]?.agent_id},${rows[others - 1]?.agent_id}`),
    state('/search, found', '/search?q=ha'),
    state('/pay/{reference}, open', `/pay/${open}`),
    state('no such order yet', `/orders/${pending}`),
    state('/showcase/{id}, characters', `/showcase/${entries[1]}`),
    state('/showcase/{id}, idea', `/showcase/${entries[2]}`),
    state('/extras/{product}, for a bot', `/extras/verified_badge?agent_id=${bot.id}`),
    state('/leagues/{league}/market, of tasks', `/leagues/${sumsLeague}/market`),
    state('/leagues/{league}/rules, of tasks', `/leagues/${sumsLeague}/rules`),
    state('/leagues/{league}, sorted', `/leagues/${fullLeague}?tier=Qualifying&sort=week`),
    state('/showcase, ideas', '/showcase?board=ideas'),
    state('/embed/bots/{agent_id}', `/embed/bots/${bot.id}`, false),
    state('no such bot', '/bots/agt_0000000000000000'),
    state('no such page', '/nothing-is-here', false),
  ];
  return await Promise.all(
    all.map(async (kind) => {
      const { status } = await get(league, kind.path, { headers: { Accept: 'text/html' } });
      return { ...kind, status };
    }),
  );
}

/** Pages that a browser looks at. The manual's documents are of one kind: two stand for all. */
export function pathsOnce({ kinds }: FurnishedSite): readonly string[] {
  const documents = /^(?:\/(?!docs)\w+)?\/(?:README|CHANGELOG)$/;
  return kinds.filter(({ status, path }) => status === 200 && !documents.test(path)).map(({ path }) => path);
}

/** The HTML of each page, in each of its languages. */
export async function htmlOf({
  league,
  kinds,
}: FurnishedSite): Promise<readonly (readonly [path: string, html: string])[]> {
  const paths = kinds.flatMap(({ path, hasFrench }) => (hasFrench ? [path, `/fr${path === '/' ? '' : path}`] : [path]));
  return await Promise.all(
    paths.map(async (path) => [path, (await get(league, path, { headers: { Accept: 'text/html' } })).text] as const),
  );
}
