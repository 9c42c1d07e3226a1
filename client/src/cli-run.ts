/**
 * The command line of a bot: arguments in, text out, an exit code: 0 done, 1 the service refused or could not be reached,
 * 2 wrong usage.
 */
import { parseArgs } from 'node:util';
import { createClient } from './client.ts';
import type { Command, CommandContext, Options } from './cli-command.ts';
import { credentialsPath, findIdentity, keepLog, missingIdentity } from './cli-credentials.ts';
import { UsageError, type CliIo } from './cli-io.ts';
import { runCommand } from './cli-live.ts';
import { checkCommand, ordersCommand, weightsCommand } from './cli-order.ts';
import { pricesCommand } from './cli-prices.ts';
import { newCommand } from './cli-new.ts';
import { leaderboardCommand, stateCommand, universeCommand } from './cli-read.ts';
import { answerCommand, practiceCommand, tasksCommand } from './cli-rounds.ts';
import { registerCommand } from './cli-register.ts';
import { showcaseCommand } from './cli-showcase.ts';
import { jsonText, plain } from './cli-table.ts';
import { watchCommand } from './cli-watch.ts';
import { readWitnesses, witnessOptions, type WitnessValues as Values } from './cli-witnesses.ts';
import { LogError, PapertapeError } from './errors.ts';
import type { TrustedWitnesses } from './log-witnesses.ts';

const commands: readonly Command[] = [
  registerCommand,
  universeCommand,
  pricesCommand,
  weightsCommand,
  runCommand,
  newCommand,
  watchCommand,
  ordersCommand,
  stateCommand,
  leaderboardCommand,
  checkCommand,
  tasksCommand,
  answerCommand,
  practiceCommand,
  showcaseCommand,
];

const globalOptions: Options = {
  url: { type: 'string', value: 'URL', help: 'the service (PAPERTAPE_URL; http://127.0.0.1:4000)' },
  credentials: {
    type: 'string',
    value: 'FILE',
    help: 'where keys are kept (PAPERTAPE_CREDENTIALS; ~/.config/papertape/credentials.json)',
  },
  agent: { type: 'string', value: 'ID', help: 'which of your bots, by agent_id or name (PAPERTAPE_AGENT_ID)' },
  ...witnessOptions,
  json: { type: 'boolean', help: 'print the raw answer' },
  help: { type: 'boolean', help: 'print this' },
};

/** @returns the exit code; never throws for what a user or the service can do. */
export async function runCli(io: CliIo): Promise<number> {
  let json = false;
  try {
    const { name, rest } = splitCommand(io.argv);
    const command = commands.find((one) => one.name === name);
    if (name !== undefined && !command) throw new UsageError(`There is no command "${name}".${didYouMean(name)}`);
    const { values, positionals } = parsedArguments(rest, { ...globalOptions, ...command?.options });
    json = values['json'] === true;
    if (values['help'] === true) {
      io.stdout.write(command ? commandHelp(command) : generalHelp());
      return 0;
    }
    if (!command) {
      io.stderr.write(generalHelp());
      return 2;
    }
    if (positionals.length > (command.operands ? (command.operandsMax ?? Infinity) : 0)) {
      throw new UsageError(`${command.name} does not take "${positionals.at(-1)}".`);
    }
    return await command.run(contextOf(io, values, positionals, await readWitnesses(io, values)));
  } catch (error) {
    return report(io, error, json);
  }
}

function contextOf(
  io: CliIo,
  values: Values,
  operands: readonly string[],
  witnesses: TrustedWitnesses | undefined,
): CommandContext {
  const text = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  const url = (text('url') ?? (io.env['PAPERTAPE_URL'] || 'http://127.0.0.1:4000')).replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`"${url}" is no address such as http://127.0.0.1:4000.`);
  }
  const credentials = credentialsPath(io, text('credentials'));
  const choice = text('agent');
  return {
    io,
    url,
    credentials,
    operands,
    text,
    count(option) {
      const value = text(option);
      if (value === undefined) return undefined;
      if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`--${option} takes a whole number of 1 or more.`);
      return Number(value);
    },
    flag: (option) => values[option] === true,
    identityIfAny: () => findIdentity(io, credentials, url, choice),
    async identity() {
      const identity = await findIdentity(io, credentials, url, choice);
      if (!identity) throw await missingIdentity(io, credentials, url, choice);
      return identity;
    },
    client: (identity, more) =>
      createClient({
        baseUrl: url,
        agentId: identity?.agentId,
        apiKey: identity?.apiKey,
        fetch: io.fetch,
        now: io.now,
        sleep: io.sleep,
        random: io.random,
        // The order command checks them itself: an order that was taken is shown, whatever its receipt.
        verifyReceipts: false,
        logMemory: identity?.log,
        witnesses,
        ...(identity && identity.league !== null
          ? { keepLog: (log) => keepLog(io, credentials, url, identity.agentId, log) }
          : {}),
        ...more,
      }),
    print(answer, human) {
      io.stdout.write(values['json'] === true ? jsonText(answer) : human());
    },
  };
}

function report(io: CliIo, error: unknown, json: boolean): number {
  if (error instanceof UsageError) {
    io.stderr.write(`${lines(error.message)}\nSee papertape-bot --help.\n`);
    return 2;
  }
  if (!(error instanceof PapertapeError)) {
    io.stderr.write(`${lines(error instanceof Error ? error.message : String(error))}\n`);
    return isFileError(error) ? 2 : 1;
  }
  if (error instanceof LogError) {
    const { before, after } = error.evidence;
    io.stderr.write(`What was seen:\n${lines(before ?? '(nothing)')}\nWhat is shown now:\n${lines(after)}\n`);
  }
  io.stderr.write(
    `${plain(error.code)}${error.status === 0 ? '' : ` (HTTP ${error.status})`}: ${plain(error.detail)}\n` +
      `fix: ${plain(error.fix)}\n` +
      (error.retryAfterSeconds === null ? '' : `retry after: ${error.retryAfterSeconds} s\n`) +
      (error.requestId === null || error.status < 500 ? '' : `request id: ${plain(error.requestId)}\n`),
  );
  if (json) {
    const { status, detail, code, fix, corrected, example, requestId, retryAfterSeconds } = error;
    const body = {
      status,
      detail,
      error: { code, fix, ...(corrected ? { corrected } : {}), ...(example ? { example } : {}) },
      request_id: requestId,
      retry_after_seconds: retryAfterSeconds,
    };
    io.stdout.write(jsonText(body));
  }
  return 1;
}

/** The command with the same beginning, if there is just one. */
function didYouMean(name: string): string {
  for (let length = name.length; length > 0; length--) {
    const [near, another] = commands.filter((command) => command.name.startsWith(name.slice(0, length)));
    if (near) return another ? '' : ` Did you mean ${near.name}?`;
  }
  return '';
}

function lines(text: string): string {
  return text.split('\n').map(plain).join('\n');
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** The command is the first argument that is neither an option nor an option's value. */
function splitCommand(argv: readonly string[]): { name: string | undefined; rest: string[] } {
  const everyOption = Object.assign({}, globalOptions, ...commands.map((command) => command.options)) as Options;
  const { tokens } = parseArgs({
    args: [...argv],
    options: parseOptions(everyOption),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const first = tokens.find((token) => token.kind === 'positional');
  return { name: first?.value, rest: argv.filter((_, i) => i !== first?.index) };
}

function parsedArguments(args: string[], options: Options): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: parseOptions(options),
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(error.message.split('\n')[0]);
    }
    throw error;
  }
}

type ParseOption = { type: 'string' | 'boolean'; multiple: boolean; short?: string };

function parseOptions(options: Options): Record<string, ParseOption> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false }]) => [
      name,
      { type, multiple, ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  );
}

function generalHelp(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const list = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}\n`).join('');
  return (
    'papertape-bot: the command line of a bot in a Papertape league (paper money only)\n\n' +
    `Usage: papertape-bot COMMAND [OPTIONS]\n\nCommands:\n${list}\nOptions of every command:\n${optionsHelp(globalOptions)}\n` +
    'PAPERTAPE_API_KEY with PAPERTAPE_AGENT_ID is used instead of the credentials file.\n' +
    'Exit codes: 0 done, 1 the service refused or could not be reached, 2 wrong usage.\n' +
    'papertape-bot COMMAND --help tells more.\n'
  );
}

function commandHelp(command: Command): string {
  const own = Object.keys(command.options).length > 0 ? `\nOptions:\n${optionsHelp(command.options)}` : '';
  const operands = command.operands ? ` ${command.operands}` : '';
  return (
    `papertape-bot ${command.name}: ${command.summary}\n\nUsage: papertape-bot ${command.name}${operands} [OPTIONS]\n${own}` +
    `\nOptions of every command:\n${optionsHelp(globalOptions)}` +
    (command.notes ? `\n${command.notes}\n` : '')
  );
}

function optionsHelp(options: Options): string {
  const entries = Object.entries(options).map(
    ([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, option.help] as const,
  );
  const width = Math.max(...entries.map(([left]) => left.length));
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
