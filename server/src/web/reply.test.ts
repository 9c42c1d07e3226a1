import fastify from 'fastify';
import { expect, test } from 'vitest';
import { keptUrl } from './kept-url.ts';
import { createReadyBytes } from './ready-bytes.ts';
import { jsonType, sendReady } from './reply.ts';

test('an answer is made once for each address that it is kept under', async () => {
  let made = 0;
  const ready = createReadyBytes();
  const app = fastify();
  app.get('/list', (request, reply) =>
    sendReady({ ready }, request, reply, 'spot_crypto', jsonType, keptUrl(request, ['page']), async () =>
      JSON.stringify(++made),
    ),
  );
  for (const url of ['/list', '/list?a=1', '/list?page=2', '/list?b=1&page=2', '/l%69st', '/list?'])
    expect((await app.inject({ url })).statusCode).toBe(200);
  await app.close();
  expect(made).toBe(2);
});
