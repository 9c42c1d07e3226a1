/** The exchanges that are asked for the rate of SOL, on this machine: each answers in its own form. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalRates {
  /** For PAPERTAPE_PAY_RATES. */
  readonly setting: string;
  /** What a source says from now on: USD per SOL, or nothing at all. */
  set(source: 'coinbase' | 'kraken' | 'pyth', price: string | undefined): void;
  close(): Promise<void>;
}

const feed = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';

/** @param now seconds since 1970. */
export async function startLocalRates(now: () => number): Promise<LocalRates> {
  const prices = new Map<string, string | undefined>([
    ['coinbase', '148.37'],
    ['kraken', '148.40'],
    ['pyth', '148.34'],
  ]);
  const bodies: Readonly<Record<string, (price: string) => object>> = {
    coinbase: (amount) => ({ data: { base: 'SOL', currency: 'USD', amount } }),
    kraken: (price) => ({ error: [], result: { SOLUSD: { c: [price, '1.0'] } } }),
    pyth: (price) => ({
      parsed: [
        {
          id: feed,
          price: { price: String(Math.round(Number(price) * 1e8)), conf: '1', expo: -8, publish_time: now() },
        },
      ],
    }),
  };
  const server = createServer((request, response) => {
    const name = request.url?.split('/')[1] ?? '';
    const price = prices.get(name);
    const body = bodies[name];
    if (price === undefined || !body) return void response.writeHead(503).end();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body(price)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    setting: [...prices.keys()].map((name) => `${name}=http://127.0.0.1:${port}/${name}`).join(','),
    set: (source, price) => void prices.set(source, price),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
