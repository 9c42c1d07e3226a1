/**
 * What a service shows of a league now, against what its public log says: who is there, with which name, maker and tier; ranks, values and
 * baselines of the last close; holdings; champions, moves, incidents and delistings. The log may be right and a page wrong.
 */
import type { Board } from 'papertape-contract/board';
import type { Positions } from 'papertape-contract/bot';
import type { Champions, TierMoves } from 'papertape-contract/league';
import type { LogEntry, LogEntryOf } from 'papertape-contract/log-entries';
import type { AgentList } from 'papertape-contract/maker';
import type { AgentProofs } from 'papertape-contract/proof';
import type { IncidentLog, OperatorActs, StatusView } from 'papertape-contract/status';
import { foldModeration, moderated, publishedTexts, textName } from '../../operator/moderation.ts';
import { tierName } from '../../league/tiers.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { portfolioProof, proofPaths } from '../format.ts';
import type { Service } from '../check/service.ts';
import type { Steps } from '../check/steps.ts';
import type { Book } from './book.ts';
import { leagueOf, type ReplayedBot, type ReplayState } from './replay/state.ts';
import { checkShownMarket } from './market-seed.ts';
import { checkBoardOf } from './shown-boards.ts';
import { pagesOf } from './shown-pages.ts';

/** An entry that lists show, with the mark that it belongs to. */
export interface ShownEntry {
  readonly mark: Instant;
  readonly entry: LogEntry;
}

export interface ShownInput {
  readonly service: Service;
  readonly steps: Steps;
  readonly book: Book;
  readonly state: ReplayState;
  readonly league: string;
  readonly entries: readonly ShownEntry[];
}

/** Entries that lists show. */
export const isShown = ({ type }: LogEntry): boolean =>
  type === 'week' ||
  type === 'move' ||
  type === 'action' ||
  type === 'incident' ||
  type === 'delisting' ||
  type === 'seed';

export async function checkShown(input: ShownInput): Promise<void> {
  const { steps, league } = input;
  const parts = {
    marks: checkLastMark,
    market: checkMarket,
    bots: checkBots,
    board: checkBoard,
    weeks: checkWeeks,
    actions: checkActions,
    incidents: checkIncidents,
  };
  for (const [name, check] of Object.entries(parts))
    await steps.part(`${name} of ${league}, as shown`, async () => await check(input));
  const bots = [...input.state.bots.values()].filter((bot) => bot.league === league);
  for (const bot of bots) await steps.part(`bot ${bot.id}, as shown`, async () => await checkBot(input, bot));
}

function ofType<Type extends LogEntry['type']>({ entries }: ShownInput, type: Type) {
  return entries.flatMap(({ mark, entry }) => (entry.type === type ? [{ mark, ...(entry as LogEntryOf<Type>) }] : []));
}

/** Two lists of the same things, in whatever order. */
function sameList(steps: Steps, what: string, stated: readonly unknown[], computed: readonly unknown[]): void {
  const texts = (list: readonly unknown[]): string[] => list.map((item) => JSON.stringify(item)).sort();
  steps.same(what, texts(stated), texts(computed));
}

/** A mark that is done has its entries in the log. */
async function checkLastMark({ service, steps, book }: ShownInput): Promise<void> {
  const { last_mark: last } = JSON.parse(await service.text('/api/status')) as StatusView;
  const logged = iso(book.mark ?? 0);
  if (last !== null && last > logged) steps.differs('last mark of the log', logged, last);
  else steps.ok('last mark of the log');
}

/** Of a simulated market that has ended the seed as well: whoever is not shown it takes its prices as they are. */
async function checkMarket(input: ShownInput): Promise<void> {
  const { service, steps, book } = input;
  const [logged] = ofType(input, 'seed');
  const status = JSON.parse(await service.text('/api/status')) as StatusView;
  if (book.opening) checkShownMarket(steps, status, book.opening);
  const computed = logged && { at: iso(logged.mark), seed: logged.seed, salt: logged.salt };
  steps.same('seed of the market', status.seed?.opened ?? null, computed ?? null);
}

async function checkBots(input: ShownInput): Promise<void> {
  const { service, steps, book, league } = input;
  const shown = await pagesOf(service, `/agents.json?league=${league}`, (page: AgentList) => page.agents);
  const until = (book.mark ?? 0) - 1;
  const moderation = foldModeration(ofType(input, 'incident'));
  const logged = new Map([...book.bots].filter(([, bot]) => bot.league === league));
  // Who came after the last mark has no entry yet.
  const came = shown.filter((bot) => Date.parse(bot.registered_at) <= until);
  for (const bot of came) {
    const of = logged.get(bot.agent_id);
    logged.delete(bot.agent_id);
    const retiredAt = of?.retiredAt ?? of?.retiredByOperatorAt;
    const stated = [bot.name, bot.maker_id, bot.house, bot.registered_at, bot.tier];
    // A name stays in the log; what is shown of one that the operator hid is the notice.
    const name = moderated(moderation, nameOf(bot.agent_id)) === undefined ? of?.name : publishedTexts.name;
    const computed = of && [name, of.makerId, of.house, iso(of.registeredAt), tierName(of.tier)];
    steps.same(`name, maker, house flag, registration and tier of ${bot.agent_id}`, stated, computed);
    if (retiredAt !== undefined || (bot.retired_at !== null && Date.parse(bot.retired_at) <= until))
      steps.same(`retirement of ${bot.agent_id}`, bot.retired_at, retiredAt === undefined ? null : iso(retiredAt));
  }
  for (const botId of logged.keys()) steps.differs(`bot ${botId} of the log`, 'not shown', 'shown');
}

const nameOf = (botId: string) => ({ kind: 'text', id: textName({ botId, text: 'name' }) }) as const;

async function checkBoard({ service, steps, state, league }: ShownInput): Promise<void> {
  const { previous } = leagueOf(state, league);
  const now = JSON.parse(await service.text(`/api/leaderboard?league=${league}&per_page=1`)) as Board;
  steps.same(`close that the board of ${league} is of`, now.as_of, previous ? iso(previous.close) : null);
  if (previous) await checkBoardOf({ service, steps, league }, previous);
}

async function checkWeeks(input: ShownInput): Promise<void> {
  const { service, steps, league } = input;
  const moves = await pagesOf(service, `/api/leagues/${league}/moves`, (page: TierMoves) => page.moves);
  sameList(
    steps,
    `moves of ${league}`,
    moves.map((m) => [m.agent_id, m.at, m.why, m.week, m.from, m.to, m.place, m.week_return_pct]),
    ofType(input, 'move')
      .filter((m) => m.league === league)
      .map((m) => [
        m.agent_id,
        iso(m.mark),
        m.why,
        m.week,
        tierName(m.from),
        tierName(m.to),
        m.place,
        m.week_bps / 100,
      ]),
  );
  // A week that a voided close decided counts for nothing.
  const voided = new Set(ofType(input, 'incident').flatMap((i) => (i.kind === 'close_voided' ? [i.about.id] : [])));
  const champions = await pagesOf(service, `/api/leagues/${league}/champions`, (page: Champions) => page.champions);
  sameList(
    steps,
    `champions of ${league}`,
    champions.map((w) => [w.week, w.decided_at, w.bots, w.champion?.agent_id ?? null]),
    ofType(input, 'week')
      .filter((w) => w.league === league && !voided.has(`${league}/${isoDate(w.mark)}`))
      .map((w) => [w.week, iso(w.mark), w.bots, w.champion]),
  );
}

/** An incident as it is compared: an entry of the log has no other members that are shown. */
function incidentLine(id: number, i: Omit<LogEntryOf<'incident'>, 'type' | 'incident_id' | 'price_at'>): unknown {
  return { id, at: i.at, kind: i.kind, about: [i.about.kind, i.about.id], why: [i.price, i.by, i.reason, i.capacity] };
}

async function checkActions(input: ShownInput): Promise<void> {
  const shown = await pagesOf(input.service, '/api/actions', (page: OperatorActs) => page.actions);
  const { mark = 0 } = input.book;
  sameList(
    input.steps,
    'actions of the operator',
    shown
      .filter((a) => Date.parse(a.applied_at) <= mark)
      .map((a) => [a.id, a.at, a.applied_at, a.action, [a.about.kind, a.about.id], a.reason, a.capacity]),
    ofType(input, 'action').map((a) => [
      a.action_id,
      a.at,
      iso(a.mark),
      a.action,
      [a.about.kind, a.about.id],
      a.reason,
      a.capacity,
    ]),
  );
}

async function checkIncidents(input: ShownInput): Promise<void> {
  const { service, steps } = input;
  const shown = await pagesOf(service, '/api/incidents', (page: IncidentLog) => page.incidents);
  const logged = ofType(input, 'incident');
  // A later one has its entry at the next mark.
  const last = Math.max(0, ...logged.map((i) => i.incident_id));
  sameList(
    steps,
    'incidents',
    shown.filter((i) => i.id <= last).map((i) => incidentLine(i.id, i)),
    logged.map((i) => incidentLine(i.incident_id, i)),
  );
}

async function checkBot(input: ShownInput, bot: ReplayedBot): Promise<void> {
  const { service, steps } = input;
  const { cash, positions } = JSON.parse(await service.text(`/api/agents/${bot.id}/positions`)) as Positions;
  const holdings = Object.fromEntries(positions.map(({ symbol, units }) => [symbol, units]));
  steps.same(`holdings of ${bot.id}`, { cash, holdings }, portfolioProof(bot.now.portfolio));
  const list = JSON.parse(await service.text(`${proofPaths.agent(bot.id)}?page=1&per_page=1`)) as AgentProofs;
  sameList(
    steps,
    `delistings of ${bot.id}`,
    list.delistings.map((d) => [d.at, d.symbol, d.units, d.price, d.cash]),
    ofType(input, 'delisting')
      .filter((d) => d.agent_id === bot.id)
      .map((d) => [iso(d.mark), d.symbol, d.units, d.price, d.cash]),
  );
}
