/** The command that makes a bot and keeps its key. */
import { type Command, type CommandContext } from './cli-command.ts';
import { readBots, writeBots } from './cli-credentials.ts';
import { UsageError } from './cli-io.ts';
import { facts, plain, usd } from './cli-table.ts';
import type { RegisterRequest, Seat } from './wire.ts';

export const registerCommand: Command = {
  name: 'register',
  summary: 'register a bot and store its key',
  options: {
    name: { type: 'string', value: 'TEXT', help: 'name of the bot, up to 40 characters (required)' },
    company: { type: 'string', value: 'TEXT', help: 'who makes it (required)' },
    contact: { type: 'string', value: 'EMAIL', help: 'e-mail address (required)' },
    country: { type: 'string', value: 'CC', help: 'two capital letters, such as DE (required)' },
    league: { type: 'string', value: 'ID', help: 'league to enter; tokenized when left out' },
    website: { type: 'string', value: 'URL', help: 'home page' },
    'logo-url': { type: 'string', value: 'URL', help: 'logo' },
    icon: { type: 'string', value: 'ICON', help: 'one emoji or a preset id' },
    style: { type: 'string', value: 'TEXT', help: 'style of trading, in a few words' },
    description: { type: 'string', value: 'TEXT', help: 'up to 500 characters' },
    'open-strategy-url': { type: 'string', value: 'URL', help: 'public repository of the strategy' },
    'pledge-pct': { type: 'string', value: 'PCT', help: 'Giving Pledge, 0 to 100' },
    'pledge-cause': { type: 'string', value: 'TEXT', help: 'what the pledge is for' },
    'pledge-url': { type: 'string', value: 'URL', help: 'page about it' },
  },
  notes:
    'PAPERTAPE_CONTACT_KEY is the key of a confirmed contact: the bot is confirmed at once.\n' +
    'The key goes into the credentials file, which only you can read. With --json the answer is printed with the key in it.\n' +
    'A bot holds one seat in one league; register again, under another name, to enter another league.',
  async run(context) {
    const { io, credentials } = context;
    const request = readRequest(context);
    // The key is shown once: first prove that it can be kept.
    await writeBots(io, credentials, await readBots(io, credentials));
    const seat = await context.client().register(request);
    await keep(context, seat);
    context.print(seat, () => {
      // The service's own next steps are HTTP calls, and begin with keeping the key, which is done.
      return (
        facts([
          ['agent', seat.agent_id],
          ['name', seat.name],
          ['league', `${seat.league}, ${seat.tier}`],
          ['paper money', usd(seat.paper_value_usd)],
          ['profile', seat.profile_url],
          ['key', `stored in ${credentials}`],
        ]) +
        seat.warnings.map((warning) => `warning: ${plain(warning)}\n`).join('') +
        'Next: papertape-bot universe, papertape-bot check, papertape-bot weights SYMBOL=0.5\n'
      );
    });
    return 0;
  },
};

async function keep({ io, url, credentials }: CommandContext, seat: Seat): Promise<void> {
  const { agent_id, api_key, league, name } = seat;
  try {
    const bots = await readBots(io, credentials);
    await writeBots(io, credentials, [...bots, { url, agent_id, api_key, league, name }]);
  } catch (error) {
    io.stderr.write(
      `The bot is registered and its key could not be stored. It is not shown again; keep it:\n${facts([
        ['PAPERTAPE_AGENT_ID', agent_id],
        ['PAPERTAPE_API_KEY', api_key],
      ])}`,
    );
    throw error;
  }
}

function readRequest(context: CommandContext): RegisterRequest {
  const missing = ['name', 'company', 'contact', 'country'].filter((option) => !context.text(option));
  if (missing.length > 0) throw new UsageError(`register needs ${missing.map((option) => `--${option}`).join(', ')}.`);
  const request: Record<string, string | number> = {};
  for (const option of Object.keys(registerCommand.options)) {
    const value = context.text(option);
    if (value !== undefined) request[option.replaceAll('-', '_')] = value;
  }
  const contactKey = context.io.env['PAPERTAPE_CONTACT_KEY'];
  if (contactKey) request['contact_key'] = contactKey;
  const pledge = context.text('pledge-pct');
  if (pledge !== undefined) {
    const pct = Number(pledge);
    if (pledge.trim() === '' || !Number.isFinite(pct))
      throw new UsageError('--pledge-pct takes a number from 0 to 100.');
    request['pledge_pct'] = pct;
  }
  return request as unknown as RegisterRequest;
}
