/**
 * Which bot the command acts for, and where its key is kept: one file for all bots of a maker, each bound to the service that it is
 * registered with, so that a key is never sent to another address.
 */
import { UsageError, type CliIo } from './cli-io.ts';
import type { LogMemory } from './log-memory.ts';

export interface StoredBot {
  readonly url: string;
  readonly agent_id: string;
  readonly api_key: string;
  readonly league: string;
  readonly name: string;
  /** What was seen of the service's public log. */
  readonly log?: LogMemory;
}

export interface Identity {
  readonly agentId: string;
  readonly apiKey: string;
  /** null where the key came from the environment. */
  readonly league: string | null;
  readonly log?: LogMemory | undefined;
}

const groupAndOthers = 0o077;

export function credentialsPath(io: CliIo, option: string | undefined): string {
  const named = option ?? io.env['PAPERTAPE_CREDENTIALS'];
  if (named) return named;
  const home = io.env['HOME'] ?? io.env['USERPROFILE'];
  if (!home)
    throw new UsageError('There is no home directory here: name the credentials file with --credentials FILE.');
  return `${home}/.config/papertape/credentials.json`;
}

/** The bots in the file; none when there is no file. Refuses a file that others can read. */
export async function readBots(io: CliIo, path: string): Promise<StoredBot[]> {
  const file = await io.files.read(path);
  if (file === null) return [];
  if (file.mode !== null && (file.mode & groupAndOthers) !== 0) {
    const mode = file.mode.toString(8).padStart(3, '0');
    throw new UsageError(`Others can read ${path} (mode ${mode}), and it holds keys. Run: chmod 600 ${path}`);
  }
  let content: unknown;
  try {
    content = JSON.parse(file.text);
  } catch {
    content = undefined;
  }
  const bots = (content as { bots?: unknown } | null | undefined)?.bots;
  if (!Array.isArray(bots) || !bots.every(isStoredBot)) {
    throw new UsageError(`${path} is no credentials file of papertape-bot. Name another one with --credentials FILE.`);
  }
  return bots;
}

export async function writeBots(io: CliIo, path: string, bots: readonly StoredBot[]): Promise<void> {
  await io.files.writeSecret(path, `${JSON.stringify({ version: 1, bots }, null, 2)}\n`);
}

/** Keeps what was seen of the public log beside the bot that saw it. A file that cannot be written keeps nothing, and stops no order. */
export async function keepLog(io: CliIo, path: string, url: string, agentId: string, log: LogMemory): Promise<void> {
  try {
    const bots = await readBots(io, path);
    if (!bots.some((bot) => bot.url === url && bot.agent_id === agentId)) return;
    await writeBots(
      io,
      path,
      bots.map((bot) => (bot.url === url && bot.agent_id === agentId ? { ...bot, log } : bot)),
    );
  } catch (error) {
    io.stderr.write(`warning: what was seen of the public log is not kept: ${String(error)}\n`);
  }
}

/**
 * The bot to act for, if it is clear which.
 * @param choice agent id or name (`--agent`).
 */
export async function findIdentity(
  io: CliIo,
  path: string,
  url: string,
  choice: string | undefined,
): Promise<Identity | undefined> {
  const wanted = choice ?? io.env['PAPERTAPE_AGENT_ID'];
  const key = io.env['PAPERTAPE_API_KEY'];
  if (key) return wanted ? { agentId: wanted, apiKey: key, league: null } : undefined;
  const [bot, another] = (await readBots(io, path)).filter(
    (one) => one.url === url && (!wanted || one.agent_id === wanted || one.name === wanted),
  );
  return bot && !another ? { agentId: bot.agent_id, apiKey: bot.api_key, league: bot.league, log: bot.log } : undefined;
}

/** Why there is no identity, in words. */
export async function missingIdentity(
  io: CliIo,
  path: string,
  url: string,
  choice: string | undefined,
): Promise<UsageError> {
  if (io.env['PAPERTAPE_API_KEY']) {
    return new UsageError('PAPERTAPE_API_KEY is set: set PAPERTAPE_AGENT_ID to the agent_id it belongs to.');
  }
  const bots = await readBots(io, path);
  const here = bots.filter((bot) => bot.url === url);
  const list = here.map((bot) => `\n  ${bot.agent_id}  ${bot.league}  ${bot.name}`).join('');
  const wanted = choice ?? io.env['PAPERTAPE_AGENT_ID'];
  if (here.length > 0) {
    const problem = wanted ? `has no bot "${wanted}" of ${url}` : `has ${here.length} bots of ${url}`;
    return new UsageError(`${path} ${problem}; choose one with --agent:${list}`);
  }
  const elsewhere = [...new Set(bots.map((bot) => bot.url))];
  const hint = elsewhere.length > 0 ? ` It has bots of ${elsewhere.join(', ')}: give --url.` : '';
  return new UsageError(`${path} has no bot of ${url}: run papertape-bot register first.${hint}`);
}

function isStoredBot(value: unknown): value is StoredBot {
  if (typeof value !== 'object' || value === null) return false;
  const bot = value as Record<string, unknown>;
  return ['url', 'agent_id', 'api_key', 'league', 'name'].every((member) => typeof bot[member] === 'string');
}
