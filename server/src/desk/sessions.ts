/**
 * Who is signed in at the operator's page, and who tried and failed. Both are in memory only: a restart signs everybody out, and no
 * database and no backup holds what opens the page.
 */
import { countedAs } from '../lib/address.ts';
import { sha256 } from '../lib/hash.ts';
import type { RandomBytes } from '../lib/ids.ts';
import { hourMs } from '../lib/time.ts';

/** A session ends so long after it began, and so long after it was last used. */
export const sessionMsMax = 12 * hourMs;
export const idleMsMax = hourMs;
/** One more ends the oldest. */
export const sessionsMax = 8;

export interface Session {
  /** Stands in every form of the session's pages, and nowhere else: a form of another site does not have it. */
  readonly formKey: string;
  readonly begun: number;
  used: number;
  /** What the next page is to tell once. */
  told: string | undefined;
}

export interface Sessions {
  /** @returns what the browser keeps. */
  begin(): string;
  /** @param kept what the browser sent. */
  find(kept: string | undefined): Session | undefined;
  end(kept: string | undefined): void;
}

/** @param now real milliseconds. */
export function createSessions({
  now,
  random,
}: {
  readonly now: () => number;
  readonly random: RandomBytes;
}): Sessions {
  /** By hash: what is in memory opens nothing. */
  const sessions = new Map<string, Session>();
  const drawn = (): string => Buffer.from(random(32)).toString('base64url');
  return {
    begin() {
      const kept = drawn();
      sessions.set(sha256(kept), { formKey: drawn(), begun: now(), used: now(), told: undefined });
      for (const oldest of sessions.keys()) if (sessions.size > sessionsMax) sessions.delete(oldest);
      return kept;
    },
    find(kept) {
      if (kept === undefined) return undefined;
      const id = sha256(kept);
      const session = sessions.get(id);
      if (!session) return undefined;
      const at = now();
      if (at - session.begun >= sessionMsMax || at - session.used >= idleMsMax) {
        sessions.delete(id);
        return undefined;
      }
      session.used = at;
      return session;
    },
    end: (kept) => void (kept !== undefined && sessions.delete(sha256(kept))),
  };
}

/** Wrong tokens that an address may send in so long a time; then none of it is looked at until that time is over. */
export const wrongTokensMax = 10;
export const wrongTokensMs = 15 * 60_000;
/** Addresses that are remembered; the first ones make room. */
const addressesMax = 10_000;

export interface Attempts {
  /** Milliseconds until a token of this address is looked at again; 0 = now. */
  waitMs(address: string): number;
  failed(address: string): void;
  succeeded(address: string): void;
}

/** They count whether rate limits are on or off. @param now real milliseconds. */
export function createAttempts(now: () => number): Attempts {
  const wrong = new Map<string, { readonly since: number; count: number }>();
  const ofAddress = (address: string) => {
    const found = wrong.get(countedAs(address));
    return found && now() - found.since < wrongTokensMs ? found : undefined;
  };
  return {
    waitMs(address) {
      const found = ofAddress(address);
      return found && found.count >= wrongTokensMax ? found.since + wrongTokensMs - now() : 0;
    },
    failed(address) {
      const found = ofAddress(address);
      if (found) found.count++;
      else {
        wrong.delete(countedAs(address));
        wrong.set(countedAs(address), { since: now(), count: 1 });
      }
      for (const first of wrong.keys()) if (wrong.size > addressesMax) wrong.delete(first);
    },
    succeeded: (address) => void wrong.delete(countedAs(address)),
  };
}
