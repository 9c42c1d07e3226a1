import { json, operation, optionalBody } from 'papertape-contract/operation';
import { retireAck, retireRequest } from 'papertape-contract/profile';
import { iso, type Clock } from '../lib/clock.ts';
import { closeAfter } from '../lib/time.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { checkTexts } from '../texts/check-texts.ts';
import { retire } from './profile.job.ts';

export const retireAgent = operation({
  id: 'retireAgent',
  method: 'post',
  path: '/api/agents/{agent_id}/retire',
  tag: 'Identity',
  summary: 'Retire the bot',
  description: 'For good: its seat is free, its record stays visible. Pending orders still fill.',
  key: 'required',
  freshness: 'private',
  body: optionalBody(retireRequest, { example: { reason: 'A new version follows.' }, emptyIsNull: true }),
  answer: json(retireAck),
  codes: ['text_refused'],
  async handle(call, { db, intake, clock }: { db: Db; intake: Intake; clock: Clock }) {
    const { bot } = call;
    checkTexts({ reason: call.body.reason });
    const { at, reason } = await retire({ db, intake, clock }, bot, call.body.reason ?? null);
    call.changed([bot.league]);
    return {
      ok: true as const,
      agent_id: bot.botId,
      retired_at: iso(at),
      reason,
      unranked_from: iso(closeAfter(at)),
      warnings: [...call.warnings],
    };
  },
});
