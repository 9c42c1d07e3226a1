/** `papertape demo`: a league to look at. An invented market, a fast clock, a dozen sample bots; gone when it ends. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createClient, PapertapeError, type Client, type StatusView } from 'papertape-client';
import { createApp, type App } from '../app.ts';
import { readSettings, settingsHelp, type Settings } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { loopbackAddress } from '../lib/loopback-address.ts';
import { pause } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { wholeNumber } from './arguments.ts';
import { createDemoBots, demoBots, demoLeague, enterBots, type DemoBots, type Seat } from './demo-bots.ts';
import { createStatusLine, type StatusLine } from './status-line.ts';
import { onEnd } from './signals.ts';

/** Task leagues of the demo: house bots answer their rounds. */
const demoTaskLeagues = ['deal_finder', 'web_q_a', 'office_tasks', 'strategy_games'];
/**
 * What the demo takes where nothing is set. From Sunday 20:00 UTC the first close is 12 real seconds away, and the first rounds, which are
 * committed to at the first midnight and open at the second, 84.
 */
const demoSettings = {
  PAPERTAPE_CLOCK_START: '2026-03-01T20:00:00Z',
  PAPERTAPE_CLOCK_SPEED: '1200',
  PAPERTAPE_LIMITS: 'off',
  PAPERTAPE_HOUSE: [demoLeague, ...demoTaskLeagues].join(),
  PAPERTAPE_LOG: 'warn',
};
const seatsFile = 'demo-bots.json';
const lookMsMin = 200;

interface Flags {
  readonly data?: string;
  readonly closes?: number;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      `A league to look at: simulated prices, a clock 1,200 times as fast as real time, ${demoBots.length} sample bots that trade through HTTP, ` +
        'house bots that answer rounds in task leagues. ' +
        'Its data is thrown away at the end.',
    )
    .option('--data <folder>', 'keep the data in this folder, and go on with what is there')
    .option('--closes <number>', 'end by itself after so many daily closes', wholeNumber)
    .addHelpText(
      'after',
      `\nSettings (environment variables; DATA_DIR and DATABASE_URL are not used):\n${settingsHelp()}\n`,
    )
    .action(demo);
}

async function demo(flags: Flags): Promise<void> {
  const dataDir = flags.data ?? mkdtempSync(join(tmpdir(), 'papertape-demo-'));
  // On any end of the process, a second Ctrl+C included.
  if (flags.data === undefined) process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const app = await createApp(demoSettingsIn(dataDir));
  try {
    await app.listen();
    await play(app, dataDir, flags);
  } finally {
    await app.close();
  }
}

function demoSettingsIn(dataDir: string): Settings {
  const set = Object.entries(environment()).filter(([, text]) => text !== undefined && text !== '');
  const settings = readSettings({
    ...demoSettings,
    ...Object.fromEntries(set),
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
  });
  if (settings.config.prices.kind === 'simulated') return settings;
  throw new SetupError(
    'The demo runs on simulated prices only.',
    'Unset PAPERTAPE_PRICES, or set it to simulated:SEED; papertape serve runs on recorded prices.',
  );
}

async function play(app: App, dataDir: string, flags: Flags): Promise<void> {
  const stop = new AbortController();
  onEnd(app, () => stop.abort());
  const baseUrl = loopbackAddress(app.http.server);
  const hourMs = 3_600_000 * app.clock.realPerTick;
  const status = await createClient({ baseUrl }).status();
  process.stdout.write(banner(app, status, flags, dataDir));
  const seats = readSeats(dataDir);
  await enter(baseUrl, seats, dataDir);
  const line = createStatusLine();
  const bots = createDemoBots({ baseUrl, hourMs, onNote: (text) => line.note(text) }, seats);
  // Prices are looked at once a mark, but not too often.
  const lookMs = Math.max(hourMs / 12, lookMsMin);
  try {
    await watch(bots, createClient({ baseUrl }), line, { stop: stop.signal, closes: flags.closes ?? Infinity, lookMs });
  } finally {
    line.end();
  }
  process.stdout.write(
    flags.data === undefined
      ? 'The demo is over; its data is gone.\n'
      : `The demo is over; its data is in ${dataDir}.\n`,
  );
}

function banner(app: App, status: StatusView, flags: Flags, dataDir: string): string {
  const toClose = (Date.parse(status.next_close) - Date.parse(status.time)) * app.clock.realPerTick;
  return [
    `Papertape is open at ${app.deps.baseUrl()}`,
    `  demo      ${demoBots.length} sample bots in an invented market, no money`,
    `  clock     ${status.time}, ${status.clock.speed} times as fast as real time`,
    `  rounds    house bots answer in ${demoTaskLeagues.join(', ')}, from the second midnight on`,
    `  ranks     after the first close, in ${Math.round(toClose / 1000)} s; fills in a few seconds`,
    `  data      ${flags.data === undefined ? 'thrown away at the end' : dataDir}`,
    '  stop      Ctrl+C',
    '',
  ].join('\n');
}

function readSeats(dataDir: string): Map<string, Seat> {
  const path = join(dataDir, seatsFile);
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Seat>));
}

async function enter(baseUrl: string, seats: Map<string, Seat>, dataDir: string): Promise<void> {
  try {
    await enterBots(baseUrl, seats);
  } catch (e) {
    if (!(e instanceof PapertapeError)) throw e;
    throw new SetupError(
      `The sample bots cannot enter: ${e.message}`,
      'Give the demo a folder of its own with --data, or none.',
    );
  }
  const path = join(dataDir, seatsFile);
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(seats), null, 1)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
}

interface Watching {
  readonly stop: AbortSignal;
  /** Ends after so many. */
  readonly closes: number;
  /** Real milliseconds between two looks. */
  readonly lookMs: number;
}

/** Lets the bots trade and shows where the league stands, until so many closes were seen. */
async function watch(
  bots: DemoBots,
  client: Client,
  line: StatusLine,
  { stop, closes, lookMs }: Watching,
): Promise<void> {
  let lastClose = (await client.status()).last_close;
  let seen = 0;
  let orders = 0;
  while (seen < closes && !stop.aborted) {
    orders += await bots.look(realNow());
    const status = await client.status();
    const { rows } = await client.leaderboard({ league: demoLeague, perPage: 1 });
    const leader = rows[0];
    const name = leader ? `${leader.icon ?? ''} ${leader.name} ${leader.return_pct.toFixed(2)}%` : 'nobody yet';
    const time = `${status.time.slice(0, 10)} ${status.time.slice(11, 16)} UTC`;
    line.set(`${time}  ${orders} orders  last close ${status.last_close?.slice(0, 10) ?? 'none yet'}  leader ${name}`);
    if (status.last_close !== lastClose) {
      lastClose = status.last_close;
      seen++;
      line.note(`close of ${lastClose?.slice(0, 10) ?? ''}: ${orders} orders; first is ${name}`);
    }
    await pause(lookMs, stop);
  }
}
