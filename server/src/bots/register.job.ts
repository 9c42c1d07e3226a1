/** Registration: a checked request in, a seat in Qualifying and a key (shown once) out. */
import type { RandomBytes, Ids } from '../lib/ids.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import { closeAfter, markAtOrBefore } from '../lib/time.ts';
import type { TierSeats } from '../flow/ladder/seats-held.ts';
import { defaultLeagueId, leagueById } from '../league/catalogue.ts';
import { mendLeague } from '../league/meant-league.ts';
import { shown } from '../lib/text.ts';
import type { CallerBot, KeptAnswer } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { RegisterRequest } from 'papertape-contract/registration';
import type { Bot } from './bot.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { stored } from '../storage/stored.ts';
import { capacityOf, type SettingsByLeague } from '../operator/league-settings.ts';
import { botByNameKey, botRow, replaceKey } from './bots.sql.ts';
import { linkSuccessor, retireAgent } from './identity.sql.ts';
import { createKey, hashKey } from './key.ts';
import { enterContact, type ContactEntryDeps, type EnteredContact } from './contacts/contact-entry.job.ts';
import type { Makers } from './read-makers.ts';
import type { Moderated } from './moderated.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { Mails } from '../mail/open-mails.ts';
import { isSeatFree, nextLapses, seatsByLeague, type NextLapse } from './seats.ts';
import { isHouseName, isReservedName, nameKey } from './name-key.ts';

export interface RegisterDeps extends Omit<ContactEntryDeps, 'mails'> {
  readonly db: Db;
  readonly mails: ContactEntryDeps['mails'] & Pick<Mails, 'wake'>;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly makers: Makers;
  readonly moderated: Pick<Moderated, 'checkMaker'>;
  /** Seats in a tier of a league that the operator set none for. */
  readonly botsPerTier: number;
  /** What the operator set of the leagues, and the last mark that is done. */
  readonly standing: () => Promise<{ readonly settings: SettingsByLeague; readonly lastMark: Instant | undefined }>;
  /** Two for the last seat, or for one name, cannot both win. */
  readonly oneAtATime: OneAtATime;
  /** When the data was made. */
  readonly openedAt: Instant;
}

export interface Registered {
  readonly bot: Bot;
  /** Shown once. */
  readonly apiKey: string;
  readonly contact: EnteredContact;
  /** Hash of the key that is dead now: a house bot was there and got a new one. */
  readonly replacedKeyHash?: string;
}

export interface Registration {
  /**
   * @param keep the answer to keep for the Idempotency-Key, made once the seat is known.
   * @param predecessor the bot that this one follows, proved by its key: it is retired in the same commit, unless it was before.
   * @param house the request proved that it is the service's own: it may take a house bot's name, and one that is there in that
   * league already gets a new key.
   */
  register(
    input: RegisterRequest,
    keep?: (r: Registered) => KeptAnswer | undefined,
    predecessor?: CallerBot,
    house?: boolean,
  ): Promise<Registered>;
}

export function createRegistration(deps: RegisterDeps): Registration {
  return {
    register: (input, keep, predecessor, house) =>
      deps.oneAtATime(() => register(deps, input, keep, predecessor, house)),
  };
}

async function register(
  deps: RegisterDeps,
  input: RegisterRequest,
  keep?: (r: Registered) => KeptAnswer | undefined,
  predecessor?: CallerBot,
  house = false,
): Promise<Registered> {
  const { db, intake, ids, random, makers } = deps;
  const league = input.league ?? defaultLeagueId;
  if (!leagueById.has(league)) throw unknownLeague(league, input);
  const isHouse = house && isHouseName(input.name);
  if (!isHouse && isReservedName(input.name))
    throw new ApiError('name_reserved', `"${input.name}" could be taken for the service or a house bot.`);
  // Every league may have a house bot of the same name.
  const key = isHouse ? `${nameKey(input.name)} ${league}` : nameKey(input.name);
  const there = await botByNameKey(db, key);
  if (there && isHouse) return await newHouseKey(deps, there, keep);
  if (there) throw new ApiError('name_taken', `Another bot is called "${input.name}", or looks like it.`);
  const makerId = makers.idOf(input.contact);
  deps.moderated.checkMaker(makerId);
  const contact = await enterContact(deps, { input, makerId, league, predecessor, isHouse });
  const hidden = (await deps.standing()).settings.get(league)?.hidden;
  if (hidden !== undefined)
    throw new ApiError('league_hidden', `The operator has taken ${league} off the list: ${hidden}`);
  const apiKey = createKey(random);
  const now = await seatFreeAt(deps, league, predecessor);
  const bot: Bot = {
    botId: ids.next('agt', now),
    league,
    name: input.name,
    nameKey: key,
    company: input.company,
    contact: input.contact,
    country: input.country,
    website: input.website ?? null,
    logoUrl: input.logo_url ?? null,
    icon: input.icon ?? null,
    pledgePct: input.pledge_pct ?? null,
    pledgeCause: input.pledge_cause ?? null,
    pledgeUrl: input.pledge_url ?? null,
    style: input.style ?? null,
    description: input.description ?? null,
    openStrategyUrl: input.open_strategy_url ?? null,
    registeredAt: now,
    keyHash: hashKey(apiKey),
    keyRotatedAt: null,
    makerId: makerId,
    retiredAt: null,
    retiredReason: null,
    retiredBy: null,
    supersedes: predecessor?.botId ?? null,
    supersededBy: null,
    house: isHouse,
  };
  const registered = { bot, apiKey, contact };
  const idempotency = keep?.(registered);
  const wasRetired = predecessor?.retired ?? false;
  if (predecessor) predecessor.retired = true;
  try {
    const also = async (trx: Trx): Promise<void> => {
      await contact.store(trx, bot.botId);
      if (predecessor) await succeed(trx, predecessor.botId, bot.botId, now);
    };
    const write = intake.write({ bot: botRow(bot), idempotency, also });
    await stored(write, 'the registration; there is no such bot');
  } catch (e) {
    if (predecessor) predecessor.retired = wasRetired;
    throw e;
  }
  if (contact.isMailed) deps.mails.wake();
  return registered;
}

function unknownLeague(league: string, input: RegisterRequest): ApiError {
  const { fix, meant, example } = mendLeague(league);
  const parts = { body: { ...input, league: meant ?? example } };
  const detail = `There is no league "${shown(league)}".`;
  return new ApiError('unknown_league', detail, {
    fix,
    ...(meant === undefined ? { example: parts } : { corrected: parts }),
  });
}

const seatTriesMax = 5;

/**
 * Finds a free seat. @returns the instant at which it is taken: the marks that were due then are those of the question.
 * @throws ApiError (league_full).
 */
async function seatFreeAt(deps: RegisterDeps, league: string, predecessor?: CallerBot): Promise<Instant> {
  const { db, clock, botsPerTier: standard, openedAt } = deps;
  for (let tries = 1; ; tries++) {
    const now = clock.now();
    const { settings, lastMark = openedAt } = await deps.standing();
    const asked = { league, now, lastMark, standard, predecessor: predecessor?.botId };
    const isFree = await isSeatFree(db, asked);
    const then = clock.now();
    // On a fast clock there may be a mark between any two instants.
    if (markAtOrBefore(then) !== markAtOrBefore(now) && tries < seatTriesMax) continue;
    if (isFree) return then;
    const lapse = (await nextLapses(db, settings, now)).get(league);
    const seats = (of: string): number => capacityOf(settings, of, standard);
    throw leagueFull(league, { byLeague: await seatsByLeague(db), seats, settings, lapse, nextClose: closeAfter(now) });
  }
}

/** Whoever holds the house token is the service itself: a house bot whose key was lost goes on with another. */
async function newHouseKey(
  { intake, clock, random }: RegisterDeps,
  old: Bot,
  keep?: (r: Registered) => KeptAnswer | undefined,
): Promise<Registered> {
  const apiKey = createKey(random);
  const registered = {
    bot: { ...old, keyHash: hashKey(apiKey) },
    apiKey,
    contact: { state: null, isMailed: false },
    replacedKeyHash: old.keyHash,
  };
  const write = intake.write({
    also: (trx) => replaceKey(trx, old.botId, hashKey(apiKey), clock.now()),
    idempotency: keep?.(registered),
  });
  await stored(write, 'the new key; the old one is good');
  return registered;
}

async function succeed(trx: Trx, old: string, successor: string, at: number): Promise<void> {
  if (!(await linkSuccessor(trx, old, successor)))
    throw new ApiError('already_superseded', `${old} has a successor already.`);
  await retireAgent(trx, old, at, null);
}

interface FullLeague {
  /** Per league and tier, from Qualifying up. */
  readonly byLeague: ReadonlyMap<string, readonly TierSeats[]>;
  /** Seats of a league's Qualifying. */
  readonly seats: (league: string) => number;
  readonly settings: SettingsByLeague;
  readonly lapse: NextLapse | undefined;
  readonly nextClose: Instant;
}

function leagueFull(league: string, { byLeague, seats, settings, lapse, nextClose }: FullLeague): ApiError {
  const free = [...leagueById.values()].filter(
    (l) =>
      l.id !== league &&
      l.kind === leagueById.get(league)?.kind &&
      settings.get(l.id)?.hidden === undefined &&
      (byLeague.get(l.id)?.[0]?.held ?? 0) < seats(l.id),
  );
  const { taken, held } = byLeague.get(league)?.[0] ?? { taken: 0, held: 0 };
  const kept =
    held > taken ? ` ${held - taken} are kept for bots that moved at the last close, until ${iso(nextClose)}.` : '';
  const next = lapse ? ` At ${iso(lapse.at)} ${lapse.seats} without a fill lapse, unless they fill before.` : '';
  return new ApiError('league_full', `All ${seats(league)} seats of Qualifying in ${league} are taken.${kept}${next}`, {
    fix: `Register in a league with free seats: ${
      free
        .slice(0, 5)
        .map((l) => l.id)
        .join(', ') || 'none now, see GET /api/seats'
    }.`,
  });
}
