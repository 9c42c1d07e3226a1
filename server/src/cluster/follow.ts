/** Keeps what a process of role web has in memory as new as what is stored: it looks several times a second what the serving process told. */
import type { Instant } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { nameWebSession } from '../storage/cluster.sql.ts';
import { createDatabaseTime, type DatabaseTime } from '../storage/database-time.ts';
import type { Db } from '../storage/storage.ts';
import { placeInLog } from '../storage/replica.sql.ts';
import type { Replica } from '../storage/replica.ts';
import { readCluster, type SeenCluster, type ServingProcess } from '../storage/topics.sql.ts';
import { everything } from '../web/ready-bytes.ts';
import { changesBetween, isSomething, type Changes } from './changes.ts';

export interface Followed {
  /** The process that serves; undefined while none does, or it has been silent for too long. */
  serving(): ServingProcess | undefined;
  /** What was told last, however long ago; undefined where nobody has served since the database was started. */
  lastServing(): ServingProcess | undefined;
  /** The last mark that was told and applied; undefined before the first one. */
  mark(): Instant | undefined;
  /** The version of the rules in force, as the last look found it; null before the first start. */
  rulesInForce(): string | null;
  /** Resolves when a look that begins now is over, or failed; at once where nobody looks any more. */
  caughtUp(): Promise<void>;
}

export interface Follow extends Followed {
  /** Milliseconds since the last look began whose changes are applied. */
  readonly staleMs: () => number;
  /** Each look tells it. */
  readonly time: DatabaseTime;
  /** From now on it looks. @param apply told of changes; what it throws is tried again with the next look. */
  start(apply: (changes: Changes) => Promise<void>): Loop;
}

/** Three looks and what an answer takes are within the bound of 1.5 seconds. */
const lookMs = 400;
/** It speaks once a second. */
const silentMsMax = 6_000;

export interface FollowDeps {
  /** Of one connection, whose session tells who this is. */
  readonly db: Db;
  readonly log: Log;
  readonly version: string;
  /** Of this process. */
  readonly port: () => number;
  /** Told from where on in the primary's log all is that changed; once here, and with each change before it is applied. */
  readonly replica?: Pick<Replica, 'mustHave'> | undefined;
}

export async function openFollow({ db, log, version, port, replica }: FollowDeps): Promise<Follow> {
  let session: number | undefined;
  const time = createDatabaseTime(async () => void (await look()));
  async function look(): Promise<SeenCluster> {
    const askedAt = steadyNow();
    const seen = await readCluster(db);
    // A new session may be another server's, with another clock.
    if (session !== seen.session) time.forget();
    ({ session } = seen);
    time.note({ askedAt, answeredAt: steadyNow(), theirs: seen.nowMs });
    return seen;
  }
  // The server plans the first question, and the session is opened for it.
  await look();
  let lookedAt = steadyNow();
  let state = await look();
  replica?.mustHave(await placeInLog(db));
  let told = state.serving;
  let { rules } = state;
  let loop: Loop | undefined;
  const looks = createLooks();
  const serving = (): ServingProcess | undefined => {
    const { serving: found } = state;
    const stillMs = (found?.stillMs ?? 0) + steadyNow() - lookedAt;
    return found && stillMs < silentMsMax ? found : undefined;
  };
  return {
    time,
    staleMs: () => steadyNow() - lookedAt,
    serving,
    lastServing: () => told ?? undefined,
    mark: () => state.lastMark ?? undefined,
    rulesInForce: () => rules,
    caughtUp() {
      const next = looks.next();
      loop?.wake();
      return next;
    },
    start(apply) {
      loop = startLoop({
        async round() {
          const from = steadyNow();
          await looks.look(async () => {
            const next = await look();
            const changes = changesBetween(state, next, everything);
            if (next.serving) told = next.serving;
            ({ rules } = next);
            // Asked for after the look: what the look saw lies before it.
            if (replica && isSomething(changes)) replica.mustHave(await placeInLog(db));
            await apply(changes);
            // Only now: what could not be applied is old still.
            state = next;
          });
          lookedAt = from;
          await nameWebSession(db, { version, port: port(), mark: state.lastMark });
          return lookMs;
        },
        onFault: (e) => log.warn('what the serving process told was not read, and will be', { error: errorText(e) }),
        pauseMs: { first: lookMs, max: lookMs },
      });
      void loop.over.then(() => looks.end());
      return loop;
    },
  };
}

/** Looks that follow each other, and whoever waits for one that has not begun yet. */
function createLooks() {
  let done = 0;
  let isLooking = false;
  let isOver = false;
  let waiting: { readonly after: number; readonly resolve: () => void }[] = [];
  const tell = (isDue: (after: number) => boolean): void => {
    for (const { after, resolve } of waiting) if (isDue(after)) resolve();
    waiting = waiting.filter(({ after }) => !isDue(after));
  };
  return {
    next: () =>
      new Promise<void>((resolve) => {
        if (isOver) resolve();
        // The one that is under way may have seen what was there before.
        else waiting.push({ after: isLooking ? done + 1 : done, resolve });
      }),
    async look(work: () => Promise<void>): Promise<void> {
      isLooking = true;
      try {
        await work();
        done++;
        tell((after) => after < done);
      } catch (e) {
        // Where the database is away nobody knows when the next one is: whoever waits finds that out by itself.
        tell(() => true);
        throw e;
      } finally {
        isLooking = false;
      }
    },
    end(): void {
      isOver = true;
      tell(() => true);
    },
  };
}
