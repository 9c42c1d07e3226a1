/** `papertape export-proofs`: the facts of a day as a file that anybody can check and keep. */
import { mkdirSync } from 'node:fs';
import { Command } from 'commander';
import { environment, type Environment } from '../config/env.ts';
import { isCalendarDate } from '../lib/calendar-date.ts';
import { SetupError } from '../lib/setup-error.ts';
import { exportDay } from '../proof/day/export-day.ts';
import { withLeague } from './with-league.ts';

export function exportProofsCommand(): Command {
  return new Command('export-proofs')
    .description(
      'Write a day of the public log into papertape-DATE.jsonl.gz, with what its hashes stand for (readings, prices, fills, boards). ' +
        'Works on a stopped or a running league (DATA_DIR or DATABASE_URL); reads only. `papertape verify FILE` checks such a file.',
    )
    .argument('<date>', 'YYYY-MM-DD, a day that is over')
    .option('--out <folder>', 'where the file is written', '.')
    .action(async (date: string, { out }: { out: string }) => {
      process.stdout.write(await runExport(environment(), date, out));
    });
}

/** @returns what to tell. */
export async function runExport(env: Environment, date: string, folder: string): Promise<string> {
  if (!isCalendarDate(date)) throw new SetupError(`"${date}" is no date.`, 'Name a day such as 2026-11-22.');
  return await withLeague(env, async (storage) => {
    mkdirSync(folder, { recursive: true });
    const { file, hash, lines } = await exportDay(storage, date, folder);
    return `${file}: ${lines} lines, SHA-256 of the text ${hash}\n`;
  });
}
