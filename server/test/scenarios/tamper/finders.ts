/**
 * Who looks at a service that goes on from changed data, and whether it finds anything. Each does what anybody in its place can do, by the
 * product's own commands.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, LogError } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { isoDate } from '../../../src/lib/clock.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import type { League } from '../../harness/league.ts';
import { askWitness, type Played } from './played.ts';

export const finders = ['audit', 'league', 'log', 'bot', 'day', 'monitor', 'client', 'witness', 'kept day'] as const;
export type Finder = (typeof finders)[number];

export interface Scene {
  readonly played: Played;
  /** The service, after it has gone on. */
  readonly league: League;
  /** What is looked at: a league, and names of bots. */
  readonly about: { readonly league: string; readonly bots: readonly string[] };
  /** Empty, and removed afterwards. */
  readonly folder: string;
}

/** Whether each finds something. A service that cannot be asked is not what it should be, either. */
const looks: Readonly<Record<Finder, (scene: Scene) => Promise<boolean>>> = {
  async audit({ league }) {
    const storage = openStorage(league.database.target, { connections: 2 });
    try {
      return (await runAudit(storage)).differenceCount > 0;
    } finally {
      await storage.close();
    }
  },
  league: async ({ league, about }) => await differs(about.league, league),
  log: async ({ league }) => await differs('log', league),
  async bot({ league, played, about }) {
    const found = [];
    for (const name of about.bots) found.push(await differs(played.bots.get(name)?.id ?? '', league));
    return found.includes(true);
  },
  async day({ league, played, folder }) {
    const days: string[] = [];
    for (let day = played.firstDay; day + dayMs <= league.now(); day += dayMs) days.push(isoDate(day));
    try {
      for (const date of days) await runExport(league.database.env, date, folder);
    } catch {
      // There is no file of that day.
      return true;
    }
    // A file is verified with that of the day before.
    const found = [];
    for (let i = days.length - 1; i >= 0; i -= 2)
      found.push(await differs(join(folder, `papertape-${days[i]}.jsonl.gz`), league));
    return found.includes(true);
  },
  async monitor({ league, played, folder }) {
    const state = join(folder, 'monitor');
    cpSync(played.kept.monitor, state, { recursive: true });
    return (await runMonitor({ url: league.url, state, once: true, write: () => undefined, sleep: noSleep })) === 1;
  },
  async client({ league, played }) {
    const client = createClient({ baseUrl: league.url, now: () => league.now(), logMemory: played.kept.client });
    return await client.status().then(
      () => false,
      (e: unknown) => e instanceof LogError,
    );
  },
  async witness({ league, played, folder }) {
    const state = join(folder, 'witness');
    cpSync(played.kept.witness, state, { recursive: true });
    return await askWitness(league, state).then(
      () => false,
      (e: unknown) => e instanceof Error && /^it (saw|answered 422)/.test(e.message),
    );
  },
  'kept day': async ({ league, played }) =>
    await differs(join(played.kept.files, 'papertape-2026-03-01.jsonl.gz'), league),
};

const noSleep = async (): Promise<void> => undefined;

async function differs(target: string, { url }: League): Promise<boolean> {
  const code = await runVerify(target, { url, alone: true, write: () => undefined, sleep: noSleep });
  return code === 1;
}

export async function findersOf(scene: Omit<Scene, 'folder'>): Promise<Finder[]> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-finders-'));
  try {
    const found: Finder[] = [];
    for (const finder of finders) if (await looks[finder]({ ...scene, folder })) found.push(finder);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
