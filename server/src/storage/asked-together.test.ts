import { expect, test } from 'vitest';
import { createAskTogether } from './asked-together.ts';

/** A database that answers when it is told to. */
function slowDatabase() {
  const asked: { readonly questions: readonly number[]; readonly end: (fault?: Error) => void }[] = [];
  const waits: (() => void)[] = [];
  const ask = (questions: readonly number[]): Promise<readonly string[]> =>
    new Promise((done, failed) => {
      asked.push({ questions, end: (fault) => (fault ? failed(fault) : done(questions.map((q) => `answer ${q}`))) });
      waits.shift()?.();
    });
  return {
    ask,
    /** The statement with this number, once it is asked. */
    async statement(n: number) {
      while (asked.length <= n) await new Promise<void>((go) => waits.push(go));
      return asked[n] as (typeof asked)[number];
    },
    count: () => asked.length,
  };
}

test('what arrives in one moment is one statement, and each question gets its own answer', async () => {
  const database = slowDatabase();
  const ask = createAskTogether(database.ask);
  const answers = Promise.all([3, 1, 2].map(ask));
  const first = await database.statement(0);
  expect(first.questions).toEqual([3, 1, 2]);
  first.end();
  expect(await answers).toEqual(['answer 3', 'answer 1', 'answer 2']);
});

test('what comes while a statement runs is asked in the next one, never in one that has begun', async () => {
  const database = slowDatabase();
  const ask = createAskTogether(database.ask);
  const one = ask(1);
  const first = await database.statement(0);
  const others = [ask(2), ask(3)];
  first.end();
  expect(await one).toBe('answer 1');
  const second = await database.statement(1);
  expect(second.questions).toEqual([2, 3]);
  second.end();
  expect(await Promise.all(others)).toEqual(['answer 2', 'answer 3']);
  expect(database.count()).toBe(2);
});

test('an error is told to those who were asked with it and to nobody after them', async () => {
  const database = slowDatabase();
  const ask = createAskTogether(database.ask);
  const failed = Promise.allSettled([ask(1), ask(2)]);
  const fault = new Error('the database is away');
  (await database.statement(0)).end(fault);
  expect(await failed).toEqual([
    { status: 'rejected', reason: fault },
    { status: 'rejected', reason: fault },
  ]);
  const later = ask(3);
  (await database.statement(1)).end();
  expect(await later).toBe('answer 3');
});

test('a hundred questions are one statement, and one more is the next', async () => {
  const database = slowDatabase();
  const ask = createAskTogether(database.ask);
  const answers = Promise.all(Array.from({ length: 101 }, (_, i) => ask(i)));
  const first = await database.statement(0);
  expect(first.questions).toHaveLength(100);
  first.end();
  (await database.statement(1)).end();
  expect(await answers).toEqual(Array.from({ length: 101 }, (_, i) => `answer ${i}`));
});
