/** A league that takes its stepped clock for the real one, and a witness that sees its marks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { iso, type Clock, type Instant } from '../../src/lib/clock.ts';
import { markAfter, markMs } from '../../src/lib/time.ts';
import { askOnce } from '../../src/log/witnesses.ts';
import { createSimulatedSource } from '../../src/sources/simulated/simulated.ts';
import { parseKey, type NoteKey } from '../../src/tlog/note.ts';
import { openLeague, type League, type LeagueOptions } from './league.ts';
import { openTestWitness } from './witness.ts';

export interface WatchedLeague extends League {
  /** Of the witness. */
  readonly vkey: string;
  /** Its folder. */
  readonly watch: string;
  /** Asks the witness to cosign the newest checkpoint. */
  see(): Promise<void>;
  /** Does every mark up to an instant two seconds after it, and has it seen a second later. */
  inTime(until: string): Promise<void>;
  /** The same, on the data of this one, which is stopped. */
  again(options?: LeagueOptions): Promise<WatchedLeague>;
}

/**
 * @param first when its simulated prices began. @param watch the folder of the witness.
 * @param clock the one of the witness: that of the league, unless it says otherwise.
 */
export async function watchLeague(
  league: League,
  first: Instant,
  watch: string,
  clock: Clock = league.clock,
): Promise<WatchedLeague> {
  const { key } = await league.client.log();
  const witness = await openTestWitness(watch, [key], { name: 'witness.test', clock });
  const configured = { url: witness.url, key: parseKey(witness.vkey) as NoteKey };
  const see = async (): Promise<void> => {
    await askOnce(league.app.deps, configured);
  };
  return {
    ...league,
    vkey: witness.vkey,
    watch,
    see,
    async inTime(until) {
      for (let mark = markAfter(league.now()); mark <= Date.parse(until); mark += markMs) {
        await league.advanceTo(mark + 2_000);
        league.clock.set(mark + 3_000);
        await see();
      }
    },
    async again(options = {}) {
      const start = iso(league.now());
      await witness.close();
      await league.stop();
      const source = createSimulatedSource({ seed: 7, origin: first });
      const { database } = league;
      return await watchLeague(await openLeague({ clock: 'real', start, source, database, ...options }), first, watch);
    },
    async stop() {
      await witness.close();
      await league.stop();
    },
    async close() {
      await witness.close();
      await league.close();
      rmSync(watch, { recursive: true, force: true });
    },
  };
}

export async function openWatchedLeague(options: LeagueOptions = {}): Promise<WatchedLeague> {
  const league = await openLeague({ ...options, clock: 'real' });
  return await watchLeague(league, league.now(), mkdtempSync(join(tmpdir(), 'papertape-watched-')));
}
