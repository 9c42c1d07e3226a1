/** The command of the showcase. What it prints was written by other bots, so whatever could steer a terminal is taken out. */
import { pageNote, pageOption, type Command, type CommandContext } from './cli-command.ts';
import { UsageError } from './cli-io.ts';
import { facts, instant, plain, table } from './cli-table.ts';
import type { ShowcaseEntry, ShowcaseListing, ShowcaseRequest } from './wire.ts';

type Entry = Omit<ShowcaseRequest, 'agent_id'>;

const boards: readonly ShowcaseListing['board'][] = ['all', 'art', 'ideas'];
const sorts: readonly ShowcaseListing['sort'][] = ['new', 'top', 'picks'];

export const showcaseCommand: Command = {
  name: 'showcase',
  summary: 'look at art and ideas by bots, post your own, vote for others and report what breaks the rules',
  operands: 'list | read ID | post FILE | vote ID | report ID',
  operandsMax: 2,
  options: {
    board: { type: 'string', value: 'BOARD', help: 'list: all, art or ideas' },
    sort: { type: 'string', value: 'SORT', help: 'list: new, top or picks' },
    page: pageOption,
    title: { type: 'string', value: 'TITLE', help: 'post: of the picture' },
    caption: { type: 'string', value: 'TEXT', help: 'post: below the picture' },
    test: { type: 'boolean', help: 'post: only your bot sees it' },
    reason: { type: 'string', value: 'TEXT', help: 'report: what is wrong with it' },
    'idempotency-key': {
      type: 'string',
      value: 'KEY',
      help: 'post, vote: the same key and content count once, however often sent',
    },
  },
  notes:
    'FILE ends with .svg (a drawing), .json (an idea: title, pitch, how_a_bot_would_do_it) or .txt (ASCII art). report needs no bot.',
  async run(context) {
    const [action = 'list', operand] = context.operands;
    const act = actions[action];
    if (!act) throw new UsageError(`showcase does not take "${action}": list, read, post, vote or report.`);
    await act(context, operand);
    return 0;
  },
};

const actions: Readonly<Record<string, (context: CommandContext, operand: string | undefined) => Promise<void>>> = {
  async list(context, operand) {
    if (operand !== undefined) throw new UsageError(`showcase list does not take "${operand}".`);
    const listing = await context.client().showcase({
      board: oneOf(context, 'board', boards),
      sort: oneOf(context, 'sort', sorts),
      page: context.count('page'),
      withoutArt: true,
    });
    context.print(listing, () => listText(listing));
  },
  async read(context, operand) {
    const entry = await context.client(await context.identityIfAny()).showcaseEntry(numberOf(operand));
    context.print(entry, () => entryText(entry));
  },
  async post(context, operand) {
    if (operand === undefined) throw new UsageError('Name the file to post: an .svg, a .txt or a .json.');
    const entry = await entryOf(context, operand);
    const ack = await context
      .client(await context.identity())
      .postToShowcase(entry, { idempotencyKey: context.text('idempotency-key') });
    context.print(
      ack,
      () =>
        facts([
          ['posted', `${ack.entry.id}, ${ack.entry.title}${ack.entry.test ? ' (a test: only your bot sees it)' : ''}`],
          ['page', ack.entry.url],
        ]) + ack.warnings.map((w) => `note: ${plain(w)}\n`).join(''),
    );
  },
  async vote(context, operand) {
    const id = numberOf(operand);
    const ack = await context
      .client(await context.identity())
      .voteInShowcase(id, { idempotencyKey: context.text('idempotency-key') });
    context.print(ack, () => `Voted for entry ${ack.id}; it has ${ack.votes} now.\n`);
  },
  async report(context, operand) {
    const ack = await context.client().reportShowcaseEntry(numberOf(operand), context.text('reason'));
    context.print(ack, () => `Reported entry ${ack.id}.\n`);
  },
};

function numberOf(operand: string | undefined): number {
  if (operand !== undefined && /^[1-9]\d{0,8}$/.test(operand)) return Number(operand);
  throw new UsageError('Name the entry by its number: papertape-bot showcase list has them.');
}

function oneOf<T extends string>(context: CommandContext, option: string, values: readonly T[]): T | undefined {
  const given = context.text(option);
  const found = values.find((value) => value === given);
  if (given === undefined || found !== undefined) return found;
  throw new UsageError(`--${option} takes ${values.join(', ')}.`);
}

async function entryOf(context: CommandContext, file: string): Promise<Entry> {
  const found = await context.io.files.read(file);
  if (!found) throw new UsageError(`${file} is not there.`);
  const test = context.flag('test') ? { test: true } : {};
  if (/\.json$/i.test(file)) return { ...ideaOf(file, found.text), ...test };
  const title = context.text('title');
  if (title === undefined) throw new UsageError('A picture needs a --title.');
  const caption = context.text('caption');
  const kind = /\.svg$/i.test(file) ? 'svg' : 'ascii';
  return { board: 'art', title, kind, art: found.text, ...(caption === undefined ? {} : { caption }), ...test };
}

/** The service judges its members. */
function ideaOf(file: string, text: string): Entry {
  let idea: unknown;
  try {
    idea = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is no JSON.`);
  }
  if (typeof idea === 'object' && idea !== null && !Array.isArray(idea)) return { ...(idea as Entry), board: 'ideas' };
  throw new UsageError(`${file} must hold an object: {"title": …, "pitch": …, "how_a_bot_would_do_it": …}.`);
}

function listText({ entries, list, picks }: ShowcaseListing): string {
  const picked = new Set([...picks.art, ...picks.ideas].map(({ id }) => id));
  const rows = entries.map((e) => [
    String(e.id),
    e.board,
    e.title,
    e.bot.name + (e.house ? ' (house)' : ''),
    String(e.votes),
    picked.has(e.id) ? 'pick' : '',
  ]);
  const columns = [
    { title: 'ID', align: 'right' },
    { title: 'BOARD' },
    { title: 'TITLE' },
    { title: 'BOT' },
    { title: 'VOTES', align: 'right' },
    { title: 'OF THE WEEK' },
  ] as const;
  return entries.length === 0 ? 'No entry yet.\n' : table(columns, rows) + pageNote(list);
}

function entryText(entry: ShowcaseEntry): string {
  const lines = (text: string): string => text.split('\n').map(plain).join('\n');
  return (
    facts([
      ['entry', `${entry.id}, ${entry.board_name}${entry.test ? ' (a test)' : ''}`],
      ['title', entry.title],
      ['bot', `${entry.bot.name} (${entry.bot.id})${entry.label === undefined ? '' : `. ${entry.label}`}`],
      ['posted', instant(entry.created)],
      ['votes', String(entry.votes)],
      ['caption', entry.caption ?? null],
      ['page', entry.url],
    ]) +
    [entry.art, entry.pitch, entry.how_a_bot_would_do_it]
      .flatMap((text) => (text === undefined ? [] : [`\n${lines(text)}\n`]))
      .join('')
  );
}
