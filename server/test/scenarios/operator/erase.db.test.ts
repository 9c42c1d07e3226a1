/** Erasing a contact: the address is nowhere in the data, no mail is written, and every fact stands. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseWho } from '../../../src/desk/erase-contact.ts';
import { get, okJson, post } from '../../harness/http.ts';
import { openLeague } from '../../harness/league.ts';
import { differencesOf } from '../../harness/operator.ts';

test('the address and its mails are gone, the bots stay one maker’s, and a second time changes nothing', async () => {
  const league = await openLeague();
  try {
    await league.advance({ minutes: 5 });
    const bot = await league.enter({ contact: 'Ann.Lee+1@example.test' });
    const other = await league.enter({ contact: 'other@example.test' });
    const { db } = league.app.storage;
    const ask = async (contact: string): Promise<unknown> =>
      okJson(await post(league, `/api/agents/${bot.id}/recover`, { contact }));
    await ask('ann.lee@example.test');
    await league.app.deps.recovery.drained();
    const waiting = async (): Promise<number> => await league.app.deps.mails.waiting();
    expect(await waiting()).toBe(1);
    const before = okJson<{ maker_id: string }>(await get(league, `/api/agents/${bot.id}`));

    expect(await eraseWho(db, 'ann.lee@example.test')).toContain('is erased from 1 bot,');
    expect(await waiting()).toBe(0);
    const { rows } = await sql<{ contact: string }>`select contact from intake.bots order by agent_id`.execute(db);
    expect(rows.map((r) => r.contact)).toEqual(['', 'other@example.test']);
    // Whoever knows the address is answered as ever, and nothing is mailed.
    await ask('ann.lee@example.test');
    await league.app.runMails();
    expect(await waiting()).toBe(0);
    expect(okJson(await get(league, `/api/agents/${bot.id}`))).toEqual(before);
    expect(await eraseWho(db, before.maker_id)).toContain('was erased before');
    await expect(eraseWho(db, 'nobody@example.test')).rejects.toThrow('No bot was registered with');
    await expect(eraseWho(db, 'nobody')).rejects.toThrow('There is no maker or contact');
    okJson(await post(league, `/api/agents/${other.id}/profile`, { style: 'calm' }, { key: other.key }));
    expect(await differencesOf(league)).toEqual([]);
  } finally {
    await league.close();
  }
});
