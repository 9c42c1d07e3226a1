/** A room made for a test: one operation in one file. */
import { body, json, operation } from 'papertape-contract/operation';
import { z } from 'zod';
import { feature } from '../../src/feature/feature.ts';
import { iso, type Clock } from '../../src/lib/clock.ts';
import type { Intake } from '../../src/storage/intake.ts';

const noteRequest = z.object({ text: z.string().max(40).meta({ maxLength: 40 }) }).meta({ id: 'NoteRequest' });
const note = z.object({ agent_id: z.string(), text: z.string(), at: z.string() }).meta({ id: 'Note' });

export const writeNote = operation({
  id: 'writeNote',
  method: 'post',
  path: '/api/agents/{agent_id}/note',
  tag: 'Identity',
  summary: 'Write a note',
  description: 'Answers what was written.',
  key: 'required',
  freshness: 'private',
  counts: ['recoveriesPerAddress'],
  body: body(noteRequest, { example: { text: 'hello' } }),
  idempotent: true,
  answer: json(note),
  codes: [],
  mcp: { name: 'arena_note', title: 'Write a note', description: 'Answers what was written.' },
  handle: ({ bot, body: { text }, once }, { clock, intake }: { clock: Clock; intake: Intake }) =>
    once(async (keep) => {
      const answer = { agent_id: bot.botId, text, at: iso(clock.now()) };
      const idempotency = keep(answer);
      if (idempotency) await intake.write({ idempotency });
      return answer;
    }),
});

export const notes = feature({ name: 'notes', operations: [writeNote] });
