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

/** Whether each finds something, and what it is told. A service that cannot be asked is not what it should be, either. */
interface Look {
  readonly finds: boolean;
  readonly said?: readonly string[];
}

const looks: Readonly<Record<Finder, (scene: Scene) => Promise<Look>>> = {
  async audit({ league }) {
    const storage = openStorage(league.database.target, { connections: 2 });
    try {
      return { finds: (await runAudit(storage)).differenceCount > 0 };
    } finally {
      await storage.close();
    }
  },
  league: async ({ league, about }) => await differs(about.league, league),
  log: async ({ league }) => await differs('log', league),
  async bot({ league, played, about }) {
    const found = [];
    for (const name of about.bots) found.push(await differs(played.bots.get(name)?.id ?? '', league));
    return anyOf(found);
  },
  async day({ league, played, folder }) {
    const days: string[] = [];
    for (let day = played.firstDay; day + dayMs <= league.now(); day += dayMs) days.push(isoDate(day));
    try {
      for (const date of days) await runExport(league.database.env, date, folder);
    } catch {
      // There is no file of that day.
      return { finds: true };
    }
    // A file is verified with that of the day before.
    const found = [];
    for (let i = days.length - 1; i >= 0; i -= 2)
      found.push(await differs(join(folder, `papertape-${days[i]}.jsonl.gz`), league));
    return anyOf(found);
  },
  async monitor({ league, played, folder }) {
    const state = join(folder, 'monitor');
    cpSync(played.kept.monitor, state, { recursive: true });
    const said: string[] = [];
    const write = (line: string): void => void said.push(line);
    const now = (): number => league.now();
    const code = await runMonitor({ url: league.url, state, once: true, now, write, sleep: noSleep });
    return { finds: code === 1, said };
  },
  async client({ league, played }) {
    const client = createClient({ baseUrl: league.url, now: () => league.now(), logMemory: played.kept.client });
    return await client.status().then(
      () => ({ finds: false }),
      (e: unknown) => ({ finds: e instanceof LogError }),
    );
  },
  async witness({ league, played, folder }) {
    const state = join(folder, 'witness');
    cpSync(played.kept.witness, state, { recursive: true });
    return await askWitness(league, state).then(
      () => ({ finds: false }),
      (e: unknown) => ({ finds: e instanceof Error && /^it (saw|answered 422)/.test(e.message) }),
    );
  },
  'kept day': async ({ league, played }) =>
    await differs(join(played.kept.files, 'papertape-2026-03-01.jsonl.gz'), league),
};

const noSleep = async (): Promise<void> => undefined;

async function differs(target: string, { url }: League): Promise<Look> {
  const said: string[] = [];
  const write = (line: string): void => void said.push(line);
  const code = await runVerify(target, { url, alone: true, write, sleep: noSleep });
  return { finds: code === 1, said };
}

const anyOf = (looked: readonly Look[]): Look => ({
  finds: looked.some(({ finds }) => finds),
  said: looked.flatMap(({ said = [] }) => said),
});

export interface Found {
  readonly found: readonly Finder[];
  /** Those that find nothing wrong, and are told what is asked for. */
  readonly told: readonly Finder[];
}

/** @param tells what is asked for. */
export async function findersOf(scene: Omit<Scene, 'folder'>, tells?: RegExp): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-finders-'));
  const found: Finder[] = [];
  const told: Finder[] = [];
  try {
    for (const finder of finders) {
      const { finds, said = [] } = await looks[finder]({ ...scene, folder });
      if (finds) found.push(finder);
      else if (tells && said.some((line) => tells.test(line))) told.push(finder);
    }
    return { found, told };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
