/**
 * What the operator may ask for (`papertape admin`). Each request is checked against what holds, and stored for the engine's next mark.
 * Each function returns what to tell the operator, and throws SetupError when it cannot be done.
 */
import { botById } from '../bots/bots.sql.ts';
import { seatsByLeague } from '../bots/seats.ts';
import { firstMarkOf, readOrigin } from '../engine/origin.ts';
import { lastMarkDone, readInstants, readMeta } from '../engine/progress.sql.ts';
import { latestClose } from '../flow/ladder/ladder.sql.ts';
import { decodeMarket } from '../flow/price/market.ts';
import type { SymbolId } from '../league/symbol.ts';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { botIdPattern, createIds } from '../lib/ids.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { systemRandom } from '../lib/system-random.ts';
import { dayMs, markMs } from '../lib/time.ts';
import { seedHashOf } from '../sources/simulated/seed.ts';
import { insertAction, pendingActions } from '../operator/action.sql.ts';
import type { OperatorAction, SymbolActionKind } from '../operator/action.ts';
import {
  checkCapacity,
  checkCloseDate,
  checkLeague,
  checkLeagueAction,
  checkRetirement,
  checkSeats,
  checkSymbolAction,
  checkVoid,
  type LeagueSwitch,
} from '../operator/checks.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { retirementsToCopy } from '../operator/operator.sql.ts';
import { standingOf, type Standing } from '../operator/standing.ts';
import type { Db } from '../storage/storage.ts';

/** What each does, and what it will have done. */
export const symbolActions: Readonly<
  Record<SymbolActionKind, { readonly what: string; readonly willBe: (at: string) => string }>
> = {
  suspend: {
    what: 'Freeze a symbol in every portfolio at its last agreed price; orders leave it as it is until it is resumed',
    willBe: (at) =>
      `suspended: frozen in every portfolio at ${at}. Orders leave it as it is and are not rejected for it.`,
  },
  resume: {
    what: 'End a suspension: the symbol trades at market prices again',
    willBe: () => 'resumed: it trades at market prices again.',
  },
  delist: {
    what: 'Turn a symbol into cash in every portfolio, for good: at its last agreed price, marked down by the hours since',
    willBe: (at) => `delisted for good: turned into cash in every portfolio at ${at}, marked down by the hours since.`,
  },
};

/** Those that need nothing but the league and a reason. */
export const leagueActions: Readonly<Record<LeagueSwitch, { readonly what: string; readonly willBe: string }>> = {
  close_league: {
    what: 'Take no new orders in a league. Pending ones still fill; registrations go on',
    willBe: 'closed: new orders are answered orders_closed with the reason. Pending ones fill; registrations go on.',
  },
  open_league: { what: 'Take orders again in a league that was closed', willBe: 'open: it takes orders again.' },
  hide_league: {
    what: 'Take a league off every list, and take no registrations. Its boards, bots and proofs can still be read',
    willBe:
      'hidden: on no list, and no registrations. Its bots go on, and its boards and proofs can be read by its id.',
  },
  show_league: {
    what: 'Put a hidden league back on the lists',
    willBe: 'on the lists again, and take registrations.',
  },
};

export async function actOnSymbol(db: Db, action: SymbolActionKind, symbol: SymbolId, reason: string): Promise<string> {
  const standing = await readStanding(db);
  checkSymbolAction(action, symbol, standing);
  await ask(db, standing, { action, about: { kind: 'symbol', id: symbol }, reason });
  const frozen = standing.suspended.get(symbol);
  const at = frozen?.priceAt === undefined ? 'its last agreed price' : `${formatFixed(frozen.price, priceScale)} USD`;
  return outcome(`${symbol} will be ${symbolActions[action].willBe(at)}`, standing);
}

export async function actOnLeague(db: Db, action: LeagueSwitch, id: string, reason: string): Promise<string> {
  checkLeague(id);
  const standing = await readStanding(db);
  checkLeagueAction(action, id, standing);
  await ask(db, standing, { action, about: { kind: 'league', id }, reason });
  return outcome(`${id} will be ${leagueActions[action].willBe}`, standing);
}

/** @param seats as it was typed. */
export async function setCapacity(db: Db, id: string, seats: string, reason: string): Promise<string> {
  checkLeague(id);
  const capacity = checkSeats(seats, id);
  const standing = await readStanding(db);
  const before = checkCapacity(id, capacity, standing, (await seatsByLeague(db)).get(id) ?? []);
  await ask(db, standing, { action: 'set_capacity', about: { kind: 'league', id }, reason, capacity });
  return outcome(
    `${id} will have ${capacity} seats a tier instead of ${before}. Should more seats of a tier be taken by then, nothing changes.`,
    standing,
  );
}

export async function retireBot(db: Db, id: string, reason: string): Promise<string> {
  const bot = botIdPattern.test(id) ? await botById(db, id) : undefined;
  if (!bot) throw new SetupError(`There is no bot "${id}".`, 'Take the agent_id from its page or a board.');
  const { name, league, retiredAt } = bot;
  const retired = retiredAt === null ? undefined : { at: retiredAt, by: bot.retiredBy };
  const standing = await readStanding(db);
  checkRetirement({ id, name, retired }, standing.pending, await retirementsToCopy(db));
  // On a clock that does not follow real time the last mark may be older than the bot, and so may the marks that are still to be done.
  const asked = { now: Math.max(standing.now, bot.registeredAt + 1) };
  await ask(db, asked, { action: 'retire', about: { kind: 'bot', id }, reason });
  return outcome(
    `${name} (${id}) of ${league} will be retired for good: no seat, no orders, no rank at the closes after. Its pending orders fill, and its record stands.`,
    standing,
  );
}

export async function askToVoid(
  db: Db,
  { league, date, reason }: { readonly league: string; readonly date: string; readonly reason: string },
  { now, nextMark }: { readonly now: Instant; readonly nextMark: Instant },
): Promise<string> {
  checkLeague(league);
  const close = checkCloseDate(date);
  const id = checkVoid({ league, close }, await latestClose(db, league), await pendingActions(db), nextMark);
  await ask(db, { now }, { action: 'void_close', about: { kind: 'close', id }, reason });
  return [
    `The close ${date} of ${league} will be voided: ranks, returns and records go on from the valid close before it.`,
    '  ladder  what was decided at it is undone, and decided at the next valid close',
    `  when    at the next mark that the engine does, ${iso(nextMark)} or after, and before the close of ${isoDate(close + dayMs)}`,
    '  after   papertape admin incidents shows it, and so does GET /api/status',
    '',
  ].join('\n');
}

export async function endMarket(db: Db, reason: string): Promise<string> {
  const hash = seedHashOf((await readOrigin(db))?.source ?? '');
  if (hash === undefined)
    throw new SetupError(
      'Only a simulated market whose seed was drawn can be ended: there is no secret to publish.',
      'Close its leagues: papertape admin close-league.',
    );
  const standing = await readStanding(db);
  const ended = (await allIncidents(db)).some((i) => i.kind === 'market_ended');
  if (ended || standing.pending.some((a) => a.action === 'end_market'))
    throw new SetupError('The market is ended already.', 'See papertape admin incidents.');
  await ask(db, standing, { action: 'end_market', about: { kind: 'market', id: hash }, reason });
  return outcome(
    'The market will be ended for good: no more orders, pending ones fill, and 30 minutes later the seed stands in the public log and in GET /api/status.',
    standing,
  );
}

/** What holds of symbols and leagues once everything that waits is applied. */
export async function readStanding(db: Db): Promise<Standing> {
  const origin = await readOrigin(db);
  const market = await readMeta(db, 'market');
  if (!origin || market === undefined) throw new Error('the data lacks its origin or its market');
  const lastMark = await lastMarkDone(db);
  return standingOf({
    now: origin.clock.kind === 'real' ? realNow() : (lastMark ?? origin.openedAt),
    followingMark: lastMark === undefined ? firstMarkOf(origin.openedAt) : lastMark + markMs,
    versions: decodeMarket(market),
    log: await allIncidents(db),
    agreedAt: await readInstants(db, 'agreed'),
    pending: await pendingActions(db),
  });
}

/** One for all actions of the process: those of one millisecond are applied in their order, too. */
const ids = createIds(systemRandom);

export async function ask(
  db: Db,
  { now }: Pick<Standing, 'now'>,
  action: Pick<OperatorAction, 'action' | 'about' | 'reason' | 'capacity'>,
): Promise<void> {
  await insertAction(db, { id: ids.next('act', realNow()), at: now, ...action });
}

export function outcome(what: string, { nextMark }: Standing): string {
  return [
    what,
    `  when    at the next mark that the engine does, ${iso(nextMark)} or after; when the service is stopped, once it runs again`,
    '  after   papertape admin incidents shows it, and so do /incidents and GET /api/incidents',
    '',
  ].join('\n');
}
