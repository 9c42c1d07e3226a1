/** Waiting: for a service that is away or asks to be left alone, and for instants of the league's clock, until the run is told to stop. */
import type { Client } from './client.ts';
import { PapertapeError } from './errors.ts';
import type { Tell } from './run-log.ts';
import type { Sleep } from './transport.ts';

/** The run was told to stop while it waited. */
export class Stopped extends Error {}

export interface LeagueClock {
  readonly now: number;
  /** The last mark that the service has done; before the first, the one that it begins after. */
  readonly lastMark: number;
  /** How fast the league's clock runs; 0 where it stands still and jumps. */
  readonly speed: number;
}

export interface Patience {
  /** Asks again, after growing pauses, until there is an answer or a refusal. Throws Stopped. */
  until<T>(ask: () => Promise<T>): Promise<T>;
  clock(): Promise<LeagueClock>;
  /** Real milliseconds. Throws Stopped. */
  pause(milliseconds: number): Promise<void>;
  /** Sleeps until that instant of the league's clock and a while, of the same clock, or for `msMax` real milliseconds. Throws Stopped. */
  sleepUntil(clock: LeagueClock, instant: number, whileMs: number, msMax: number): Promise<void>;
}

export interface PatienceDeps {
  readonly client: Pick<Client, 'status'>;
  readonly tell: Tell;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

const markMs = 300_000;
const pauseMsFirst = 1_000;
const pauseMsMax = 60_000;
/** Between two looks at a clock that stands still, and at marks that are late. */
const lookMs = 1_000;
const lookMsLeast = 50;

export function createPatience({ client, tell, sleep, signal }: PatienceDeps): Patience {
  async function pause(milliseconds: number): Promise<void> {
    if (signal.aborted) throw new Stopped();
    await sleep(milliseconds, signal);
    if (signal.aborted) throw new Stopped();
  }

  async function until<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof PapertapeError) || !mayPass(error)) throw error;
        const wait = waitMs(error, tries);
        tell({
          event: 'away',
          code: error.code,
          text: `${error.code}: ${error.detail} Asked again in ${Math.ceil(wait / 1000)} s.`,
        });
        await pause(wait);
      }
    }
  }

  return {
    until,
    pause,
    async clock() {
      const { time, last_mark: mark, next_mark, clock } = await until(() => client.status());
      return {
        now: Date.parse(time),
        lastMark: mark === null ? Date.parse(next_mark) - markMs : Date.parse(mark),
        speed: clock.kind === 'stepped' ? 0 : clock.speed,
      };
    },
    async sleepUntil({ now, speed }, instant, whileMs, msMax) {
      const real = speed > 0 ? (instant + whileMs - now) / speed : lookMs;
      // Past it, a mark is not done yet: it is looked for a few times a second at most.
      const least = speed > 0 ? Math.max(lookMsLeast, lookMs / speed) : lookMs;
      await pause(Math.min(Math.max(real, least), msMax));
    },
  };
}

/** May the same request be answered later? */
export function mayPass(error: PapertapeError): boolean {
  if (error.code === 'no_credentials' || error.opensAt !== null) return false;
  // Witnesses that were away may be back at the next look, five minutes later.
  if (error.code === 'log_unwitnessed') return true;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Real milliseconds: what the service asks for, or twice as long each time. */
export function waitMs(error: PapertapeError, tries: number): number {
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000;
  return Math.min(pauseMsFirst * 2 ** tries, pauseMsMax);
}
