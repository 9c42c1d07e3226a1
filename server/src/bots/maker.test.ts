import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailboxOf, makerIdOf, makerIdPattern } from './maker.ts';

const secret = 'ab'.repeat(32);

test('spellings of one mailbox are one', () => {
  for (const [contact, mailbox] of [
    ['Ann@Example.test', 'ann@example.test'],
    ['ann+bot2@example.test', 'ann@example.test'],
    ['ann.lee@example.test', 'ann.lee@example.test'],
    ['Ann.L.ee+x+y@Gmail.com', 'annlee@gmail.com'],
    ['annlee@googlemail.com', 'annlee@gmail.com'],
    ['+tag@example.test', '+tag@example.test'],
    ['ａｎｎ@example.test', 'ann@example.test'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@XN--BCHER-KVA.example', 'ann@xn--bcher-kva.example'],
  ]) {
    expect(mailboxOf(contact ?? ''), contact).toBe(mailbox);
  }
});

test('others are others', () => {
  const contacts = ['a@b.test', 'b@b.test', 'a@c.test', 'a.b@c.test', 'ab@c.test', 'a-b@c.test'];
  expect(new Set(contacts.map((c) => makerIdOf(secret, c))).size).toBe(contacts.length);
});

test('an id has its form, the same each time, another with another key, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const id = makerIdOf(secret, text);
      expect(id).toMatch(makerIdPattern);
      expect(makerIdOf(secret, text)).toBe(id);
    }),
  );
  expect(makerIdOf(secret, 'ann@example.test')).not.toBe(makerIdOf('cd'.repeat(32), 'ann@example.test'));
});
