/**
 * Packs of a service, in a folder beside its master secret: `<sha256>.json` for each pack (bundle.ts), and `rounds.json`, which says whose source
 * it is. All of it is readable by its owner only.
 *
 * Example of rounds.json: {"web_q_a 2026-W48-1":{"source":"pack:5f0c…","items":6}}
 */
import { dirname, join } from 'node:path';
import { writeDurably } from '../../lib/durable-file.ts';
import { readPrivateFile } from '../../lib/private-file.ts';
import type { Generators } from '../maker.ts';
import { masterFile, type SecretsAt } from '../master.ts';
import type { Generator } from '../source.ts';
import { bundleText, packSourcePattern, parseBundle, sourceOf, type Bundle } from './bundle.ts';
import { isOfPhrases, readPhrases } from './phrases.ts';
import { readPack } from './read.ts';
import { packSource } from './source.ts';

export function packsFolder(config: SecretsAt): string {
  return join(dirname(masterFile(config)), 'packs');
}

/** What a round is held from in place of its league's generator. */
export interface Chosen {
  readonly source: string;
  /** Tasks of the round. */
  readonly items: number;
}

/** By league and round: `web_q_a 2026-W48-1`. */
export type ChosenPacks = Readonly<Record<string, Chosen>>;

export const chosenName = (league: string, round: string): string => `${league} ${round}`;

const chosenFile = (folder: string): string => join(folder, 'rounds.json');

/** @returns its text; undefined where no pack was ever added. */
export function readChosen(folder: string): string | undefined {
  return readPrivateFile(chosenFile(folder));
}

/** @throws SyntaxError where it was written by another hand. */
export function chosenOf(text: string | undefined): ChosenPacks {
  return text === undefined ? {} : (JSON.parse(text) as ChosenPacks);
}

/** Stores the pack, and says which round is held from it. */
export function storePack(folder: string, name: string, bundle: Bundle, items: number): Chosen {
  const source = sourceOf(bundle);
  writeDurably(fileOf(folder, source), bundleText(bundle), { isPrivate: true });
  const chosen: Chosen = { source, items };
  const all = { ...chosenOf(readChosen(folder)), [name]: chosen };
  writeDurably(chosenFile(folder), `${JSON.stringify(all, null, 1)}\n`, { isPrivate: true });
  return chosen;
}

/** The text of a stored pack; undefined where it is not there. */
export function readStored(folder: string, source: string): string | undefined {
  return packSourcePattern.test(source) ? readPrivateFile(fileOf(folder, source)) : undefined;
}

function fileOf(folder: string, source: string): string {
  return join(folder, `${packSourcePattern.exec(source)?.[1]}.json`);
}

/** @returns undefined where the text is not the pack of that name. */
export async function packOf(source: string, text: string): Promise<Generator | undefined> {
  const bundle = parseBundle(text);
  if (!bundle || sourceOf(bundle) !== source) return undefined;
  if (isOfPhrases(bundle.files)) return (await readPhrases(bundle.files, source)).pack?.source;
  const { pack } = readPack(bundle.files);
  return pack && packSource(pack, source);
}

/** Two are kept: of the round that is open and the one before it. */
const keptMax = 2;

/**
 * Generators, and packs beside them.
 * @param read the text of a pack by its source.
 */
export function withPacks(generators: Generators, read: (source: string) => string | undefined): Generators {
  const kept = new Map<string, Generator>();
  /** Two that ask at once wait for the same. */
  const reading = new Map<string, Promise<Generator | undefined>>();

  async function readPackOf(source: string): Promise<Generator | undefined> {
    const pack = await packOf(source, read(source) ?? '');
    if (!pack) return undefined;
    const [oldest] = kept.keys();
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
    kept.set(source, pack);
    return pack;
  }

  function readOnce(source: string): Promise<Generator | undefined> {
    const underWay = reading.get(source);
    if (underWay) return underWay;
    const begun = readPackOf(source).finally(() => reading.delete(source));
    reading.set(source, begun);
    return begun;
  }

  return {
    async get(league, source) {
      if (source === undefined || !packSourcePattern.test(source)) return await generators.get(league, source);
      const pack = kept.get(source) ?? (await readOnce(source));
      return pack?.league === league ? pack : undefined;
    },
  };
}
