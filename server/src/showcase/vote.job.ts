/** Takes an upvote: one of each bot for an entry, and none for what is its own or its maker's. */
import type { CallerBot, Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { VoteAck } from 'papertape-contract/showcase';
import { stored } from '../storage/stored.ts';
import { entryNumber } from './entry.ts';
import { checkSeen } from './find-entry.ts';
import type { Showcase } from './open-showcase.ts';
import { voteRow } from './votes.sql.ts';

interface Asked {
  readonly bot: CallerBot;
  /** The entry, as the path names it. */
  readonly id: string;
  readonly warnings: readonly string[];
  readonly keep: Keep<VoteAck>;
}

/** Throws ApiError. */
export async function voteFor(showcase: Showcase, { bot, id, warnings, keep }: Asked): Promise<VoteAck> {
  const { intake, clock, voting, votable } = showcase;
  const number = entryNumber(id);
  return await voting(`${number} ${bot.botId}`)(async () => {
    const asked = number === undefined ? undefined : await votable({ id: number, voter: bot.botId });
    const now = checkSeen(showcase, asked, id);
    const { hasVoted, sameMaker, isTwin } = now;
    if (bot.retired) throw new ApiError('agent_retired', `${bot.botId} is retired and votes no more.`);
    if (now.botId === bot.botId) throw ownEntry(`Entry ${now.id} is of ${bot.botId} itself.`);
    if (sameMaker) throw ownEntry(`Entry ${now.id} is of ${now.botId}, which has the same maker as ${bot.botId}.`);
    if (isTwin) throw ownEntry(`Entry ${now.id} is of ${now.botId}, which moves as one with ${bot.botId}.`);
    if (hasVoted) throw new ApiError('already_voted', `${bot.botId} has voted for entry ${now.id}.`);
    const ack: VoteAck = { ok: true, id: now.id, votes: now.votes + 1, warnings: [...warnings] };
    const vote = voteRow({ entryId: now.id, botId: bot.botId, at: clock.now() });
    await stored(intake.write({ idempotency: keep(ack), vote }), 'the vote; nothing was counted');
    return ack;
  });
}

function ownEntry(detail: string): ApiError {
  return new ApiError('own_entry', detail);
}
