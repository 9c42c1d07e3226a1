/** HAProxy as docs/operators/cluster.md configures it, in front of processes of this machine. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export const hasProxy = spawnSync('haproxy', ['-v']).error === undefined;

export interface DocumentProxy {
  readonly url: string;
  readonly process: ChildProcess;
}

/**
 * @param at the document's addresses that stand for one of this machine, such as 10.0.0.21:4000; nobody is at the others.
 * @param takesOrders orders go to the processes of role web, by their bot's key.
 * @param folder of its file.
 */
export async function startProxy(
  at: Readonly<Record<string, string>>,
  takesOrders: boolean,
  folder: string,
): Promise<DocumentProxy> {
  const blocks = readFileSync('docs/operators/cluster.md', 'utf8').matchAll(/```haproxy\n([^`]*)```/g);
  const [first = '', readers = '', takers = ''] = [...blocks].map(([, text]) => text ?? '');
  const port = await freePort();
  const nobody = `127.0.0.1:${await freePort()}`;
  const config = `${first.slice(0, first.indexOf('frontend'))}${takesOrders ? withTakers(readers, takers) : readers}`
    .replace('10.0.0.20:80', `127.0.0.1:${port}`)
    .replaceAll(/10\.0\.0\.2\d:4000/g, (there) => at[there]?.replace('http://', '') ?? nobody);
  const file = join(folder, `haproxy-${port}.cfg`);
  writeFileSync(file, config);
  return { url: `http://127.0.0.1:${port}`, process: spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }) };
}

/** The lines of its frontend come before `use_backend readers`. */
function withTakers(readers: string, takers: string): string {
  const [frontend = '', backend = ''] = takers.split(/^(?=backend)/m);
  const lines = frontend.replace(/^frontend.*\n/, '');
  return readers.replace(/^(?= *use_backend readers)/m, lines) + backend;
}
