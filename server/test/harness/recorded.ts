/** Recorded prices for tests: the minutes that are in the repository (fixtures/recorded), and hours that may lie beside it. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const minutes = resolve(import.meta.dirname, '../fixtures/recorded');

/** Of twenty assets, 2021-04-04 to 2023-12-31. Its licence is not known, so it is no part of the repository. */
const hours = resolve(import.meta.dirname, '../../../../shared/data/hourly-closes-usdt-2021-04_2023-12.csv');

/** 2023-08-14 to 2023-08-17. */
export const recordedDays = ['2023-08-14', '2023-08-15', '2023-08-16', '2023-08-17'] as const;

export const polygonFile = (day: string): string =>
  `polygon-0x45dda9cb7c25131df268515131f647d726f50608-${day}.minute.csv`;
export const ethereumFile = (day: string): string => `ethereum-squeeth-controller-${day}.minute.csv`;

/** Puts the recorded minutes into a folder, as the files that were published. `change` may leave files out or alter them. */
export function unpackMinutes(
  folder: string,
  change: (text: string, name: string) => string | undefined = (text) => text,
): void {
  for (const packed of readdirSync(minutes).filter((name) => name.endsWith('.gz'))) {
    const name = packed.slice(0, -'.gz'.length);
    const text = change(gunzipSync(readFileSync(join(minutes, packed))).toString(), name);
    if (text !== undefined) writeFileSync(join(folder, name), text);
  }
}

/** The file of hours, where there is one. What needs it proves more of what others prove already, and says when it does not run. */
export function recordedHours(): string | undefined {
  if (existsSync(hours)) return hours;
  // oxlint-disable-next-line no-console -- what is left out must be seen
  console.log(`not run on this machine: what plays the recorded hours again; there is no ${hours}`);
  return undefined;
}
