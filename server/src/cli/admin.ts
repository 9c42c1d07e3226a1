/** `papertape admin`: what only the operator decides. Writes into the data; a running service does it at its next mark. */
import { Command } from 'commander';
import { storageTarget } from '../app.ts';
import { readConfig, settingsHelp, type Config } from '../config/config.ts';
import { environment } from '../config/env.ts';
import {
  allIncidents,
  insertAction,
  pendingActions,
  readMeta,
  type OperatorAction,
} from '../flow/engine/engine.sql.ts';
import { loadSuspensions } from '../flow/engine/suspension.job.ts';
import { decodeMarket } from '../flow/price/market.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import { markMs } from '../flow/window/window.ts';
import { iso, realNow, type Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { createIds } from '../lib/ids.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { SymbolId } from '../market/source.ts';
import { firstMarkOf, readOrigin } from '../origin.ts';
import { openExisting } from '../storage/existing.ts';
import type { Db } from '../storage/storage.ts';

type Action = OperatorAction['action'];

const reasonCharactersMax = 500;

const describe: Readonly<Record<Action, string>> = {
  suspend: 'Freeze a symbol in every portfolio at its last agreed price; orders leave it as it is until it is resumed',
  resume: 'End a suspension: the symbol trades at market prices again',
  delist: 'Turn a symbol into cash in every portfolio, at its last agreed price, for good',
};

export function adminCommand(): Command {
  const admin = new Command('admin')
    .description('Decisions of the operator. They work while the service runs, and stand in the public incident log.')
    .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`);
  for (const action of ['suspend', 'resume', 'delist'] as const) {
    admin
      .command(action)
      .description(`${describe[action]}.`)
      .argument('<symbol>', 'such as DOGE-USD')
      .requiredOption('--reason <text>', 'why, for everyone to read')
      .action((symbol: string, { reason }: { reason: string }) => act(action, symbol, reason));
  }
  admin.command('incidents').description('List the incident log.').action(listIncidents);
  return admin;
}

async function act(action: Action, symbol: SymbolId, reason: string): Promise<void> {
  const text = checkReason(reason);
  await withData(async (db) => {
    const data = await readData(db);
    checkAction(action, symbol, data);
    await insertAction(db, {
      id: createIds().next('act', realNow()),
      at: data.now,
      action,
      symbol,
      reason: text,
    });
    process.stdout.write(outcome(action, symbol, data));
  });
}

function checkReason(reason: string): string {
  const text = reason.trim();
  if (text !== '' && text.length <= reasonCharactersMax && text.isWellFormed()) return text;
  throw new SetupError(
    '--reason must say why.',
    `Give a text of 1 to ${reasonCharactersMax} characters; it is published.`,
  );
}

async function withData(use: (db: Db) => Promise<void>): Promise<void> {
  const config = readConfig(environment());
  const storage = await openExisting(storageTarget(config));
  if (!storage) throw noData(config);
  try {
    if (!(await readOrigin(storage.db))) throw noData(config);
    await use(storage.db);
  } finally {
    await storage.close();
  }
}

function noData({ databaseUrl, dataDir }: Config): SetupError {
  return new SetupError(
    databaseUrl === undefined
      ? `There is no league in the data folder ${dataDir}.`
      : 'There is no league in the database of DATABASE_URL.',
    'Set DATA_DIR or DATABASE_URL to what the service was started with.',
  );
}

interface Data {
  /** The instant of the data: the real time on the real clock, the last mark on any other. */
  readonly now: Instant;
  readonly nextMark: Instant;
  readonly symbols: readonly SymbolId[];
  /** As it will be once everything that was asked for before is applied. */
  readonly standing: ReadonlyMap<SymbolId, 'suspended' | 'delisted' | undefined>;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
}

async function readData(db: Db): Promise<Data> {
  const origin = await readOrigin(db);
  const market = await readMeta(db, 'market');
  if (!origin || market === undefined) throw new Error('the data lacks its origin or its market');
  const progress = await readMeta(db, 'progress');
  const { suspended } = await loadSuspensions(db);
  const standing = new Map<SymbolId, 'suspended' | 'delisted' | undefined>();
  for (const [symbol, s] of suspended) {
    // What the engine suspended, it resumes by itself; only the operator's own holds.
    if (s.kind === 'delisted' || s.by === 'operator') standing.set(symbol, s.kind);
  }
  for (const a of await pendingActions(db)) {
    if (standing.get(a.symbol) === 'delisted') continue;
    standing.set(a.symbol, a.action === 'resume' ? undefined : a.action === 'suspend' ? 'suspended' : 'delisted');
  }
  return {
    now: origin.clock.kind === 'real' ? realNow() : Number(progress ?? origin.openedAt),
    nextMark: progress === undefined ? firstMarkOf(origin.openedAt) : Number(progress) + markMs,
    symbols: [
      ...new Set(decodeMarket(market).flatMap((v) => [...v.leagues.values()].flatMap((l) => l.symbols))),
    ].sort(),
    standing,
    suspended,
  };
}

function checkAction(action: Action, symbol: SymbolId, { symbols, standing, suspended }: Data): void {
  if (!symbols.includes(symbol)) {
    throw new SetupError(`There is no symbol "${symbol}" in this data.`, `Take one of: ${symbols.join(', ')}.`);
  }
  const now = standing.get(symbol);
  if (now === 'delisted')
    throw new SetupError(`${symbol} is delisted.`, 'That is for good: nothing can be done to it any more.');
  if (action === 'suspend' && now === 'suspended') {
    throw new SetupError(`${symbol} is suspended by the operator already.`, 'Resume or delist it.');
  }
  if (action === 'resume' && now !== 'suspended' && !suspended.has(symbol)) {
    throw new SetupError(`${symbol} is not suspended.`, 'There is nothing to resume; see papertape admin incidents.');
  }
}

function outcome(action: Action, symbol: SymbolId, { nextMark, suspended }: Data): string {
  const frozen = suspended.get(symbol);
  const at = frozen?.priceAt === undefined ? 'its last agreed price' : `${formatFixed(frozen.price, priceScale)} USD`;
  const what = {
    suspend: `${symbol} will be suspended: frozen in every portfolio at ${at}. Orders leave it as it is and are not rejected for it.`,
    resume: `${symbol} will be resumed: it trades at market prices again.`,
    delist: `${symbol} will be delisted for good: turned into cash in every portfolio at ${at}.`,
  }[action];
  return [
    what,
    `  when    at the next mark that the engine does, ${iso(nextMark)} or after; when the service is stopped, once it runs again`,
    '  after   papertape admin incidents shows it, and so does GET /api/status',
    '',
  ].join('\n');
}

async function listIncidents(): Promise<void> {
  await withData(async (db) => {
    const log = await allIncidents(db);
    const pending = await pendingActions(db);
    const lines = log.map(
      (i) =>
        `${String(i.id).padStart(4)}  ${iso(i.atMark).slice(0, 16)}Z  ${i.kind.padEnd(9)}  ${i.symbol.padEnd(10)}  ${(i.price === null ? 'no price' : `at ${i.price}`).padEnd(18)}  by ${i.by.padEnd(8)}  ${i.reason}`,
    );
    const asked = pending.map(
      (a) => `   –  next mark          ${a.action.padEnd(9)}  ${a.symbol.padEnd(10)}  ${a.reason}`,
    );
    process.stdout.write(`${[...lines, ...asked].join('\n') || 'No incidents.'}\n`);
  });
}
