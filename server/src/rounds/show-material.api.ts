/**
 * The pages and files of a bot's tasks. Who has the ticket, which stands in the tasks of the bot, may read them; no key is needed, so
 * that a browser or any other program can. They are made when they are asked for, and they may be kept by nobody.
 */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { raw } from 'papertape-contract/replies';
import { shown } from '../lib/text.ts';
import { parseRoundId } from './calendar.ts';
import type { Made } from './make.ts';
import type { Rounds } from './open-rounds.ts';

/** A path below the ticket has at most so many parts. */
const parts = ['a', 'b', 'c', 'd'] as const;

const below = (path: string, from: number): string[] =>
  parts.slice(from).map(
    (_, i) =>
      `${path}/${parts
        .slice(0, from + i + 1)
        .map((part) => `{${part}}`)
        .join('/')}`,
  );

/** No script, nothing from elsewhere, forms to the site itself alone. */
const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; sandbox allow-forms",
  'X-Robots-Tag': 'noindex, noarchive',
};

type Params = Readonly<Record<string, string | undefined>>;

const sitePath = '/rounds/{round}/site/{ticket}';

export const showPage = unlisted({
  path: sitePath,
  alsoAt: below(sitePath, 0),
  freshness: 'private',
  answer: document('text/html; charset=utf-8'),
  async handle({ params, search }, { rounds }: { readonly rounds: Rounds }) {
    const path = pathOf(params);
    const page = await rounds.maker.page(await holderOf(rounds, params), path + search());
    if (page === undefined) throw notThere(`The site has no page "${shown(path)}".`);
    return raw(200, pageHeaders, page);
  },
});

const filePath = '/rounds/{round}/files/{ticket}';

export const showFile = unlisted({
  path: `${filePath}/{a}`,
  alsoAt: below(filePath, 1),
  freshness: 'private',
  answer: document('application/octet-stream'),
  async handle({ params }, { rounds }: { readonly rounds: Rounds }) {
    const name = pathOf(params);
    const file = await rounds.maker.file(await holderOf(rounds, params), name);
    if (!file) throw notThere(`The tasks have no file "${shown(name)}".`);
    const headers = { 'Content-Type': file.type, 'Content-Disposition': 'attachment', 'X-Robots-Tag': 'noindex' };
    return raw(200, headers, Buffer.from(file.bytes));
  },
});

function pathOf(params: Params): string {
  return parts.flatMap((part) => params[part] ?? []).join('/');
}

async function holderOf(
  rounds: Rounds,
  { round: id = '', ticket = '' }: Params,
): Promise<{ made: Made; botId: string }> {
  const round = parseRoundId(rounds.sources.keys(), id);
  const keyed = round && (await rounds.keyed.get(round));
  const botId = keyed?.holder(ticket);
  if (!keyed || botId === undefined) throw notThere(`No bot of ${shown(id)} has the ticket "${shown(ticket)}".`);
  return { made: keyed.made, botId };
}

function notThere(what: string): ApiError {
  return new ApiError('not_found', what, {
    fix: "Take addresses from the bot's tasks: GET /api/agents/{id}/rounds/{round}/tasks.",
  });
}
