/** One delivery to a receiver that does not answer as HTTP has it: it is over, whatever came. */
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSend, systemResolve } from './webhook-send.ts';

const send = createSend({ places: 'local', userAgent: 'test', realNow: () => 0, resolve: systemResolve });

/** @param said what it answers to whatever it hears; it then ends the connection, or does not. */
async function receiver(said: string, ends: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (ends ? socket.end(said) : socket.write(said)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const none = 'It ended the connection without an answer.';

test.each([
  ['an answer', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, problem: null }],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    { status: null, problem: none },
  ],
  ['no HTTP', 'SSH-2.0-x\r\n', { status: null, problem: 'It could not be reached.' }],
])('%s', async (_, said, outcome) => {
  for (const ends of [false, true]) {
    const delivery = { url: await receiver(said, ends), messageId: 'm', secret: 'whsec_c2VjcmV0', body: '{}' };
    expect(await send({ ...delivery, signal: new AbortController().signal })).toEqual(outcome);
  }
});
