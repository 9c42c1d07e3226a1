/** `papertape verify`: what a service publishes, computed again from outside. Exit code 0 = all holds, 1 = something differs, 2 = not checked. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { leagueById } from '../league/catalogue.ts';
import { isCalendarDate } from '../lib/calendar-date.ts';
import type { Instant } from '../lib/clock.ts';
import { realNow } from '../lib/real-clock.ts';
import type { AgentView } from 'papertape-contract/bot';
import type { StatusView } from 'papertape-contract/status';
import { environment } from '../config/env.ts';
import { botIdPattern, orderIdPattern } from '../lib/ids.ts';
import { loadOptional } from '../lib/optional-packages.ts';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import { openStateFolder } from '../proof/follow/state-folder.ts';
import { toldSoFar } from '../proof/follow/book.ts';
import type { KeptLog } from '../proof/follow/follow.ts';
import { checkShownMarket, isSecretMarket, loggedSeed, shownSeed } from '../proof/follow/market-seed.ts';
import { verifyLeague } from '../proof/follow/verify-league.ts';
import { verifyLog } from '../proof/follow/verify-log.ts';
import { verifyRound } from '../proof/rounds/verify-round.ts';
import { parseRoundId, type Round } from '../rounds/calendar.ts';
import { generators } from '../rounds/generators.ts';
import type { Generators } from '../rounds/maker.ts';
import { createDayTimes } from '../proof/check/day-times.ts';
import { readOpening, sourceKindOf } from '../proof/check/opening.ts';
import { rereadSeed } from '../proof/check/reread-seed.ts';
import { rereadWindows } from '../proof/check/reread-windows.ts';
import { createService, type Service } from '../proof/check/service.ts';
import type { Trust } from '../proof/check/trust.ts';
import { createSteps, UnreachableError, type Step, type Steps } from '../proof/check/steps.ts';
import { verify, type Target } from '../proof/check/verify.ts';
import type { Reread } from '../proof/check/verifier.ts';
import { verifyDayFile } from '../proof/check/verify-day.ts';
import { chainPackages } from '../sources/create-source.ts';
import { trustOf, withTrustOptions, type TrustOptions } from './trust-options.ts';

const defaultUrl = 'http://127.0.0.1:4000';

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description(
      'Compute again what a service publishes, from its public proofs alone: an order (ord_…), a close (LEAGUE/YYYY-MM-DD), all of a bot (agt_…), a round of tasks (rnd_…), a file of export-proofs (with --url also against the checkpoint that the service signs), or the public log. ' +
        'Exit code 0 when all holds, 1 when something differs, 2 when something could not be checked.',
    )
    .argument('<target>', 'ord_…, LEAGUE/YYYY-MM-DD, agt_…, rnd_…, FILE.jsonl.gz or log')
    .option('--url <service>', `address of the service; PAPERTAPE_URL, or ${defaultUrl}`)
    .option(
      '--rpc <node>',
      'a node of your own, as URL or CHAIN=URL; every reading is read again there. May be given several times',
      (node: string, all: readonly string[]) => [...all, node],
      [] as readonly string[],
    )
    .option('--key <vkey>', 'the key by which you know the public log; without it the log names its own')
    .option('--state <folder>', 'of the log: keeps the last checkpoint there, and goes on from the one that is kept')
    .option('--alone', 'of a bot: leave out its league, with its rank, its tier and its champions')
    .option('--json', 'one JSON object per line');
  return withTrustOptions(command).action(async (target: string, { url, json, ...options }: GivenOptions) => {
    process.exitCode = await runVerify(target, {
      ...options,
      url,
      trust: trustOf(options),
      json: json === true,
      write: (line) => process.stdout.write(`${line}\n`),
    });
  });
}

type GivenOptions = Pick<VerifyOptions, 'rpc' | 'key' | 'state' | 'alone'> &
  TrustOptions & {
    readonly url?: string;
    readonly json?: true;
  };

export interface VerifyOptions {
  /** Of a file: held against what this service signs, where it is given. */
  readonly url?: string | undefined;
  readonly rpc?: readonly string[];
  /** The key by which the reader knows the public log. */
  readonly key?: string;
  /** Folder in which the last checkpoint is kept. */
  readonly state?: string;
  /** Of a bot: its own orders and closes only, not its league. */
  readonly alone?: boolean;
  /** Those that make rounds again, where they are not those of this program. */
  readonly generators?: Generators;
  /** The witnesses that the reader names. */
  readonly trust?: Trust | undefined;
  /** The clock of the reader; without it that of the machine. */
  readonly now?: () => Instant;
  readonly json?: boolean;
  readonly write: (line: string) => void;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** @returns the exit code. */
export async function runVerify(name: string, options: VerifyOptions): Promise<number> {
  const { json = false, write } = options;
  // Of a whole log there are too many steps to tell each one that holds.
  let isBrief = false;
  const steps = createSteps((step) => {
    if (!isBrief || step.status !== 'ok') write(json ? JSON.stringify(step) : stepLine(step));
  });
  const about = name.endsWith('.jsonl.gz')
    ? await verifyFile(name, steps, options)
    : await verifyService(readTarget(name), steps, options, () => (isBrief = true));
  const { ok, differs, unchecked } = steps.tally();
  const result = differs > 0 ? 'differs' : unchecked > 0 || ok === 0 ? 'unchecked' : 'ok';
  const sentence = `${verdict(result, differs, unchecked)} ${ok} ${ok === 1 ? 'step' : 'steps'} hold.${about === '' ? '' : ` ${about}`}`;
  write(json ? JSON.stringify({ result, ok, differs, unchecked, sentence }) : `verify: ${sentence}`);
  return { ok: 0, differs: 1, unchecked: 2 }[result];
}

async function verifyFile(file: string, steps: Steps, options: VerifyOptions): Promise<string> {
  if (!existsSync(file)) throw new SetupError(`There is no file ${file}.`, 'Name a file that export-proofs has made.');
  return await verifyDayFile(file, steps, options.url === undefined ? undefined : serviceOf(options), options.trust);
}

function serviceOf({ url = environment()['PAPERTAPE_URL'] ?? defaultUrl, ...options }: VerifyOptions): Service {
  return createService({ ...options, url: readUrl(url, '--url') });
}

async function verifyService(
  target: AnyTarget,
  steps: Steps,
  options: VerifyOptions,
  tellBriefly: () => void,
): Promise<string> {
  const { rpc = [] } = options;
  const service = serviceOf(options);
  if (target.kind === 'log' || target.kind === 'league') tellBriefly();
  if (target.kind === 'log') return await verifyLogOf(service, steps, options);
  let about = '';
  if (target.kind === 'round') {
    await steps.part(`round ${target.round.id}`, async () => {
      about = await verifyRound(service, steps, target.round, { now: realNow, generators, ...options });
    });
    return about;
  }
  const verifyOf = async (league: string): Promise<void> =>
    await steps.part(`league ${league}`, async () => {
      about = joined(about, await verifyLeague(service, steps, league, { now: realNow, ...options }));
    });
  if (target.kind === 'league') {
    await verifyOf(target.league);
    return about;
  }
  let reread: Reread | undefined;
  await steps.part('service', async () => {
    const opening = await readOpening(service);
    const shown = await service.get<StatusView>('/api/status');
    if (opening) checkShownMarket(steps, shown, opening.entry);
    const kind = opening ? sourceKindOf(opening.entry) : shown.price_source.kind;
    if (kind === 'onchain')
      about = rpc.length > 0 ? '' : 'Readings were taken as they are: give --rpc to read them again on chain.';
    else about = `The prices are ${kind === 'replay' ? 'a recording' : 'simulated'}: no chain has them.`;
    if (!opening || !isSecretMarket(opening.entry)) return;
    // Of a bot with its league the whole log is read anyway, and a seed that is not shown is found there.
    const isReadAnyway = target.kind === 'bot' && options.alone !== true;
    const orderId = target.kind === 'order' ? target.orderId : undefined;
    const seed =
      (await shownSeed(service, steps, opening.entry)) ??
      (isReadAnyway ? undefined : await loggedSeed(service, steps, opening.entry, orderId));
    if (!seed) return;
    reread = rereadSeed(seed);
    about = 'The prices are simulated: they were made again from the published seed.';
  });
  if (rpc.length > 0) {
    const nodes = rpc.map(readNode);
    const { openReread } = await loadOptional(
      'Readings from nodes',
      chainPackages,
      () => import('../sources/onchain/reread.ts'),
    );
    await steps.part('nodes', async () => {
      const chains = await openReread(nodes).catch((e: unknown) => {
        throw new UnreachableError(messageOf(e));
      });
      reread = rereadWindows(service, chains);
    });
  }
  if (steps.tally().unchecked > 0) return about;
  const times = createDayTimes(service, steps, options.trust);
  await verify({ service, steps, times, reread }, target);
  if (target.kind !== 'bot' || options.alone === true) about = joined(about, times.sentence());
  if (target.kind === 'bot' && options.alone !== true)
    await steps.part(`league of ${target.botId}`, async () => {
      tellBriefly();
      const { league } = await service.get<AgentView>(`/api/agents/${target.botId}`);
      await verifyOf(league);
    });
  return about;
}

async function verifyLogOf(service: Service, steps: Steps, options: VerifyOptions): Promise<string> {
  const { key, state, trust, now = realNow } = options;
  const folder = state === undefined ? undefined : openStateFolder<KeptLog>(state, 'papertape-log/3');
  const kept = folder?.load();
  let about = '';
  await steps.part('log', async () => {
    const opened = await verifyLog(service, steps, { kept, key, trust, now });
    if (!opened || steps.tally().differs > 0) return;
    folder?.store(opened.follower.kept());
    opened.follower.tellUnwitnessed();
    const { book } = opened.follower;
    about = joined(`The log has ${book.size} entries, up to ${opened.view.mark ?? 'no mark'}.`, toldSoFar(book));
  });
  return about;
}

const joined = (...sentences: readonly string[]): string => sentences.filter((s) => s !== '').join(' ');

type AnyTarget =
  | Target
  | { readonly kind: 'log' }
  | { readonly kind: 'league'; readonly league: string }
  | { readonly kind: 'round'; readonly round: Round };

function readTarget(name: string): AnyTarget {
  if (name === 'log') return { kind: 'log' };
  if (leagueById.has(name)) return { kind: 'league', league: name };
  if (orderIdPattern.test(name)) return { kind: 'order', orderId: name };
  if (botIdPattern.test(name)) return { kind: 'bot', botId: name };
  const round = parseRoundId(leagueById.keys(), name);
  if (round) return { kind: 'round', round };
  const [league = '', date = '', more] = name.split('/');
  if (leagueById.has(league) && isCalendarDate(date) && more === undefined) return { kind: 'close', league, date };
  throw new SetupError(
    `"${name}" is nothing that can be verified.`,
    'Name an order (ord_…), a bot (agt_…), a round (rnd_…), a close such as spot_crypto/2026-11-22, a file of export-proofs (….jsonl.gz), or log.',
  );
}

function readNode(text: string): { chain?: number; url: string } {
  const named = /^(\d+)=(.+)$/.exec(text);
  if (!named) return { url: readUrl(text, '--rpc') };
  return { chain: Number(named[1]), url: readUrl(named[2] ?? '', '--rpc') };
}

export function readUrl(text: string, option: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new SetupError(
    `${option} is "${text}", which is no http address.`,
    'Give a URL such as http://127.0.0.1:4000.',
  );
}

export function stepLine(step: Step): string {
  if (step.status === 'note') return `         ${step.what}`;
  if (step.status === 'ok') return `ok       ${step.what}`;
  if (step.status === 'unchecked') return `NOT CHECKED  ${step.what}: ${step.why}`;
  return `DIFFERS  ${step.what}\n           stated   ${step.stated}\n           computed ${step.computed}`;
}

function verdict(result: 'ok' | 'differs' | 'unchecked', differs: number, unchecked: number): string {
  const n = (count: number): string => `${count} ${count === 1 ? 'step' : 'steps'}`;
  if (result === 'ok') return 'All holds.';
  const open = unchecked > 0 ? ` ${n(unchecked)} could not be checked.` : '';
  return result === 'differs'
    ? `${n(differs)} differ${differs === 1 ? 's' : ''}.${open}`
    : `Not all could be checked:${open}`;
}
