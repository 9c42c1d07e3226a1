/** Registration: a checked request in, a seat in Qualifying and a key (shown once) out. */
import { hash } from 'node:crypto';
import type { RandomBytes, Ids } from '../lib/ids.ts';
import type { Clock } from '../lib/clock.ts';
import { defaultLeagueId, leagueById } from '../contract/catalogue.ts';
import { ApiError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { RegisterInput } from '../contract/register-request.ts';
import type { AgentsTable, IdempotencyTable } from '../storage/database.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { countByContact, countByLeague, countInLeague, isNameTaken } from './agents.sql.ts';
import { createKey, hashKey } from './key.ts';
import { isReservedName, nameKey } from './name-key.ts';

/** The one tier there is until the ladder. */
export const qualifyingTier = 'Qualifying';

export interface RegisterDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** Seats in a tier: one setting. */
  readonly botsPerTier: number;
}

export interface Registered {
  readonly agent: AgentsTable;
  /** Shown once. */
  readonly apiKey: string;
}

export interface Registration {
  /**
   * @param keep the answer to keep for the Idempotency-Key, made once the seat is known.
   * Registrations go one after another, so that two for the last seat, or for one name, cannot both win.
   */
  register(input: RegisterInput, keep?: (r: Registered) => IdempotencyTable | undefined): Promise<Registered>;
}

export function createRegistration(deps: RegisterDeps): Registration {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    register(input, keep) {
      const mine = turn.then(() => register(deps, input, keep));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

async function register(
  { db, intake, clock, ids, random, botsPerTier }: RegisterDeps,
  input: RegisterInput,
  keep?: (r: Registered) => IdempotencyTable | undefined,
): Promise<Registered> {
  const league = input.league ?? defaultLeagueId;
  if (!leagueById.has(league))
    throw new ApiError('unknown_league', `There is no league "${league.slice(0, 60).toWellFormed()}".`);
  if (isReservedName(input.name))
    throw new ApiError('name_reserved', `"${input.name}" could be taken for the service or a house bot.`);
  const key = nameKey(input.name);
  if (await isNameTaken(db, key))
    throw new ApiError('name_taken', `Another bot is called "${input.name}", or looks like it.`);
  const contactHash = hash('sha256', input.contact.toLowerCase(), 'hex');
  if ((await countByContact(db, contactHash, league)) >= limits.botsPerMakerAndLeagueMax) {
    throw new ApiError('maker_limit', `This contact has ${limits.botsPerMakerAndLeagueMax} bots in ${league} already.`);
  }
  if ((await countInLeague(db, league)) >= botsPerTier) throw leagueFull(league, await countByLeague(db), botsPerTier);
  const apiKey = createKey(random);
  const now = clock.now();
  const agent: AgentsTable = {
    agent_id: ids.next('agt', now),
    league,
    name: input.name,
    name_key: key,
    company: input.company,
    contact: input.contact,
    contact_hash: contactHash,
    country: input.country,
    website: input.website ?? null,
    logo_url: input.logo_url ?? null,
    icon: input.icon ?? null,
    pledge_pct: input.pledge_pct === undefined ? null : String(input.pledge_pct),
    pledge_cause: input.pledge_cause ?? null,
    pledge_url: input.pledge_url ?? null,
    style: input.style ?? null,
    description: input.description ?? null,
    open_strategy_url: input.open_strategy_url ?? null,
    registered_at: BigInt(now),
    key_hash: hashKey(apiKey),
    key_rotated_at: null,
  };
  const registered = { agent, apiKey };
  const idempotency = keep?.(registered);
  try {
    await intake.write({ agent, ...(idempotency ? { idempotency } : {}) });
  } catch (cause) {
    throw new ApiError('storage_unavailable', 'The database did not take the registration; there is no such bot.', {
      cause,
      headers: { 'Retry-After': '5' },
    });
  }
  return registered;
}

function leagueFull(league: string, taken: ReadonlyMap<string, number>, botsPerTier: number): ApiError {
  const free = [...leagueById.values()].filter(
    (l) => l.kind === leagueById.get(league)?.kind && (taken.get(l.id) ?? 0) < botsPerTier,
  );
  return new ApiError('league_full', `All ${botsPerTier} seats of Qualifying in ${league} are taken.`, {
    fix: `Register in a league with free seats: ${
      free
        .slice(0, 5)
        .map((l) => l.id)
        .join(', ') || 'none now, see GET /api/seats'
    }.`,
  });
}
