/** `papertape audit`: rebuilds everything from the facts and compares. Exit code 0 when all is as it must be, 1 when not. */
import { Command } from 'commander';
import { runAudit, type AuditProgress, type AuditReport } from '../audit/audit.job.ts';
import type { Difference } from '../audit/differences.ts';
import { readSettings } from '../config/config.ts';
import { environment, type Environment } from '../config/env.ts';
import { iso, isoDate } from '../lib/clock.ts';
import { realNow } from '../lib/real-clock.ts';
import { generators } from '../rounds/generators.ts';
import { packsFolder, readStored, withPacks } from '../rounds/packs/store.ts';
import { withLeague } from './with-league.ts';

/** Differences shown unless asked for more. */
const shownMax = 50;
/** Characters of a value that are shown. */
const valueCharactersMax = 300;

export function auditCommand(): Command {
  return new Command('audit')
    .description(
      'Rebuild portfolios, values and ranks from the facts alone and compare with what is stored, to the last digit. Works on a stopped or a running league (DATA_DIR or DATABASE_URL); reads only. Exit code 1 on any difference.',
    )
    .option(
      '--max <number>',
      'differences to show',
      (text) => Math.max(1, Number.parseInt(text, 10) || shownMax),
      shownMax,
    )
    .action(async ({ max }: { max: number }) => {
      process.exitCode = await runAuditCommand(environment(), {
        write: (line) => process.stdout.write(line),
        max,
        ...(process.stderr.isTTY ? { progress: (text: string) => process.stderr.write(text) } : {}),
      });
    });
}

export interface AuditOutput {
  readonly write: (line: string) => void;
  /** Where a terminal is looked at: what to write over the line before. */
  readonly progress?: (text: string) => void;
  /** Differences to show. */
  readonly max?: number;
}

/** @returns the exit code. */
export async function runAuditCommand(
  env: Environment,
  { write, progress, max = shownMax }: AuditOutput,
): Promise<number> {
  return await withLeague(env, async (storage) => {
    const started = realNow();
    const packs = packsFolder(readSettings(env).config);
    const sources = withPacks(generators, (source) => readStored(packs, source));
    const report = await runAudit(storage, progress && ((p) => progress(progressText(p))), sources);
    progress?.('\r\u001B[K');
    for (const d of report.differences.slice(0, max)) write(`${differenceText(d)}\n`);
    if (report.differenceCount > max) write(`… and ${report.differenceCount - max} more\n`);
    for (const line of [...blockLines(report), ...movedLines(report), ...roundLines(report)]) write(`${line}\n`);
    write(`${summary(report, realNow() - started)}\n`);
    return report.differenceCount === 0 ? 0 : 1;
  });
}

function progressText({ mark, from, to }: AuditProgress): string {
  const percent = to === from ? 100 : Math.floor(((mark - from) / (to - from)) * 100);
  return `\raudit ${iso(mark).slice(0, 10)} ${percent}%`;
}

function differenceText(d: Difference): string {
  return `${d.table} [${d.key}] ${d.field}: expected ${short(d.expected)}, found ${short(d.found)}`;
}

function short(text: string): string {
  return text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text;
}

/** The data holds them as they were read: they are no differences of the data, and the public log names each. */
function blockLines({ blocks: { replaced, differing } }: AuditReport): string[] {
  const marks = (n: number): string => `${n.toLocaleString('en-US')} mark${n === 1 ? '' : 's'}`;
  return [
    ...(differing === 0
      ? []
      : [`${marks(differing)} read otherwise than most endpoints say now: reading_differs of /incidents`]),
    ...(replaced === 0
      ? []
      : [`${marks(replaced)} read in a block that its chain replaced: block_replaced of /incidents`]),
  ];
}

/** The hash of each text is in the public log, so that what a file says is checked as what the data says is. */
function movedLines({ readingsMoved }: AuditReport): string[] {
  return readingsMoved === undefined
    ? []
    : [`readings up to ${isoDate(readingsMoved)} are those of the files of their days`];
}

/** A version of a generator that was taken out of the program cannot make its rounds again. */
function roundLines({ rounds: { unmade } }: AuditReport): string[] {
  if (unmade === 0) return [];
  const rounds = `${unmade.toLocaleString('en-US')} round${unmade === 1 ? ' is' : 's are'}`;
  return [`${rounds} of generators or packs that are not here: their scores are taken as they are`];
}

function summary(r: AuditReport, ms: number): string {
  const n = (count: number, word: string): string =>
    `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
  const counts = [
    n(r.marks, 'mark'),
    n(r.orders, 'order'),
    n(r.fills, 'fill'),
    ...(r.waiting > 0 ? [`${r.waiting} waiting`] : []),
    n(r.closes, 'close'),
    ...(r.rounds.scored > 0 ? [n(r.rounds.scored, 'round')] : []),
    n(r.bots, 'bot'),
    n(r.leagues, 'league'),
  ].join(', ');
  const verdict = r.differenceCount === 0 ? 'clean' : n(r.differenceCount, 'difference');
  const until = r.until === undefined ? 'no mark done yet' : `up to ${iso(r.until)}`;
  return `audit: ${verdict}; ${counts}; ${until}; ${(ms / 1000).toFixed(1)} s`;
}
