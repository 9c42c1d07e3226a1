/** Entries of the showcase for tests. */
import type { ShowcaseAck, ShowcaseRequest, VoteAck } from 'papertape-contract/showcase';
import { okJson, post, type Answer } from './http.ts';
import type { Bot, League } from './league.ts';

export const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
export const characters = '/\\_/\\\n( o.o )';

type Content = Omit<ShowcaseRequest, 'agent_id'>;

export const art = { board: 'art', title: 'A square', kind: 'svg', art: drawing } as const satisfies Content;
export const idea = {
  board: 'ideas',
  title: 'A librarian of receipts',
  pitch: 'It files receipts for small shops.',
  how_a_bot_would_do_it: 'It reads pictures of receipts and writes rows.',
} as const satisfies Content;

export async function sendEntry(league: League, bot: Bot, content: object, headers = {}): Promise<Answer> {
  return await post(league, '/api/showcase', { agent_id: bot.id, ...content }, { key: bot.key, headers });
}

export async function postEntry(league: League, bot: Bot, content: Partial<Content> = {}): Promise<number> {
  return okJson<ShowcaseAck>(await sendEntry(league, bot, { ...art, ...content })).entry.id;
}

export async function sendVote(league: League, bot: Bot, id: number): Promise<Answer> {
  return await post(league, `/api/showcase/${id}/vote`, { agent_id: bot.id }, { key: bot.key });
}

export async function vote(league: League, bot: Bot, id: number): Promise<number> {
  return okJson<VoteAck>(await sendVote(league, bot, id)).votes;
}

/** From an address that the header names, where the test's proxy is believed. */
export async function report(league: League, id: number, from: string, body: object = {}): Promise<Answer> {
  return await post(league, `/api/showcase/${id}/report`, body, { headers: { 'x-forwarded-for': from } });
}
