/** `papertape rounds check` and `papertape rounds add`: packs of an operator (docs/operators/rounds.md). */
import { Command } from 'commander';
import { readSettings } from '../config/config.ts';
import { environment, type Environment } from '../config/env.ts';
import { leaguesWithRounds } from '../league/catalogue/rounds.ts';
import { iso } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { parseRoundName } from '../rounds/calendar.ts';
import { readFacts } from '../rounds/facts.ts';
import { openMaster } from '../rounds/master.ts';
import { saltOf } from '../rounds/packs/bundle.ts';
import { checkPack } from '../rounds/packs/check.ts';
import { readPackFolder } from '../rounds/packs/folder.ts';
import type { Finding, PackFiles } from '../rounds/packs/format.ts';
import { checkPhrases, isOfPhrases } from '../rounds/packs/phrases.ts';
import { chosenName, chosenOf, packsFolder, readChosen, storePack } from '../rounds/packs/store.ts';
import { sourceOf } from '../rounds/packs/bundle.ts';
import { factsOfRounds } from '../rounds/rounds.sql.ts';
import { withLeague } from './with-league.ts';

type Write = (text: string) => void;

export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Check a pack: what has to hold before a round may be held from it. Exit code 1 when something does not.',
    )
    .argument('<pack>', 'its folder')
    .option('--json', 'print JSON')
    .action(async (folder: string, { json }: { readonly json?: true }) => {
      const checked = await check(readPackFolder(folder));
      process.stdout.write(json ? `${JSON.stringify(jsonOf(checked), null, 1)}\n` : textOf(checked));
      if (checked.findings.length > 0) process.exitCode = 1;
    });
}

export function addCommand(): Command {
  return new Command('add')
    .description(
      'Hold a round from a pack, in place of the tasks that the league makes by itself. Works while the service runs (DATA_DIR or DATABASE_URL, as the service has it), until the round is committed to, 24 hours before it opens.',
    )
    .argument('<pack>', 'its folder')
    .requiredOption('--round <name>', 'such as 2026-W47-3')
    .action(async (folder: string, { round }: { readonly round: string }) => {
      await addPack(environment(), { folder, round, write: (text) => process.stdout.write(text) });
    });
}

export interface AddPack {
  readonly folder: string;
  /** Its name. */
  readonly round: string;
  readonly write: Write;
}

/** @throws SetupError where the round cannot be held from the pack. */
export async function addPack(env: Environment, { folder, round: name, write }: AddPack): Promise<void> {
  const files = readPackFolder(folder);
  const pack = await soundPack(files, folder);
  const { config } = readSettings(env);
  const round = parseRoundName(pack.league, name);
  if (!round)
    throw new SetupError(
      `${name} names no round.`,
      'Give its ISO week date: 2026-W47-3, or its week where rounds are weekly: 2026-W47.',
    );
  const cadence = config.weeklyRounds.includes(pack.league) ? 'weekly' : 'daily';
  if (round.cadence !== cadence)
    throw new SetupError(
      `${pack.league} is set to ${cadence} rounds, and ${name} is none.`,
      cadence === 'weekly' ? `Name its week: ${round.week}.` : `Name a day of it: ${round.week}-1.`,
    );
  const packs = packsFolder(config);
  await withLeague(env, async ({ db }) => {
    const facts = readFacts(await factsOfRounds(db, [round.id]));
    if (facts.committed)
      throw new SetupError(
        `${name} of ${pack.league} is committed to already.`,
        'Name a round that opens more than 24 hours from now.',
      );
  });
  const bundle = { salt: saltOf(openMaster(config, false), files), files };
  const source = sourceOf(bundle);
  const chosen = chosenName(pack.league, name);
  const used = Object.entries(chosenOf(readChosen(packs))).find(
    ([of, each]) => of !== chosen && each.source === source,
  );
  if (used)
    throw new SetupError(
      `This pack is that of ${used[0]}.`,
      'A pack is used once: its keys are public after the round.',
    );
  storePack(packs, chosen, bundle, pack.draw);
  write(
    `${name} of ${pack.league} will be held from ${source}; the service commits to it at ${iso(round.committedAt)}.\n`,
  );
}

/** What is said of a pack of either kind. */
interface Checked {
  /** Undefined where it cannot be read as one. */
  readonly pack: { readonly league: string; readonly draw: number } | undefined;
  /** How many items it has, or texts that are other than the generator's. */
  readonly counts: { readonly items: number } | { readonly texts: number } | undefined;
  /** A sentence about it, without its par. */
  readonly told: string;
  readonly par: number | undefined;
  readonly findings: readonly Finding[];
}

async function check(files: PackFiles): Promise<Checked> {
  if (isOfPhrases(files)) {
    const { pack, ...checked } = await checkPhrases(files, leaguesWithRounds);
    const told = pack
      ? `${pack.title}: ${pack.texts} other texts for version ${pack.source.version} of ${pack.league}`
      : '';
    return { ...checked, pack, counts: pack && { texts: pack.texts }, told };
  }
  const { pack, ...checked } = checkPack(files, leaguesWithRounds);
  const told = pack
    ? `${pack.title}: ${pack.items.length} items for ${pack.league}, ${pack.draw} for each bot, ${pack.pages.length} pages, ${pack.files.size} files`
    : '';
  return { ...checked, pack, counts: pack && { items: pack.items.length }, told };
}

async function soundPack(files: PackFiles, folder: string): Promise<NonNullable<Checked['pack']>> {
  const { pack, findings } = await check(files);
  if (pack && findings.length === 0) return pack;
  const lines = findings.map((finding) => `  ${lineOf(finding)}`).join('\n');
  throw new SetupError(`${folder} does not stand the check:\n${lines}`, `See papertape rounds check ${folder}.`);
}

function lineOf({ file, place, what, fix }: Finding): string {
  return `${[file, place].filter((part) => part !== '').join(': ')}: ${what}. ${fix}`;
}

function textOf({ told, par, findings }: Checked): string {
  if (findings.length === 0) return `${told}, par ${par}. It holds.\n`;
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return [...findings.map(lineOf), '', `${count}: no round can be held from it.`, ''].join('\n');
}

function jsonOf({ pack, counts, par, findings }: Checked): object {
  return { league: pack?.league ?? null, ...(counts ?? { items: null }), par: par ?? null, findings };
}
