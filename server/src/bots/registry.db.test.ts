/** Keys in memory: one look-up per key, shared while it is under way, and forgotten when told so. */
import { expect, test } from 'vitest';
import type { Bot, League } from '../../test/harness/league.ts';
import { leagueOfFile } from '../../test/harness/of-test.ts';
import type { Db } from '../storage/storage.ts';
import { createKey, hashKey } from './key.ts';
import { createRegistry } from './registry.ts';

let league: League;
let bot: Bot;
leagueOfFile((own) => ({ league, bot } = own));

/** A method of the database works on the database itself only. */
function bound(value: unknown, db: Db): unknown {
  return typeof value === 'function' ? (value as (...a: unknown[]) => unknown).bind(db) : value;
}

/** Counts the statements on the table of bots. */
function counting(db: Db): { db: Db; count: () => number } {
  let n = 0;
  const proxy = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'selectFrom') return bound(value, target);
      return (table: string) => {
        if (table === 'intake.bots') n++;
        return (value as (t: string) => unknown).call(target, table);
      };
    },
  });
  return { db: proxy, count: () => n };
}

test('one look-up per key, however many ask at once or later', async () => {
  const { db, count } = counting(league.app.deps.db);
  const registry = createRegistry(db);
  const all = await Promise.all(Array.from({ length: 20 }, () => registry.authenticate(`Bearer ${bot.key}`)));
  expect(new Set(all).size).toBe(1);
  expect(await registry.authenticate(`Bearer ${bot.key}`)).toBe(all[0]);
  expect(count()).toBe(1);
});

test('an unknown key is looked up each time and kept nowhere: a bot that gets it later is found', async () => {
  const { db, count } = counting(league.app.deps.db);
  const registry = createRegistry(db);
  const key = createKey();
  for (let i = 0; i < 3; i++)
    await expect(registry.authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unknown_key', status: 401 });
  expect(count()).toBe(3);
});

test('forgotten, a bot is read again with its last receipt', async () => {
  const registry = createRegistry(league.app.deps.db);
  const before = await registry.authenticate(`Bearer ${bot.key}`);
  expect(before.head).toEqual({ sequence: 0, receipt: '' });
  const ack = await bot.weights({ 'BTC-USD': 0.5 });
  expect((await registry.authenticate(`Bearer ${bot.key}`)).head.sequence).toBe(0);
  registry.forget(before);
  expect((await registry.authenticate(`Bearer ${bot.key}`)).head).toEqual({ sequence: 1, receipt: ack.receipt.hash });
});

test('a bot that was overtaken goes on with what is stored, and no more when its key is dead', async () => {
  const { db } = league.app.deps;
  const registry = createRegistry(db);
  const before = await registry.authenticate(`Bearer ${bot.key}`);
  const { botId, keyHash } = before;
  const chain = { botId, keyHash, isRetired: false, sequence: 7, receipt: 'elsewhere', receivedAt: 1 };
  const on = registry.goOn(before, chain);
  expect([on.retired, on.head]).toEqual([false, { sequence: 7, receipt: 'elsewhere' }]);
  expect(await registry.authenticate(`Bearer ${bot.key}`)).toBe(on);
  expect(registry.goOn(before, { ...chain, isRetired: true }).retired).toBe(true);
  for (const other of [{ ...chain, keyHash: 'f'.repeat(64) }, undefined])
    expect(() => registry.goOn(before, other)).toThrow('No bot has this API key.');
  expect((await registry.authenticate(`Bearer ${bot.key}`)).head.sequence).not.toBe(7);
});

test('under its new key a bot goes on with the orders that are under way, and not after one of them failed', async () => {
  const { db } = league.app.deps;
  const registry = createRegistry(db);
  const rotated = await league.enter();
  const before = await registry.authenticate(`Bearer ${rotated.key}`);
  // Handed in, and not stored yet.
  Object.assign(before.head, { sequence: 7, receipt: 'under way' });
  const { api_key: newKey } = await rotated.rotateKey();
  registry.replaced(before);
  await expect(registry.authenticate(`Bearer ${rotated.key}`)).rejects.toMatchObject({ code: 'unknown_key' });
  const after = await registry.authenticate(`Bearer ${newKey}`);
  expect(after).toMatchObject({ botId: rotated.id, keyHash: hashKey(newKey) });
  expect(after.head).toBe(before.head);
  registry.replaced(after);
  registry.forget(before);
  expect((await registry.authenticate(`Bearer ${newKey}`)).head).toEqual({ sequence: 0, receipt: '' });
});

test('what was being read when a bot was forgotten is not kept: a key that dies meanwhile stays dead', async () => {
  const { db } = league.app.deps;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  // The answer of the database is held back until the key has died.
  const slow = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'selectFrom') return bound(value, target);
      return (table: 'intake.bots') => {
        const query = target.selectFrom(table);
        return table === 'intake.bots' ? held(query, gate) : query;
      };
    },
  });
  const registry = createRegistry(slow);
  const reading = registry.authenticate(`Bearer ${bot.key}`);
  const { keyHash } = await createRegistry(db).authenticate(`Bearer ${bot.key}`);
  registry.forget({ keyHash, botId: bot.id });
  release();
  await reading;
  const next = createKey();
  await db
    .updateTable('intake.bots')
    .set({ key_hash: hashKey(next) })
    .where('agent_id', '=', bot.id)
    .execute();
  await expect(registry.authenticate(`Bearer ${bot.key}`)).rejects.toMatchObject({ code: 'unknown_key' });
  expect(await registry.authenticate(`Bearer ${next}`)).toMatchObject({ botId: bot.id });
});

/** A query whose answer waits, whatever is asked of it. */
function held<T extends object>(query: T, gate: Promise<void>): T {
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = (value as (...a: unknown[]) => unknown).apply(target, args);
        if (result instanceof Promise) return result.then((r: unknown) => gate.then(() => r));
        return typeof result === 'object' && result !== null ? held(result, gate) : result;
      };
    },
  });
}
