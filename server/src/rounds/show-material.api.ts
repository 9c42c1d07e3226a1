/**
 * The pages and files of a bot's tasks. Who has the ticket, which stands in the tasks of the bot, may read them; no key is needed, so
 * that a browser or any other program can. They are made when they are asked for, and they may be kept by nobody.
 */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { own } from 'papertape-contract/replies';
import { shown } from '../lib/text.ts';
import { parseRoundId } from './calendar.ts';
import type { Made } from './make.ts';
import { below, fileReply, pageHeaders, pathOf, type Params } from './material.ts';
import type { Rounds } from './open-rounds.ts';

/** A ticket is told nobody else: what is read with it counts for its bot, from wherever. */
const counted = ['pagesPerBot', 'pagesPerBotAndRound'] as const;

const sitePath = '/rounds/{round}/site/{ticket}';

export const showPage = unlisted({
  path: sitePath,
  alsoAt: below(sitePath, 0),
  freshness: 'private',
  answer: document('text/html; charset=utf-8'),
  countsLate: counted,
  async handle({ params, search, count }, { rounds }: { readonly rounds: Rounds }) {
    const path = pathOf(params);
    const { counts, ...holder } = await holderOf(rounds, params, count);
    const make = async () => {
      const body = await rounds.maker.page(holder, path + search());
      if (body === undefined) throw notThere(`The site has no page "${shown(path)}".`);
      return { body };
    };
    return own(holder.botId, make, { headers: pageHeaders, counts });
  },
});

const filePath = '/rounds/{round}/files/{ticket}';

export const showFile = unlisted({
  path: `${filePath}/{a}`,
  alsoAt: below(filePath, 1),
  freshness: 'private',
  answer: document('application/octet-stream'),
  countsLate: counted,
  async handle({ params, count }, { rounds }: { readonly rounds: Rounds }) {
    const name = pathOf(params);
    const { made, botId } = await holderOf(rounds, params, count);
    const file = await rounds.maker.file({ made, botId }, name);
    if (!file) throw notThere(`The tasks have no file "${shown(name)}".`);
    return fileReply(file);
  },
});

async function holderOf(
  rounds: Rounds,
  { round: id = '', ticket = '' }: Params,
  count: (limit: (typeof counted)[number], who: string) => Promise<void>,
): Promise<{ made: Made; botId: string; counts: [(typeof counted)[number], string][] }> {
  const round = parseRoundId(rounds.sources.keys(), id);
  const keyed = round && (await rounds.keyed.get(round));
  const botId = keyed?.holder(ticket);
  if (!keyed || botId === undefined) throw notThere(`No bot of ${shown(id)} has the ticket "${shown(ticket)}".`);
  const counts: [(typeof counted)[number], string][] = [
    ['pagesPerBot', botId],
    ['pagesPerBotAndRound', `${keyed.round.id} ${botId}`],
  ];
  for (const [limit, who] of counts) await count(limit, who);
  return { made: keyed.made, botId, counts };
}

function notThere(what: string): ApiError {
  return new ApiError('not_found', what, {
    fix: "Take addresses from the bot's tasks: GET /api/agents/{id}/rounds/{round}/tasks.",
  });
}
