/** Bare node:http that sends what another address answered (with a key, where one is given), byte for byte, headers included: the ceiling of ready bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tellProcessorTime } from './processor.ts';

const [, , address = '', key] = process.argv;
const authorization: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
const answer = await fetch(address, { headers: { 'accept-encoding': 'identity', ...authorization } });
const bytes = Buffer.from(await answer.arrayBuffer());
const skipped = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
const headers = Object.fromEntries([...answer.headers].filter(([name]) => !skipped.has(name)));
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
tellProcessorTime();
process.on('SIGTERM', () => process.exit(0));
