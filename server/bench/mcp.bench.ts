/**
 * A tool call over /mcp against the HTTP route that the tool wraps: at most 1.5 ms more at the median, and at most 2.5 times its processor
 * time. One keep-alive connection each,
 * one request at a time, in turns, so that whatever the machine does meets both alike.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults, type Result } from './lib.ts';
import { serveScript } from './load.ts';

const rounds = Number(process.env['PAPERTAPE_BENCH_ROUNDS'] ?? '1500');
/** Processor time is taken in so many turns of each. */
const turns = 10;
const warmUp = 500;
const extraMsMax = 1.5;
const revision = '2026-07-28';

interface Served {
  readonly url: string;
  readonly bots: readonly { readonly id: string; readonly key: string }[];
}

interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Pair {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly route: Ask;
}

export async function run(): Promise<void> {
  const database = await createTestDatabase('sqlite');
  const service = await serveScript<Served>([join(import.meta.dirname, 'http-server.ts'), 'real'], {
    ...database.env,
    PORT: '0',
    PAPERTAPE_LIMITS: 'off',
    // Its bots register when the service starts: that work is no request's.
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LOG: 'error',
  });
  const toMcp = new Agent({ keepAlive: true, maxSockets: 1 });
  const toRoute = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const { url } = service.said;
    const results: Result[] = [];
    for (const pair of pairsOf(service.said)) {
      const call = toolCall(pair);
      const took: { mcp: number; route: number }[] = [];
      for (let i = -warmUp; i < rounds; i++) {
        const each = { mcp: await timed(url, toMcp, call), route: await timed(url, toRoute, pair.route) };
        if (i >= 0) took.push(each);
      }
      const alone = async (agent: Agent, ask: Ask): Promise<number> => {
        const before = await service.processorMicros();
        const each = Math.ceil(rounds / turns);
        for (let i = 0; i < each; i++) await timed(url, agent, ask);
        return ((await service.processorMicros()) - before) / each;
      };
      const micros = { mcp: 0, route: 0 };
      for (let turn = 0; turn < turns; turn++) {
        micros.mcp += (await alone(toMcp, call)) / turns;
        micros.route += (await alone(toRoute, pair.route)) / turns;
      }
      const mcp = took.map((t) => t.mcp);
      const route = took.map((t) => t.route);
      const extra = at(mcp, 0.5) - at(route, 0.5);
      results.push({
        work: `tools/call ${pair.tool}`,
        ours: `${fixed(at(mcp, 0.5))} ms, p99 ${fixed(at(mcp, 0.99))} ms`,
        ceiling: `${fixed(at(route, 0.5))} ms, p99 ${fixed(at(route, 0.99))} ms: ${pair.route.method} ${pair.route.path.replace(/agt_\w+/, '{id}')}`,
        ratio: `+ ${fixed(extra)} ms`,
        target: `<= + ${extraMsMax} ms at the median`,
      });
      results.push({
        work: `tools/call ${pair.tool}, processor time`,
        ours: `${fixed(micros.mcp, 0)} µs`,
        ceiling: `${fixed(micros.route, 0)} µs`,
        ratio: fixed(micros.mcp / micros.route),
        target: '<= 2.5',
      });
    }
    printResults(results);
  } finally {
    toMcp.destroy();
    toRoute.destroy();
    await service.stop();
    await database.drop();
  }
}

function pairsOf({ bots: [bot] }: Served): Pair[] {
  if (!bot) throw new Error('the server to load has no bots');
  const headers = { Authorization: `Bearer ${bot.key}` };
  const own = { agent_id: bot.id, api_key: bot.key };
  const order = { date: new Date().toISOString().slice(0, 10), weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.3 } };
  const path = `/api/agents/${bot.id}`;
  return [
    { tool: 'arena_info', args: {}, route: { method: 'GET', path: '/api/status' } },
    { tool: 'arena_leagues', args: {}, route: { method: 'GET', path: '/api/leagues' } },
    {
      tool: 'arena_leaderboard',
      args: { league: 'spot_crypto' },
      route: { method: 'GET', path: '/api/leaderboard?league=spot_crypto' },
    },
    { tool: 'arena_status', args: own, route: { method: 'GET', path: `${path}/state`, headers } },
    {
      tool: 'arena_submit_weights',
      args: { ...own, ...order },
      route: { method: 'POST', path: `${path}/weights`, headers, body: order },
    },
  ];
}

function toolCall({ tool, args }: Pair): Ask {
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': tool,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        },
      },
    },
  };
}

/** Milliseconds from the request to the last byte of its answer. */
async function timed(url: string, agent: Agent, { method, path, headers = {}, body }: Ask): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      { method, agent, headers: { ...headers, ...(text === undefined ? {} : { 'Content-Type': 'application/json' }) } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const took = performance.now() - started;
          const answer = Buffer.concat(parts).toString();
          if (response.statusCode === 200 && !answer.includes('"isError":true')) resolve(took);
          else reject(new Error(`${method} ${path} answered ${String(response.statusCode)}: ${answer.slice(0, 300)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The value below which that part of the values lies. */
function at(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}
