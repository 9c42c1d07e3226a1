/**
 * A day's file, checked by itself and against the file of the day before when that stands beside it: the tree of the public log, and all
 * that its entries are the hashes of. With the address of the service, its root is held against the checkpoint that the service signs.
 */
import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { isoDate } from '../../lib/clock.ts';
import { dateOfFileName, dayFileName } from '../../lib/day-file-name.ts';
import { dayMs } from '../../lib/time.ts';
import { signedTree } from './check-log.ts';
import type { Line } from './day-line.ts';
import { createDayTimes } from './day-times.ts';
import { toldUpTo } from './day-orders.ts';
import { endOfDay, nothingKnown, openDay, takeLine, type CheckedFile, type Known } from './day-state.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';
import type { Trust } from './trust.ts';

/** @returns a sentence about what could not be checked. */
export async function verifyDayFile(
  file: string,
  steps: Steps,
  service: Service | undefined,
  trust?: Trust,
): Promise<string> {
  let about = '';
  await steps.part(basename(file), async () => {
    const date = Date.parse(await readDate(file));
    const path = join(dirname(file), dayFileName(isoDate(date - dayMs)));
    // Differences of the day before count; its good steps are not told again.
    const silent = { ...steps, ok: () => undefined, note: () => undefined };
    const before = existsSync(path) ? await checkFile(path, silent, nothingKnown()) : undefined;
    const checked = await checkFile(file, steps, before?.left ?? nothingKnown());
    const named = dateOfFileName(basename(file));
    if (named !== undefined) steps.same('date of the file is the one in its name', checked.date, named);
    const { size, root } = checked.after;
    const failed = checked.left.orders ? toldUpTo(checked.left.orders) : '';
    if (before) steps.same(`the log goes on where ${basename(path)} ends`, checked.before, before.after);
    else if (checked.before.size > 0) about = 'The file of the day before is not beside it. ';
    const times = service && createDayTimes(service, steps, trust);
    if (service && times)
      await steps.part('checkpoint', async () => {
        const signed = await signedTree(service, checked.lastMark);
        steps.same(`entries and root after ${checked.lastMark}, as the service signs them`, checked.after, signed);
        await times.day(checked.date, failed);
      });
    else about += `The checkpoint of ${checked.lastMark} should have ${size} entries and the root ${root}. `;
    about = `${about}${[failed, times?.sentence() ?? ''].join(' ').trim()}`.trimEnd();
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

/** @param known of the day before, which the windows and orders over midnight rest on. */
async function checkFile(file: string, steps: Steps, known: Known): Promise<CheckedFile> {
  const day = openDay(steps, known);
  let count = 0;
  for await (const text of linesOf(file)) takeLine(day, JSON.parse(text) as Line, ++count);
  return endOfDay(day, count);
}
