// node in-workerd.mjs WORKERD PLACES: the journey in workerd, the runtime of Cloudflare Workers, without its compatibility with Node.
// Prints the steps as JSON.

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const here = import.meta.dirname;
const client = join(here, '../../client/packed/dist');
const [program, places] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'papertape-workerd-'));
for (const file of ['worker.mjs', 'journey.mjs']) cpSync(join(here, file), join(folder, file));
// The command line is the one part of the package that needs Node.
const library = readdirSync(client).filter((file) => file.endsWith('.js') && !/^cli[.-]/.test(file));
for (const file of library) cpSync(join(client, file), join(folder, 'client', file));
writeFileSync(
  join(folder, 'config.capnp'),
  config(['worker.mjs', 'journey.mjs', ...library.map((f) => `client/${f}`)]),
);

const control = 3;
const workerd = spawn(program, ['serve', 'config.capnp', `--control-fd=${control}`], {
  cwd: folder,
  stdio: ['ignore', 2, 2, 'pipe'],
});
process.once('SIGTERM', () => workerd.kill());
const ended = new Promise((resolve, reject) => workerd.once('error', reject).once('exit', resolve));
try {
  const address = `http://127.0.0.1:${await listeningPort(workerd.stdio[control])}/`;
  const answer = await fetch(address, { method: 'POST', body: places });
  if (!answer.ok) throw new Error(`the worker answered ${answer.status}: ${await answer.text()}`);
  console.log(await answer.text());
} finally {
  workerd.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** By itself a worker of that date has Node's modules and globals too, and may not reach this machine. */
function config(modules) {
  const list = modules.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(', ');
  return `using Workerd = import "/workerd/workerd.capnp";
const worker :Workerd.Worker = (
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
  modules = [${list}],
  globalOutbound = "here",
);
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "here", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}

async function listeningPort(events) {
  for await (const line of createInterface({ input: events })) {
    const { event, port } = JSON.parse(line);
    if (event === 'listen') return port;
  }
  throw new Error('workerd ended before it listened');
}
