/**
 * A day's file, checked by itself and against the file of the day before when that stands beside it: the chain of its lines, the
 * roots, readings and chain of its marks, the receipts of its orders, and every price whose readings are in it.
 */
import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { createHash, hash } from 'node:crypto';
import { isoDate } from '../../lib/clock.ts';
import { dayMs } from '../../lib/time.ts';
import type { Steps } from './steps.ts';
import { dateOfFileName, dayFileName } from '../day/day-lines.ts';
import { endOfDay, openDay, takeLine, type CheckedFile, type Known, type Line } from './day-state.ts';

/** @returns a sentence about what could not be checked. */
export async function verifyDayFile(file: string, steps: Steps): Promise<string> {
  let about = '';
  await steps.part(basename(file), async () => {
    const date = Date.parse(await readDate(file));
    const path = join(dirname(file), dayFileName(isoDate(date - dayMs)));
    // Differences of the day before count; its good steps are not told again.
    const silent = { ...steps, ok: () => undefined };
    const before = existsSync(path) ? await checkFile(path, silent, new Map()) : undefined;
    const checked = await checkFile(file, steps, before?.known ?? new Map());
    const named = dateOfFileName(basename(file));
    if (named !== undefined) steps.same('date of the file is the one in its name', checked.date, named);
    if (checked.previousFile === '') about = 'It is the first day.';
    else if (before) {
      steps.same(`hash of the file of the day before, ${basename(path)}`, checked.previousFile, before.digest);
      steps.same('the first mark is chained to the last one of the day before', checked.chainOk(before.lastMark), true);
    } else about = `The file of the day before is not beside it: its hash should be ${checked.previousFile}.`;
  });
  return about;
}

/** What the first line says. */
async function readDate(file: string): Promise<string> {
  for await (const text of linesOf(file)) return String((JSON.parse(text) as Line)['date']);
  throw new Error('the file is empty');
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const packed = createReadStream(file).on('error', (e) => unpacked.destroy(e));
  yield* createInterface({ input: packed.pipe(unpacked), crlfDelay: Infinity });
}

/** @param known readings of the day before, which the windows over midnight rest on. */
async function checkFile(file: string, steps: Steps, known: Known): Promise<CheckedFile & { readonly known: Known }> {
  const whole = createHash('sha256');
  const day = openDay(steps, known);
  let prev = '';
  let count = 0;
  let broken = false;
  for await (const text of linesOf(file)) {
    count++;
    whole.update(text).update('\n');
    const line = JSON.parse(text) as Line;
    // A break is told once.
    if (line.prev !== prev && !broken) {
      broken = true;
      steps.differs(`line ${count} names the hash of the line before`, line.prev, prev);
    }
    prev = hash('sha256', text, 'hex');
    takeLine(day, line, count);
  }
  if (!broken) steps.ok(`${count} lines, each with the hash of the line before`);
  return { ...endOfDay(day, count), digest: whole.digest('hex'), known };
}
