/**
 * house.json: the seats of the house bots, when each traded last, and the daily prices that they look back at. It holds keys, so only
 * its owner may read it. It can be lost: the bots then register again, which gives their own seats new keys.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText, type Log } from '../lib/log.ts';

export interface HouseSeat {
  readonly agentId: string;
  readonly apiKey: string;
}

export interface DailyPrices {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Symbol to price in USD, decimal text. */
  readonly prices: Readonly<Record<string, string>>;
}

export interface HouseLeague {
  readonly seats: Record<string, HouseSeat>;
  /** Day of each bot's last turn. */
  readonly doneOn: Record<string, string>;
  /** One entry a day without a gap, oldest first. */
  history: DailyPrices[];
}

export interface HouseFile {
  league(id: string): HouseLeague;
  /** Writes all of it. A folder that cannot be written to costs the file, not the bots. */
  save(): void;
}

const version = 1;

export const housePath = (folder: string): string => join(folder, 'house.json');

export function openHouseFile(folder: string, log: Log): HouseFile {
  const path = housePath(folder);
  const leagues = read(path, log);
  return {
    league(id) {
      let found = leagues.get(id);
      if (!found) leagues.set(id, (found = { seats: {}, doneOn: {}, history: [] }));
      return found;
    },
    save() {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // A crash half-way must not leave half a file.
        const fresh = `${path}.new`;
        writeFileSync(fresh, `${JSON.stringify({ version, leagues: Object.fromEntries(leagues) })}\n`, { mode: 0o600 });
        renameSync(fresh, path);
      } catch (e) {
        log.warn('house.json could not be written', { error: errorText(e) });
      }
    },
  };
}

function read(path: string, log: Log): Map<string, HouseLeague> {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as {
      version?: number;
      leagues?: Record<string, HouseLeague>;
    };
    if (stored.version === version && stored.leagues) return new Map(Object.entries(stored.leagues));
    log.warn('house.json is of another version: the house bots register again');
  } catch (e) {
    if ((e as { code?: string }).code !== 'ENOENT')
      log.warn('house.json could not be read: the house bots register again', { error: errorText(e) });
  }
  return new Map();
}
