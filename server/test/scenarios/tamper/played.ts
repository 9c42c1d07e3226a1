/**
 * A league in which everything happens that can be tampered with, played up to an instant at which its operator stops it; and what some
 * readers kept of it by then. It runs from Sunday, 1 March 2026, to Monday night. The long form begins on the Friday before, since a
 * symbol is delisted three days after its last price at the earliest. The watched form is on the real clock: a witness sees each mark, but for
 * half an hour on Monday that the log tells of, and the engine is held when its operator stops it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type LogMemory } from '../../../../client/src/index.ts';
import { askToVoid } from '../../../src/desk/admin-acts.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { askOnce } from '../../../src/log/witnesses.ts';
import { iso, type Instant } from '../../../src/lib/clock.ts';
import { markAfter } from '../../../src/lib/time.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import type { OperatorAction } from '../../../src/operator/action.ts';
import type { Fault } from '../../../src/sources/simulated/faults.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import type { PriceSource } from '../../../src/sources/source.ts';
import { parseKey, type NoteKey } from '../../../src/tlog/note.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { okJson, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { openWatchedLeague } from '../../harness/watched-league.ts';
import { openTestWitness } from '../../harness/witness.ts';

const short = '2026-03-01T19:00:00Z';
const starts = { short, long: '2026-02-27T20:00:00Z', watched: short } as const;
export type Form = keyof typeof starts;

/** When the operator stops the service: in the middle of a window; of the watched form, half an hour after it did its last mark. */
export const stoppedAt = {
  short: '2026-03-02T23:32:00Z',
  long: '2026-03-02T23:32:00Z',
  watched: '2026-03-02T23:58:00Z',
};

const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'LINK-USD', 'AVAX-USD', 'UNI-USD'];

const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const faults: readonly Fault[] = [
  // An order with LINK is rejected.
  { kind: 'apart', pool: 'sim:LINK-USD:2', factor: 1.03, ...span('2026-03-01T20:00:00Z', '2026-03-01T21:00:00Z') },
  // An order with AVAX waits on Sunday, and another one at the end; what is held of it is stale at the second close.
  { kind: 'no_answer', pool: 'sim:AVAX-USD:1', ...span('2026-03-01T20:10:00Z', '2026-03-01T21:30:00Z') },
  { kind: 'no_answer', pool: 'sim:AVAX-USD:1', ...span('2026-03-02T21:00:00Z', '2026-03-03T06:00:00Z') },
];

/** Ten of one league, and there also a house bot, the operator's own bot, and two that leave; three of another league. */
export const traders: readonly string[] = Array.from({ length: 10 }, (_, i) => `Trader ${i}`);
const house = 'House · Momentum';
const others: readonly string[] = ['Clerk', 'Leaver', 'Outcast'];
const altTraders: readonly string[] = ['Alt 0', 'Alt 1', 'Alt 2'];

/** What readers kept who were there shortly before the stop. The folders are of a monitor, of a witness, and of files of days. */
export interface Kept {
  readonly client: LogMemory;
  readonly monitor: string;
  readonly witness: string;
  readonly files: string;
}

export interface Played {
  readonly database: TestDatabase;
  /** The same prices once more. */
  readonly prices: () => PriceSource;
  /** Keys and ids by name. */
  readonly bots: ReadonlyMap<string, Pick<Bot, 'id' | 'key'>>;
  readonly kept: Kept;
  /** Folder of the witness that saw each mark of the watched form; '' of the others. */
  readonly watch: string;
  readonly start: Instant;
  readonly firstDay: Instant;
  drop(): Promise<void>;
}

export async function play(form: Form): Promise<Played> {
  const start = starts[form];
  const prices = (): PriceSource => createSimulatedSource({ seed: 7, origin: Date.parse(start), symbols, faults });
  const { league, hold } = await openPlayed(form, { start, source: prices() });
  const folder = mkdtempSync(join(tmpdir(), 'papertape-kept-'));
  try {
    const bots = await enterAll(league);
    let client: LogMemory | undefined;
    const watcher = createClient({
      baseUrl: league.url,
      agentId: bots.get('Trader 1')?.id,
      apiKey: bots.get('Trader 1')?.key,
      now: () => league.now(),
      keepLog: async (memory) => void (client = memory),
    });
    if (form === 'long') await playFriday(league, bots);
    await playSunday(league, bots);
    await playMonday(league, bots, { form, hold });
    await league.advanceTo('2026-03-02T23:20:00Z');
    const kept = await keep(league, folder);
    if (form === 'watched') league.clock.set(Date.parse('2026-03-02T23:31:00Z'));
    else await league.advanceTo('2026-03-02T23:31:00Z');
    // It is acknowledged, and has its entry in the log at the next mark.
    await watcher.weights({ 'SOL-USD': 0.25 });
    if (form === 'watched') await lookInVain(league, kept.monitor);
    else await league.advanceTo(stoppedAt[form]);
    if (!client?.checkpoint) throw new Error('the client has kept no checkpoint');
    const { watch } = league;
    return {
      database: league.database,
      prices,
      bots,
      kept: { ...kept, client },
      watch,
      start: Date.parse(start),
      firstDay: Date.parse(start.slice(0, 10)),
      async drop() {
        for (const each of [folder, watch].filter((of) => of !== '')) rmSync(each, { recursive: true, force: true });
        await league.database.drop();
      },
    };
  } finally {
    await league.stop();
  }
}

interface PlayedLeague {
  readonly league: League & { readonly watch: string };
  /** Does no mark up to an instant, then all of them, unseen. */
  readonly hold: (until: string) => Promise<void>;
}

/** Of the watched form every mark is seen in time, unless it is held. */
async function openPlayed(form: Form, options: { start: string; source: PriceSource }): Promise<PlayedLeague> {
  if (form !== 'watched') {
    const league = await openLeague(options);
    return { league: { ...league, watch: '' }, hold: async (until) => await league.advanceTo(until) };
  }
  const watched = await openWatchedLeague(options);
  await watched.advance({ seconds: 2 });
  await watched.see();
  const advanceTo: League['advanceTo'] = async (to) => {
    const instant = typeof to === 'number' ? to : Date.parse(to);
    await watched.inTime(iso(instant));
    watched.clock.set(Math.max(instant, watched.now()));
  };
  return { league: { ...watched, advanceTo }, hold: async (until) => await watched.advanceTo(until) };
}

/** The monitor looks at 23:56 at a service that answers and has done no mark for half an hour. */
async function lookInVain(league: League, monitor: string): Promise<void> {
  league.clock.set(Date.parse('2026-03-02T23:56:00Z'));
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const code = await runMonitor({ url: league.url, state: monitor, once: true, now: () => league.now(), write });
  if (code !== 2 || !lines.some((line) => line.includes('it is late: 1860 s')))
    throw new Error(`the monitor does not see that the engine is held: ${lines.join('\n')}`);
  league.clock.set(Date.parse(stoppedAt.watched));
}

type Bots = ReadonlyMap<string, Bot>;

async function enterAll(league: League): Promise<Map<string, Bot>> {
  const bots = new Map<string, Bot>();
  for (const name of [...traders, ...others]) bots.set(name, await league.enter({ name }));
  for (const name of altTraders) bots.set(name, await league.enter({ name, league: 'altcoin_hunters' }));
  const seat = { name: house, company: 'Test Works', contact: 'house@example.test', country: 'CA' };
  const body = { ...seat, league: 'spot_crypto' };
  const { token } = league.app.deps.house;
  const { agent_id: id, api_key: key } = okJson<{ agent_id: string; api_key: string }>(
    await send(league, 'POST', '/api/agents/register', { body, key: token }),
  );
  bots.set(house, { ...createClient({ baseUrl: league.url, agentId: id, apiKey: key }), id, key });
  return bots;
}

const botOf = (bots: Bots, name: string): Bot => bots.get(name) as Bot;

async function act(league: League, id: string, action: Omit<OperatorAction, 'id' | 'at'>): Promise<void> {
  await insertAction(league.app.storage.db, { id: `act_${id}`, at: league.now(), ...action });
}

const symbol = (id: string) => ({ kind: 'symbol', id }) as const;

async function playFriday(league: League, bots: Bots): Promise<void> {
  await league.advanceTo('2026-02-27T20:02:00Z');
  for (const name of traders.slice(0, 3)) await botOf(bots, name).weights({ 'UNI-USD': 0.3, 'BTC-USD': 0.3 });
  await league.advanceTo('2026-02-27T22:02:00Z');
  await act(league, '01_suspend', { action: 'suspend', about: symbol('UNI-USD'), reason: 'Its pools are drained.' });
}

async function playSunday(league: League, bots: Bots): Promise<void> {
  await league.advanceTo('2026-03-01T19:02:00Z');
  for (const [i, bot] of [...bots.values()].entries()) {
    const first = bot.id === botOf(bots, 'Alt 0').id ? { 'AVAX-USD': 0.5 } : { 'SOL-USD': 0.2 };
    await bot.weights({ ...first, 'LINK-USD': 0.02 * (i + 1) }, { reason: `Because ${i}` });
  }
  await botOf(bots, 'Trader 3').weights({ 'ETH-USD': 1 }, { sandbox: true });
  await league.advanceTo('2026-03-01T20:12:00Z');
  await botOf(bots, 'Trader 4').weights({ 'LINK-USD': 0.5 });
  await botOf(bots, 'Trader 5').weights({ 'AVAX-USD': 0.5 });
  await league.advanceTo('2026-03-01T21:02:00Z');
  for (const [i, name] of traders.entries())
    await botOf(bots, name).weights({ 'BTC-USD': 0.09 * i, 'ETH-USD': 0.1 }, { reason: `Again ${i}` });
  await botOf(bots, 'Clerk').weights({ 'ETH-USD': 0.5 });
  await league.advanceTo('2026-03-01T22:01:00Z');
  await botOf(bots, 'Leaver').retire('enough');
  const outcast = { kind: 'bot', id: botOf(bots, 'Outcast').id } as const;
  await act(league, '02_retire', { action: 'retire', about: outcast, reason: 'It broke the rules.' });
  await act(league, '03_suspend', { action: 'suspend', about: symbol('SOL-USD'), reason: 'To look at it.' });
  await league.advanceTo('2026-03-01T23:01:00Z');
  await act(league, '04_resume', { action: 'resume', about: symbol('SOL-USD'), reason: 'All is well.' });
}

async function playMonday(
  league: League,
  bots: Bots,
  { form, hold }: Pick<PlayedLeague, 'hold'> & { readonly form: Form },
): Promise<void> {
  await league.advanceTo('2026-03-02T00:06:00Z');
  const void_ = { league: 'altcoin_hunters', date: '2026-03-02', reason: 'A wrong price.' };
  await askToVoid(league.app.storage.db, void_, { now: league.now(), nextMark: markAfter(league.now()) });
  await league.advanceTo('2026-03-02T02:02:00Z');
  for (const [i, name] of traders.entries())
    await botOf(bots, name).weights({ 'BTC-USD': 0.5, 'SOL-USD': 0.03 * i, 'AVAX-USD': 0.05 });
  await hold('2026-03-02T02:42:00Z');
  await league.advanceTo('2026-03-02T12:02:00Z');
  const spot = { kind: 'league', id: 'spot_crypto' } as const;
  await act(league, '05_capacity', { action: 'set_capacity', about: spot, reason: 'More seats.', capacity: 500 });
  await act(league, '06_suspend', { action: 'suspend', about: symbol('LINK-USD'), reason: 'Thin.' });
  await league.advanceTo('2026-03-02T16:02:00Z');
  await botOf(bots, 'Trader 6').weights({ 'BTC-USD': 0.2, 'ETH-USD': 0.2 });
  await league.advanceTo('2026-03-02T22:12:00Z');
  if (form === 'long')
    await act(league, '07_delist', { action: 'delist', about: symbol('UNI-USD'), reason: 'Its pools stay empty.' });
  await botOf(bots, 'Trader 5').weights({ 'AVAX-USD': 0.9 });
  // What a clerk does who wants to choose afterwards: one order for each symbol, which all count.
  await league.advanceTo('2026-03-02T23:04:00Z');
  for (const id of ['BTC-USD', 'ETH-USD', 'SOL-USD']) await botOf(bots, 'Clerk').weights({ [id]: 1 });
}

/** A monitor, a witness and a reader of files were there. */
async function keep(league: League, folder: string): Promise<Omit<Kept, 'client'>> {
  const kept = { monitor: join(folder, 'monitor'), witness: join(folder, 'witness'), files: join(folder, 'files') };
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const code = await runMonitor({ url: league.url, state: kept.monitor, once: true, now: () => league.now(), write });
  if (code !== 0) throw new Error(`the monitor does not hold: ${lines.join('\n')}`);
  await runExport(league.database.env, '2026-03-01', kept.files);
  await askWitness(league, kept.witness);
  return kept;
}

/** Asks a witness of that folder to cosign the newest checkpoint. Rejects when it does not. */
export async function askWitness(league: Pick<League, 'app' | 'client' | 'clock'>, folder: string): Promise<void> {
  const { key } = await league.client.log();
  const witness = await openTestWitness(folder, [key], { name: 'kept.test', clock: league.clock });
  try {
    await askOnce(league.app.deps, { url: witness.url, key: parseKey(witness.vkey) as NoteKey });
  } finally {
    await witness.close();
  }
}
