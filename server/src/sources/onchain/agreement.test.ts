import { expect, test } from 'vitest';
import { readAgreed } from './agreement.ts';

/** What each endpoint says; `-` = it does not answer. */
async function agree(
  said: string,
  configured = said.length,
): Promise<{ readonly result: unknown; readonly asked: number }> {
  let asked = 0;
  const found = await readAgreed(
    Array.from({ length: said.length }, (_, i) => i),
    configured,
    (i) => {
      asked++;
      const value = said[i] ?? '-';
      return Promise.resolve(value === '-' ? { ok: false, error: 'silent' } : { ok: true, value });
    },
    (value) => value,
  );
  if (found.kind === 'agreed')
    return { result: `${found.value} without ${found.others.map((o) => o.endpoint).join('')}`, asked };
  return { result: found.kind === 'differ' ? `differ ${found.told.map((t) => t.endpoint).join('')}` : 'unread', asked };
}

test.each<[string, string, number | undefined, string, number]>([
  ['one alone', 'a', 1, 'a without ', 1],
  ['two of three are enough', 'aaa', 3, 'a without ', 2],
  ['the first one lies', 'xaa', 3, 'a without 0', 3],
  ['the second one lies', 'axa', 3, 'a without 1', 3],
  ['one lies and one is silent', 'xa-', 3, 'differ 01', 3],
  ['three that say three things', 'abc', 3, 'differ 012', 3],
  ['two that differ', 'ab', 2, 'differ 01', 2],
  ['one of two is silent', 'a-', 2, 'unread', 2],
  ['one is silent, the next two agree', '-aa', 3, 'a without ', 3],
  ['two of five lie alike', 'xxaaa', 5, 'x without ', 2],
  ['one of five lies: three of them must agree', 'xaaaa', 5, 'a without 0', 4],
  ['nobody has the block', '', 3, 'unread', 0],
])('%s', async (_, said, configured, expected, asked) => {
  expect(await agree(said, configured)).toEqual({ result: expected, asked });
});
