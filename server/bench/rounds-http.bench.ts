/**
 * The requests of bots in an open round, 64 connections: POST answers, durable, at least 0.9 of the same route with storage switched off, p99 under
 * 25 ms; GET tasks at least 0.8, and GET of a page of the tasks at least 0.5 of bare node:http that sends the same bytes.
 */
import { join } from 'node:path';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrk, wrkWithProcessor, type Load } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
/** Rounds of both, in turn: the machine's speed drifts. */
const turns = 3;

interface Bot {
  readonly id: string;
  readonly key: string;
}

interface Said {
  readonly url: string;
  readonly bots: readonly Bot[];
}

interface Tasks {
  readonly site: string;
  readonly tasks: readonly { readonly task_id: string; readonly example: unknown }[];
}

type Measured = Load & { readonly micros: number };

export async function run(): Promise<void> {
  if (!hasWrk()) {
    console.log('wrk is not installed (Debian package wrk): not measured');
    return;
  }
  const results: Result[] = [];
  for (const engine of await benchEngines()) results.push(await postAnswers(engine));
  results.push(...(await gets()));
  printResults(results);
}

async function postAnswers(engine: TestEngine): Promise<Result> {
  const [ours, ceilings]: [Measured[], Measured[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    for (const [mode, to] of [
      ['real', ours],
      ['no-storage', ceilings],
    ] as const) {
      to.push(
        await served(engine, mode, async (server) => {
          const { url } = server.said;
          const warmUp = await wrk(url, 2, await answerRequests(server.said, { sandbox: true }));
          noFailures(warmUp);
          return noFailures(await wrkWithProcessor(server, url, seconds, await answerRequests(server.said)));
        }),
      );
    }
  }
  const [mine, ceiling] = [median(ours), median(ceilings)];
  return {
    work: `${engine}: POST answers, durable, 64 connections`,
    ours: `${whole(mine.perSecond)}/s, p99 ${fixed(mine.p99, 1)} ms, ${whole(mine.micros)} µs of processor time`,
    ceiling: `${whole(ceiling.perSecond)}/s without storage`,
    ratio: fixed(mine.perSecond / ceiling.perSecond),
    target: '>= 0.9, p99 < 25 ms',
  };
}

async function gets(): Promise<Result[]> {
  return await served('sqlite', 'real', async (server) => {
    const { url, bots } = server.said;
    const [bot] = bots as readonly [Bot];
    const tasksAt = `${url}/api/agents/${bot.id}/rounds/current/tasks`;
    const { site } = await tasksOf(url, bot);
    return [
      await get(server, 'GET tasks', tasksAt, '>= 0.8', bot.key),
      await get(server, 'GET a page of the tasks', site, '>= 0.5'),
    ];
  });
}

type Server = Awaited<ReturnType<typeof serveScript<Said>>>;

async function get(server: Server, what: string, url: string, target: string, key?: string): Promise<Result> {
  const bare = await serveScript<{ readonly url: string }>(
    [join(import.meta.dirname, 'bare-http.ts'), url, ...(key === undefined ? [] : [key])],
    {},
  );
  const lua = key === undefined ? undefined : `wrk.headers["Authorization"] = "Bearer ${key}"`;
  try {
    const [ours, bares]: [Measured[], Measured[]] = [[], []];
    await wrk(url, 2, lua);
    await wrk(bare.said.url, 1, lua);
    for (let turn = 0; turn < turns; turn++) {
      ours.push(noFailures(await wrkWithProcessor(server, url, seconds, lua)));
      bares.push(noFailures(await wrkWithProcessor(bare, bare.said.url, seconds, lua)));
    }
    const [mine, ceiling] = [median(ours), median(bares)];
    return {
      work: `${what}, 64 connections`,
      ours: `${whole(mine.perSecond)}/s, p99 ${fixed(mine.p99, 1)} ms, ${whole(mine.micros)} µs of processor time`,
      ceiling: `${whole(ceiling.perSecond)}/s bare node:http, ${whole(ceiling.micros)} µs`,
      ratio: fixed(mine.perSecond / ceiling.perSecond),
      target,
    };
  } finally {
    await bare.stop();
  }
}

async function served<T>(
  engine: TestEngine,
  mode: 'real' | 'no-storage',
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(engine);
  const server = await serveScript<Said>([join(import.meta.dirname, 'rounds-server.ts'), mode], database.env);
  try {
    return await work(server);
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function tasksOf(url: string, { id, key }: Bot): Promise<Tasks> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/agents/${id}/rounds/current/tasks`, { headers });
  if (!answer.ok) throw new Error(`${id}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Tasks;
}

/** A bot may send 60 in a round, and as many of the sandbox; what is under way at the end is among them. */
const sheetsOfBot = 59;

/**
 * Each request is another bot's, with the example of each of its ten tasks: they are understood. The load ends where every bot has sent as many sheets as a
 * round takes of it.
 */
async function answerRequests({ url, bots }: Said, more: { readonly sandbox?: true } = {}): Promise<string> {
  const sent: string[] = [];
  for (const bot of bots) {
    const { tasks } = await tasksOf(url, bot);
    const answers = Object.fromEntries(tasks.map((t) => [t.task_id, t.example]));
    const body = JSON.stringify(JSON.stringify({ round: 'current', answers, ...more }));
    sent.push(`{ "/api/agents/${bot.id}/answers", "Bearer ${bot.key}", ${body} }`);
  }
  return `
local sent = { ${sent.join(',\n')} }
local n = 0
request = function()
  n = n + 1
  if n >= #sent * ${sheetsOfBot} then wrk.thread:stop() end
  local path, key, body = unpack(sent[n % #sent + 1])
  return wrk.format("POST", path, { ["Content-Type"] = "application/json", ["Authorization"] = key }, body)
end`;
}

function noFailures<L extends Load>(load: L): L {
  // On a busy machine an answer may take longer than the 2 s after which wrk counts it as a failure, too.
  if (load.refused > 0) throw new Error(`${load.refused} requests were refused`);
  return load;
}

function median(loads: readonly Measured[]): Measured {
  return loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)] as Measured;
}
