/** Payment requests against Solana Pay's own library: it reads in them what was meant, and writes the same ones. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { encodeBase58 } from '../server/src/lib/base58.ts';
import { seededBytes } from '../server/src/lib/seeded-random.ts';
import { lamportsFor, solText } from '../server/src/payments/money.ts';
import { payUrl } from '../server/src/payments/pay-url.ts';
import { products } from '../server/src/payments/products.ts';
import { runProgram } from './programs.ts';

const program = join(fileURLToPath(new URL('./solana-pay/', import.meta.url)), 'compare.mjs');

interface Told {
  readonly read: object;
  readonly written: string;
}

test("each product's request is what Solana Pay's own library reads and writes, at a cheap and at a dear SOL", async () => {
  const random = seededBytes('solana pay');
  const requests = products.flatMap(({ id, label: message, priceUsdCents }) =>
    // USD per SOL with 8 places: 0.5, 148.37 and 99,999.99.
    [50_000_000n, 14_837_000_000n, 9_999_999_000_000n].map((rate) => {
      const lamports = lamportsFor(priceUsdCents, rate);
      const [recipient, reference] = [encodeBase58(random(32)), encodeBase58(random(32))];
      const words = { label: 'Papertape', message, memo: `papertape ${id}` };
      const url = payUrl({ recipient, lamports, reference, ...words });
      return { url, recipient, amount: solText(lamports), reference, ...words };
    }),
  );
  const { code, output } = await runProgram(program, [JSON.stringify(requests)]);
  expect(code, output).toBe(0);
  const told = JSON.parse(output.trim().split('\n').at(-1) ?? '') as readonly Told[];
  expect(told).toHaveLength(products.length * 3);
  for (const [i, { url, amount, reference, ...of }] of requests.entries()) {
    expect(told[i]?.written).toBe(url);
    expect(told[i]?.read).toEqual({ ...of, amount: String(Number(amount)), reference: [reference] });
  }
});
