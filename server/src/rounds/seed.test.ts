import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundAt } from './calendar.ts';
import { commitmentOf, planKey, referenceKey, secretOf, seedOf, ticketOf, variantKey, type Promised } from './seed.ts';

const master = Buffer.alloc(32, 7);
const round = roundAt('deal_finder', Date.parse('2026-11-18T00:00:00Z'));
const secret = secretOf(master, round);
const promised: Promised = {
  source: 'generated:deal_finder/1:00',
  levels: [1, 2],
  items: 4,
  stake: 10_000,
  secretHash: createHash('sha256').update(secret).digest('hex'),
};

test('each value is the plain HMAC or hash that the documents say', () => {
  const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  expect(secret).toEqual(mac(master, 'papertape-round-secret/1\ndeal_finder\n2026-W47-3'));
  const text = `["papertape-commit/1","deal_finder","2026-W47-3","2026-11-18T00:00:00.000Z","2026-11-18T23:00:00.000Z","generated:deal_finder/1:00",[1,2],4,10000,"${promised.secretHash}"]`;
  const commitment = createHash('sha256').update(text).digest('hex');
  expect(commitmentOf(round, promised)).toBe(commitment);
  const seed = seedOf(secret, commitment, 'beacon', 0);
  expect(seed).toEqual(mac(secret, `papertape-round-seed/1\n${commitment}\nbeacon\n0`));
  expect(planKey(seed)).toEqual(mac(seed, 'plan'));
  expect(variantKey(seed, 'agt_1')).toEqual(mac(seed, 'variant\nagt_1'));
  expect(referenceKey(seed, 3)).toEqual(mac(seed, 'reference\n3'));
});

test('golden values, as a program in Python computed them', () => {
  const commitment = commitmentOf(round, promised);
  const seed = seedOf(secret, commitment, 'beacon', 1);
  expect([commitment, seed.toString('hex'), ticketOf(seed, 'agt_1')]).toEqual([
    'ba44a0a87705749a0790611d184588e2b8ef8d88c251d0a348d763420a95c9a0',
    'f71652bb77be36c0ed930d231343c969e4fe3889d245ba35be8190ad991fd6e0',
    '07isfceq7pivdtte81vstkmdqj',
  ]);
});

test('whatever is promised, another promise has another commitment', () => {
  const arbitrary = fc.record({
    source: fc.string(),
    levels: fc.array(fc.integer({ min: 1, max: 9 })),
    items: fc.nat(20),
    stake: fc.nat(100_000),
    secretHash: fc.stringMatching(/^[0-9a-f]{64}$/),
  });
  fc.assert(
    fc.property(arbitrary, arbitrary, (a, b) => {
      expect(commitmentOf(round, a) === commitmentOf(round, b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

test('tickets are of one form, and each bot, attempt and beacon has its own', () => {
  const seeds = ['a', 'b'].flatMap((beacon) => [0, 1].map((attempt) => seedOf(secret, 'c', beacon, attempt)));
  const tickets = seeds.flatMap((seed) => ['agt_1', 'agt_2'].map((bot) => ticketOf(seed, bot)));
  for (const ticket of tickets) expect(ticket).toMatch(/^[0-9a-v]{26}$/);
  expect(new Set(tickets).size).toBe(8);
});
