/** What a test opens and need not close: it goes when the test that opened it has ended, or with the last test of the file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase, type TestEngine } from './database.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from './league.ts';

export async function leagueOfTest(options?: LeagueOptions): Promise<League> {
  const league = await openLeague(options);
  onTestFinished(() => league.close());
  return league;
}

export async function databaseOfTest(engine?: TestEngine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  onTestFinished(() => database.drop());
  return database;
}

/** An empty folder. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One league with one bot for all tests of a file, opened before the first of them. Called at the top of the file. */
export function leagueOfFile(opened: (own: { readonly league: League; readonly bot: Bot }) => void): void {
  let league: League | undefined;
  beforeAll(async () => {
    league = await openLeague();
    opened({ league, bot: await league.enter() });
  });
  afterAll(() => league?.close());
}
