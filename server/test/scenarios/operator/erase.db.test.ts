/**
 * What the operator does for whoever asks about their data: everything that is stored about a contact as one document, and erasing it, after
 * which the address is nowhere in the data, no mail is written, and every fact stands.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportContact } from '../../../src/desk/contact-export.ts';
import { withheld } from '../../../src/desk/contact-export.sql.ts';
import { eraseWho } from '../../../src/desk/erase-contact.ts';
import { get, okJson, post } from '../../harness/http.ts';
import { tables } from '../../../src/storage/database.ts';
import { columnsOf } from '../../../src/storage/table.ts';
import { openLeague } from '../../harness/league.ts';
import { differencesOf } from '../../harness/operator.ts';

const nowhere = join('no', 'such', 'folder');

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
    const waiting = async (): Promise<number> => await league.app.deps.mails.waiting();
    expect(await waiting()).toBe(1);
    const before = okJson<{ maker_id: string }>(await get(league, `/api/agents/${bot.id}`));

    expect(await eraseWho(db, 'ann.lee@example.test', nowhere)).toContain('is erased from 1 bot,');
    expect(await waiting()).toBe(0);
    const { rows } = await sql<{ contact: string }>`select contact from intake.bots order by agent_id`.execute(db);
    expect(rows.map((r) => r.contact)).toEqual(['', 'other@example.test']);
    // Whoever knows the address is answered as ever, and nothing is mailed.
    await ask('ann.lee@example.test');
    await league.app.runMails();
    expect(await waiting()).toBe(0);
    expect(okJson(await get(league, `/api/agents/${bot.id}`))).toEqual(before);
    expect(await eraseWho(db, before.maker_id, nowhere)).toContain('was erased before');
    await expect(eraseWho(db, 'nobody@example.test', nowhere)).rejects.toThrow('No bot was registered with');
    await expect(eraseWho(db, 'nobody', nowhere)).rejects.toThrow('There is no maker or contact');
    okJson(await post(league, `/api/agents/${other.id}/profile`, { style: 'calm' }, { key: other.key }));
    expect(await differencesOf(league)).toEqual([]);
  } finally {
    await league.close();
  }
});

interface Exported {
  readonly maker_id: string;
  readonly bots: readonly string[];
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>;
  readonly outbox: readonly { readonly file: string; readonly text: string }[];
}

test('mails in the outbox are in the export, and erased: his, in any spelling, and nobody else’s', async () => {
  const league = await openLeague();
  try {
    await league.advance({ minutes: 5 });
    const bot = await league.enter({ contact: 'Ann.Lee+1@example.test' });
    const other = await league.enter({ contact: 'other@example.test' });
    const { db } = league.app.storage;
    const outbox = join(league.database.env['DATA_DIR'] as string, 'outbox');
    for (const [of, contact] of [
      [bot, 'ann.lee@example.test'],
      [other, 'other@example.test'],
    ] as const)
      okJson(await post(league, `/api/agents/${of.id}/recover`, { contact }));
    await league.app.runMails();
    const written = readdirSync(outbox);
    expect(written).toHaveLength(2);
    mkdirSync(outbox, { recursive: true });
    // Another spelling of a header, one that is half written, and what is no mail to anybody.
    writeFileSync(
      join(outbox, 'a.eml'),
      'Subject: x\r\nTo: Ann\r\n <ANN.LEE@example.test>\r\n\r\nTo: other@example.test\r\n',
    );
    writeFileSync(join(outbox, '.b.eml.part'), 'To: ann.lee+2@example.test\n');
    writeFileSync(join(outbox, 'c.eml'), 'Subject: ann.lee@example.test\n\nTo: ann.lee@example.test\n');
    writeFileSync(join(outbox, 'note.txt'), 'To: ann.lee@example.test\n');

    const before = JSON.parse(await exportContact(db, 'ann.lee@example.test', outbox)) as Exported;
    expect(before.outbox).toHaveLength(3);
    expect(before.outbox.every(({ text }) => !text.startsWith('To: other'))).toBe(true);
    const told = await eraseWho(db, 'ann.lee@example.test', outbox);
    expect(told).toContain('outbox  3 mails to it deleted');
    expect(told).toContain('left    backups made before');
    const left = readdirSync(outbox);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining(['c.eml', 'note.txt']));
    const kept = left.find((name) => written.includes(name)) as string;
    expect(readFileSync(join(outbox, kept), 'utf8')).toContain('other@example.test');
    expect(await eraseWho(db, 'ann.lee@example.test', outbox)).toContain('no mail to it lay there');
    const after = JSON.parse(await exportContact(db, before.maker_id, outbox)) as Exported;
    expect(after.outbox).toEqual([]);
    expect(JSON.stringify(after)).not.toMatch(/ann\.?lee/i);
    expect(existsSync(nowhere)).toBe(false);
  } finally {
    await league.close();
  }
});

test('an export has every row that names the maker or a bot of it, of every table, and no secret', async () => {
  const league = await openLeague({ start: '2026-03-02T23:00:00Z', env: { PAPERTAPE_WEBHOOKS: 'local' } });
  try {
    await league.advance({ minutes: 5 });
    const [one, two] = [
      await league.enter({ contact: 'ann@example.test' }),
      await league.enter({ contact: 'ann@example.test' }),
    ];
    const other = await league.enter({ contact: 'other@example.test' });
    for (const bot of [one, two, other]) {
      await bot.weights({ 'BTC-USD': 0.5 }, { reason: `because of ${bot.id}`, idempotencyKey: `key of ${bot.id}` });
      await bot.weights({ 'ETH-USD': 0.5 }, { sandbox: true });
    }
    const hook = { url: 'http://127.0.0.1:9/hook' };
    const { secret } = okJson<{ secret: string }>(
      await post(league, `/api/agents/${one.id}/webhook`, hook, { key: one.key }),
    );
    await league.advance({ minutes: 65 });
    await two.retire();
    const { db } = league.app.storage;
    const text = await exportContact(db, 'ANN@example.test', nowhere);
    const found = JSON.parse(text) as Exported;
    expect([...found.bots].toSorted()).toEqual([one.id, two.id].toSorted());
    for (const hidden of [one.key, two.key, secret, other.id, 'other@example.test']) expect(text).not.toContain(hidden);
    expect(text).toContain(`because of ${one.id}`);
    expect(text).toContain('"contact": "ann@example.test"');
    // Counted by columns that name a bot, independently of how the export finds its rows.
    for (const table of Object.keys(tables) as (keyof typeof tables)[]) {
      const columns = columnsOf(tables[table]).map(({ name }) => name);
      if (!columns.includes('agent_id')) continue;
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
      const ours = rows.filter((row) => [one.id, two.id].includes(row['agent_id'] as string));
      expect([table, found.tables[table]?.length ?? 0]).toEqual([table, ours.length]);
      for (const row of found.tables[table] ?? [])
        expect(Object.keys(row)).toEqual(columns.filter((name) => !withheld.includes(name)));
    }
    expect(Object.keys(found.tables)).toEqual(
      expect.arrayContaining([
        'intake.bots',
        'intake.orders',
        'intake.idempotency',
        'intake.webhooks',
        'ledger.closes',
      ]),
    );
    await expect(exportContact(db, 'nobody@example.test', nowhere)).rejects.toThrow('No bot was registered with');
  } finally {
    await league.close();
  }
});
