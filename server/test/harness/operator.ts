/** What tests of the operator's commands share: the real command line on a league's data, and an audit of it. */
import { expect } from 'vitest';
import { runAudit } from '../../src/audit/audit.job.ts';
import type { Difference } from '../../src/audit/differences.ts';
import type { IncidentLog } from 'papertape-contract/status';
import { openStorage } from '../../src/storage/storage.ts';
import { launch, type Exit } from '../acceptance/service-process.ts';
import { get, okJson } from './http.ts';
import type { League } from './league.ts';

/** `papertape admin ARGS` in a process of its own. */
export async function admin({ database }: Pick<League, 'database'>, ...args: string[]): Promise<Exit> {
  return await launch(['admin', ...args], database.env).exited;
}

/** The same, which must work. @returns what it says. */
export async function operate(league: Pick<League, 'database'>, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin(league, ...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** The same, which must be refused with a sentence. */
export async function refused(league: Pick<League, 'database'>, sentence: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await admin(league, ...args);
  expect(stderr).toContain(sentence);
  expect(code).toBe(2);
}

export async function differencesOf({ database }: Pick<League, 'database'>): Promise<readonly Difference[]> {
  const storage = openStorage(database.target, { connections: 2 });
  try {
    return (await runAudit(storage)).differences;
  } finally {
    await storage.close();
  }
}

/** The public log, the newest first: `2026-03-02T00:45 league_closed spot_crypto: Why.` */
export async function incidentsOf(league: League): Promise<string[]> {
  const { incidents } = okJson<IncidentLog>(await get(league, '/api/incidents?per_page=100'));
  return incidents.map((i) => `${i.at.slice(0, 16)} ${i.kind} ${i.about.id}: ${i.reason}`);
}
