// node compare.mjs REQUESTS: what Solana Pay's own library reads in our payment requests, and what it writes for the same. Prints both as JSON.

import { encodeURL, parseURL } from '@solana/pay';

const list = (of) => (Array.isArray(of) ? of : [of]).map(String);
const told = JSON.parse(process.argv[2]).map(({ url, recipient, amount, reference, label, message, memo }) => {
  const read = parseURL(url);
  return {
    read: {
      recipient: String(read.recipient),
      amount: String(read.amount),
      reference: list(read.reference),
      label: read.label,
      message: read.message,
      memo: read.memo,
    },
    written: String(encodeURL({ recipient, amount: Number(amount), reference, label, message, memo })),
  };
});
process.stdout.write(`${JSON.stringify(told)}\n`);
