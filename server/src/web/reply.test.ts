import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createReadyBytes } from './ready-bytes.ts';
import { jsonType, sendReady } from './reply.ts';

async function madeFor(topic: string, urls: readonly string[]): Promise<number> {
  let made = 0;
  const ready = createReadyBytes();
  const app = fastify();
  app.get('/list', (request, reply) =>
    sendReady({ ready }, request, reply, topic, jsonType, async () => JSON.stringify(++made)),
  );
  for (const url of urls) expect((await app.inject({ url })).statusCode).toBe(200);
  await app.close();
  return made;
}

test('a document is made once, whatever stands behind its path', async () => {
  expect(await madeFor('documents', ['/list', '/list?a=1', '/list?b', '/list'])).toBe(1);
});

test('a list is made once for each of its addresses', async () => {
  expect(await madeFor('spot_crypto', ['/list', '/list?page=2', '/list', '/list?page=2'])).toBe(2);
});
