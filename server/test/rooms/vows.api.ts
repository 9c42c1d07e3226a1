/** A room made for a test: a table of its own, an operation that writes it, one that reads it, and a step at the mark. */
import { sql } from 'kysely';
import { body, json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { z } from 'zod';
import { feature } from '../../src/feature/feature.ts';
import type { Intake } from '../../src/storage/intake.ts';
import type { Migration } from '../../src/storage/migration.ts';
import type { Db } from '../../src/storage/storage.ts';

const vowsTable: Migration = {
  name: 'vows/0001-vows',
  kind: 'contract',
  statements: () => ['create table intake.vows (agent_id text not null primary key, words text not null)'],
};

const vowRequest = z.object({ words: z.string().meta({ maxLength: 80 }) }).meta({ id: 'VowRequest' });
const vow = z.object({ agent_id: z.string(), words: z.string() }).meta({ id: 'Vow' });
const vows = z.object({ vows: z.array(vow) }).meta({ id: 'Vows' });

export const makeVow = operation({
  id: 'makeVow',
  method: 'post',
  path: '/api/agents/{agent_id}/vow',
  tag: 'Identity',
  summary: 'Vow something',
  description: 'Once for each bot.',
  key: 'required',
  freshness: 'private',
  body: body(vowRequest, { example: { words: 'a tenth' } }),
  answer: json(vow),
  codes: [],
  async handle({ bot, body: { words }, changed }, { intake }: { intake: Intake }) {
    await intake.write({
      also: async (trx) => {
        await sql`insert into intake.vows (agent_id, words) values (${bot.botId}, ${words})`.execute(trx);
      },
    });
    changed([bot.league]);
    return { agent_id: bot.botId, words };
  },
});

export const listVows = operation({
  id: 'listVows',
  method: 'get',
  path: '/api/vows',
  tag: 'Identity',
  summary: 'All vows',
  description: 'In the order of the bots.',
  key: 'never',
  freshness: 'kept',
  answer: json(vows),
  codes: [],
  handle: async (_, { db }: { db: Db }) =>
    kept('*', async () => {
      const { rows } = await sql<z.infer<typeof vow>>`select agent_id, words from intake.vows order by 1`.execute(db);
      return { vows: rows };
    }),
});

export const vowing = feature({
  name: 'vowing',
  migrations: [vowsTable],
  operations: [makeVow, listVows],
  atMark: new URL('vows.mark.ts', import.meta.url),
});
