/**
 * Own bytes: answers for one bot alone, kept ready as those for everyone are (ready-bytes.ts), and served without the database and the framework: the tasks
 * of a bot, and pages at addresses that are told nobody else. No cache on the way may keep them. Each hangs on its bot: what the bot changes drops all that
 * is kept for it, and a mark drops everything.
 */
import type { RateLimitName } from 'papertape-contract/limits';
import type { Instant } from '../lib/clock.ts';
import { headersOfEveryAnswer } from './headers.ts';

export interface OwnEntry {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The same as Node takes them most quickly: name, value, name, value. */
  readonly head: readonly string[];
  /** What each answer counts against beside the limits of the address. */
  readonly counts: readonly (readonly [limit: RateLimitName, who: string])[];
}

/** Where an answer is kept, and what it hangs on. */
export interface OwnPlace {
  readonly url: string;
  readonly botId: string;
  /** Is it shown to the bot of the key alone? Otherwise the address is the proof. */
  readonly byKey: boolean;
  /** From that instant of the league's clock on it is not served. */
  readonly until?: number | undefined;
  /** What `version(botId)` said before the answer was made: when it has moved on, the answer is served once and not kept. */
  readonly version: string;
}

export interface OwnBytes {
  /** @param botOf asked for the bot of the request's key, where something is kept for the bot of a key at the address. */
  get(url: string, botOf: () => string | undefined): OwnEntry | undefined;
  version(botId: string): string;
  keep(place: OwnPlace, bytes: Buffer, headers: Readonly<Record<string, string>>, counts: OwnEntry['counts']): OwnEntry;
  /** Told when something of the bot changed: once it is stored, and before anybody is told. */
  changed(botId: string): void;
  dropAll(): void;
}

/** Most bytes kept, with what an entry takes besides them; the oldest make room. A larger answer than a part of it is not kept. */
const bytesMax = 16 * 1024 * 1024;
const bytesOfEntry = 2_048;
const keptBytesMax = bytesMax / 64;

interface Kept extends OwnEntry {
  readonly place: OwnPlace;
  readonly size: number;
}

/** @param now of the league's clock. */
export function createOwnBytes(now: () => Instant): OwnBytes {
  /** By address, and by address and bot where it takes a key: no address has a space in it. */
  const entries = new Map<string, Kept>();
  /** How many entries there are of an address that takes a key. */
  const keyed = new Map<string, number>();
  const ofBots = new Map<string, Set<string>>();
  /** Since everything was dropped. */
  let changes = new Map<string, number>();
  let generation = 0;
  let size = 0;

  const keyOf = (url: string, botId: string): string => `${url} ${botId}`;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    const { url, botId, byKey } = entry.place;
    entries.delete(key);
    size -= entry.size;
    if (byKey) countKeyed(url, -1);
    const ofBot = ofBots.get(botId);
    ofBot?.delete(key);
    if (ofBot?.size === 0) ofBots.delete(botId);
  }

  function countKeyed(url: string, more: number): void {
    const count = (keyed.get(url) ?? 0) + more;
    if (count > 0) keyed.set(url, count);
    else keyed.delete(url);
  }

  function put(key: string, entry: Kept): void {
    const { url, botId, byKey } = entry.place;
    remove(key);
    entries.set(key, entry);
    size += entry.size;
    if (byKey) countKeyed(url, 1);
    const ofBot = ofBots.get(botId) ?? new Set();
    ofBots.set(botId, ofBot.add(key));
    for (const oldest of entries.keys()) {
      if (size <= bytesMax) break;
      remove(oldest);
    }
  }

  const isTimely = ({ until = Number.POSITIVE_INFINITY }: OwnPlace): boolean => now() < until;
  const version = (botId: string): string => `${generation} ${changes.get(botId) ?? 0}`;

  return {
    get(url, botOf) {
      const entry = entries.get(url) ?? (keyed.has(url) ? entries.get(keyOf(url, botOf() ?? '')) : undefined);
      return entry && isTimely(entry.place) ? entry : undefined;
    },
    version,
    keep(place, bytes, own, counts) {
      const headers = { ...headersOfEveryAnswer, 'Cache-Control': 'no-store', ...own, 'Content-Length': bytes.length };
      const head = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
      const { url, botId, byKey } = place;
      const entry = { bytes, headers, head, counts, place, size: bytesOfEntry + bytes.length };
      const isNew = place.version === version(botId) && isTimely(place);
      if (isNew && url.length <= 500 && bytes.length <= keptBytesMax) put(byKey ? keyOf(url, botId) : url, entry);
      return entry;
    },
    changed(botId) {
      changes.set(botId, (changes.get(botId) ?? 0) + 1);
      for (const key of ofBots.get(botId) ?? []) remove(key);
    },
    dropAll() {
      generation++;
      changes = new Map();
      entries.clear();
      keyed.clear();
      ofBots.clear();
      size = 0;
    },
  };
}
