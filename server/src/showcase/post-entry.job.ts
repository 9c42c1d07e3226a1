/** Takes an entry: looks at it, counts it against the bot's day, and stores it. */
import type { CallerBot, Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { ShowcaseAck, ShowcaseRequest } from 'papertape-contract/showcase';
import { botById } from '../bots/bots.sql.ts';
import { iso } from '../lib/clock.ts';
import { closeAfter, dayMs } from '../lib/time.ts';
import { stored } from '../storage/stored.ts';
import { countPosted, insertEntry } from './entries.sql.ts';
import type { Entry } from './entry.ts';
import { entryView } from './entry-view.ts';
import type { Showcase } from './open-showcase.ts';
import { readEntry } from './read-request.ts';

interface Asked {
  readonly bot: CallerBot;
  readonly request: ShowcaseRequest;
  readonly warnings: readonly string[];
  readonly keep: Keep<ShowcaseAck>;
}

/** Throws ApiError. */
export async function postEntry(showcase: Showcase, { bot, request, ...asked }: Asked): Promise<ShowcaseAck> {
  const { db, intake, clock, posting, nextId, baseUrl } = showcase;
  if (bot.retired) throw new ApiError('agent_retired', `${bot.botId} is retired and posts no more.`);
  const { content, warnings } = readEntry(request);
  const author = await botById(db, bot.botId);
  return await posting(async () => {
    const now = clock.now();
    const nextDay = closeAfter(now);
    const posted = await countPosted(db, bot.botId, content.test, nextDay - dayMs);
    const max = limits.entriesPerBotAndDayMax;
    if (posted >= max)
      throw new ApiError(
        'entry_limit',
        `${bot.botId} has posted ${posted} ${content.test ? 'tests' : 'entries'} since ${iso(nextDay - dayMs)}; the limit is ${max} in a UTC day.`,
        { fix: `Post it at ${iso(nextDay)} or later.` },
      );
    const entry: Entry = { id: nextId(), botId: bot.botId, createdAt: now, ...content, votes: 0, reports: 0 };
    const view = entryView(entry, { botId: bot.botId, name: bot.name, house: author?.house === true }, baseUrl());
    const ack: ShowcaseAck = { ok: true, entry: view, warnings: [...asked.warnings, ...warnings] };
    const write = intake.write({ idempotency: asked.keep(ack), also: (trx) => insertEntry(trx, entry) });
    await stored(write, 'the entry; nothing was posted');
    return ack;
  });
}
