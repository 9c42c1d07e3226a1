/** `papertape verify`: what a service publishes, computed again from outside. Exit code 0 = all holds, 1 = something differs, 2 = not checked. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { leagueById } from '../league/catalogue.ts';
import { isCalendarDate } from '../lib/calendar-date.ts';
import type { StatusView } from 'papertape-contract/status';
import { environment } from '../config/env.ts';
import { botIdPattern, orderIdPattern } from '../lib/ids.ts';
import { SetupError } from '../lib/setup-error.ts';
import { rereadWindows } from '../proof/check/reread-windows.ts';
import { createService } from '../proof/check/service.ts';
import { createSteps, UnreachableError, type Step, type Steps } from '../proof/check/steps.ts';
import { verify, type Reread, type Target } from '../proof/check/verify.ts';
import { verifyDayFile } from '../proof/check/verify-day.ts';

const defaultUrl = 'http://127.0.0.1:4000';

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Compute again what a service publishes, from its public proofs alone: an order (ord_…), a close (LEAGUE/YYYY-MM-DD), all of a bot (agt_…), or a file of export-proofs. ' +
        'Exit code 0 when all holds, 1 when something differs, 2 when something could not be checked.',
    )
    .argument('<target>', 'ord_…, LEAGUE/YYYY-MM-DD, agt_… or FILE.jsonl.gz')
    .option('--url <service>', `address of the service; PAPERTAPE_URL, or ${defaultUrl}`)
    .option(
      '--rpc <node>',
      'a node of your own, as URL or CHAIN=URL; every reading is read again there. May be given several times',
      (node: string, all: readonly string[]) => [...all, node],
      [] as readonly string[],
    )
    .option('--json', 'one JSON object per line')
    .action(async (target: string, options: { url?: string; rpc: readonly string[]; json?: true }) => {
      process.exitCode = await runVerify(target, {
        url: options.url ?? environment()['PAPERTAPE_URL'] ?? defaultUrl,
        rpc: options.rpc,
        json: options.json === true,
        write: (line) => process.stdout.write(`${line}\n`),
      });
    });
}

export interface VerifyOptions {
  readonly url: string;
  readonly rpc?: readonly string[];
  readonly json?: boolean;
  readonly write: (line: string) => void;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** @returns the exit code. */
export async function runVerify(name: string, options: VerifyOptions): Promise<number> {
  const { json = false, write } = options;
  const steps = createSteps((step) => write(json ? JSON.stringify(step) : stepLine(step)));
  const about = name.endsWith('.jsonl.gz')
    ? await verifyFile(name, steps)
    : await verifyService(readTarget(name), steps, options);
  const { ok, differs, unchecked } = steps.tally();
  const result = differs > 0 ? 'differs' : unchecked > 0 || ok === 0 ? 'unchecked' : 'ok';
  const sentence = `${verdict(result, differs, unchecked)} ${ok} ${ok === 1 ? 'step' : 'steps'} hold.${about === '' ? '' : ` ${about}`}`;
  write(json ? JSON.stringify({ result, ok, differs, unchecked, sentence }) : `verify: ${sentence}`);
  return { ok: 0, differs: 1, unchecked: 2 }[result];
}

async function verifyFile(file: string, steps: Steps): Promise<string> {
  if (!existsSync(file)) throw new SetupError(`There is no file ${file}.`, 'Name a file that export-proofs has made.');
  return await verifyDayFile(file, steps);
}

async function verifyService(target: Target, steps: Steps, { url, rpc = [], sleep }: VerifyOptions): Promise<string> {
  const service = createService({ url: readUrl(url, '--url'), ...(sleep ? { sleep } : {}) });
  let about = '';
  let reread: Reread | undefined;
  await steps.part('service', async () => {
    const { price_source: source } = await service.get<StatusView>('/api/status');
    if (source.kind === 'onchain')
      about = rpc.length > 0 ? '' : 'Readings were taken as they are: give --rpc to read them again on chain.';
    else about = `The prices are ${source.kind === 'replay' ? 'a recording' : 'simulated'}: no chain has them.`;
  });
  if (rpc.length > 0) {
    const nodes = rpc.map(readNode);
    await steps.part('nodes', async () => {
      const { openReread } = await import('../sources/onchain/reread.ts');
      const chains = await openReread(nodes).catch((e: unknown) => {
        throw new UnreachableError(e instanceof Error ? e.message : String(e));
      });
      reread = rereadWindows(chains);
    });
  }
  if (steps.tally().unchecked === 0) await verify({ service, steps, reread }, target);
  return about;
}

function readTarget(name: string): Target {
  if (orderIdPattern.test(name)) return { kind: 'order', orderId: name };
  if (botIdPattern.test(name)) return { kind: 'bot', botId: name };
  const [league = '', date = '', more] = name.split('/');
  if (leagueById.has(league) && isCalendarDate(date) && more === undefined) return { kind: 'close', league, date };
  throw new SetupError(
    `"${name}" is nothing that can be verified.`,
    'Name an order (ord_…), a bot (agt_…), a close such as spot_crypto/2026-11-22, or a file of export-proofs (….jsonl.gz).',
  );
}

function readNode(text: string): { chain?: number; url: string } {
  const named = /^(\d+)=(.+)$/.exec(text);
  if (!named) return { url: readUrl(text, '--rpc') };
  return { chain: Number(named[1]), url: readUrl(named[2] ?? '', '--rpc') };
}

function readUrl(text: string, option: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new SetupError(
    `${option} is "${text}", which is no http address.`,
    'Give a URL such as http://127.0.0.1:4000.',
  );
}

function stepLine(step: Step): string {
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
