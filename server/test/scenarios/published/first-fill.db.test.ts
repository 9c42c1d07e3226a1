/**
 * How far is a first scored fill? A bot knows the address of the service and nothing else; it does what the answers say, and each request and each
 * byte that comes back (heads included, on the wire) is counted.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import type { TradeLog } from 'papertape-contract/order';
import { isoDate } from '../../../src/lib/clock.ts';
import { countedLeague, type CountedLeague } from '../../harness/counting-way.ts';
import { get, okJson } from '../../harness/http.ts';

const most = {
  http: { requests: 6, bytes: 20_000 },
  mcp: { requests: 5, bytes: 30_000 },
};

type Json = Readonly<Record<string, unknown>>;

/** A request as a line of curl in a document says it. */
interface Line {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Words of a shell's line: what stands in quotes is one, and of `"` the backslash before a quote goes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|([^\s'"]+)/g)].map(
    ([, single, double, bare]) => single ?? double?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '',
  );
}

function readLine(line: string): Line {
  const [program, ...words] = wordsOf(line);
  expect(program).toBe('curl');
  const headers: Record<string, string> = {};
  let [method, url, body]: [string | undefined, string, string | undefined] = [undefined, '', undefined];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(words.shift() ?? '') ?? [];
      headers[name.toLowerCase()] = value;
    } else if (word === '-d') body = words.shift();
    else if (word === '-X') method = words.shift();
    else if (!word.startsWith('-')) url = word;
  }
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body };
}

interface Reader {
  readonly ask: (line: Line) => Promise<Response>;
  readonly requests: () => number;
}

function createReader(more: Readonly<Record<string, string>>): Reader {
  let requests = 0;
  return {
    async ask({ method, url, headers, body }) {
      requests++;
      const answer = await fetch(url, {
        method,
        headers: { ...more, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.status, `${method} ${url}`).toBe(200);
      return answer;
    },
    requests: () => requests,
  };
}

/** Does what the commands of a guide say; of the last one, which asks what became of the order, the answer after its fill is given. */
async function followCommands(guide: string, { ask }: Reader, { league }: CountedLeague): Promise<Json> {
  const [, commands = ''] = /```bash\n([\s\S]*?)\n```/.exec(guide) ?? [];
  const known: Record<string, string> = {};
  let answer: Json = {};
  let fillsBy: number | undefined;
  for (const line of commands.split('\n')) {
    const [, variable = '', value = '', member] = /^(\w+)=(\S+)(?: +# (\w+) of that answer.*)?$/.exec(line) ?? [];
    if (variable !== '') {
      known[variable] = member === undefined ? value : String(answer[member]);
      continue;
    }
    const filled = line
      .replaceAll('$(date -u +%F)', isoDate(league.now()))
      .replaceAll(/\$([A-Z]+)/g, (_, name: string) => known[name] ?? '');
    // It waits as it was told, and then asks.
    if (fillsBy !== undefined) await league.advanceTo(fillsBy + 1);
    answer = (await (await ask(readLine(filled))).json()) as Json;
    if (typeof answer['fills_by'] === 'string') fillsBy = Date.parse(answer['fills_by']);
  }
  return answer;
}

/** The order is filled and counts, and it took no more than that. @param took requests, or calls of tools. */
async function expectWithin(
  { league, received }: CountedLeague,
  order: Json,
  within: { readonly requests: number; readonly bytes: number },
  took: number,
): Promise<void> {
  const bytes = received();
  // oxlint-disable-next-line no-console -- what was measured must be seen
  console.log(`${expect.getState().currentTestName}: ${took} requests, ${bytes} bytes`);
  expect(order).toMatchObject({ state: 'filled', sandbox: false });
  const log = okJson<TradeLog>(await get(league, `/api/agents/${String(order['agent_id'])}/trades`));
  expect(log.trades.map(({ order_id }) => order_id)).toContain(order['order_id']);
  expect(took).toBeLessThanOrEqual(within.requests);
  expect(bytes).toBeLessThanOrEqual(within.bytes);
}

test('HTTP: from /llms.txt on, nothing compressed', async () => {
  const counted = await countedLeague();
  const reader = createReader({ 'accept-encoding': 'identity' });
  const guide = await (await reader.ask(readLine(`curl ${counted.url}/llms.txt`))).text();
  const order = await followCommands(guide, reader, counted);
  await expectWithin(counted, order, most.http, reader.requests());
});

test('HTTP: from the bare address on, as a program asks that takes compressed answers', async () => {
  const counted = await countedLeague();
  const reader = createReader({});
  const front = await reader.ask(readLine(`curl ${counted.url}/`));
  await front.text();
  const [, described = ''] = /<([^>]+)>; rel="describedby"/.exec(front.headers.get('link') ?? '') ?? [];
  const guide = await (await reader.ask(readLine(`curl ${new URL(described, counted.url).href}`))).text();
  const order = await followCommands(guide, reader, counted);
  await expectWithin(counted, order, most.http, reader.requests());
});

test('HTTP: from the bare address on, for a reader of Markdown, by the link that stands there', async () => {
  const counted = await countedLeague();
  const reader = createReader({ accept: 'text/markdown', 'accept-encoding': 'identity' });
  const front = await (await reader.ask(readLine(`curl ${counted.url}/`))).text();
  const [, link = ''] = /\[llms\.txt\]\(([^)]+)\)/.exec(front) ?? [];
  const guide = await (await reader.ask(readLine(`curl ${new URL(link, counted.url).href}`))).text();
  const order = await followCommands(guide, reader, counted);
  await expectWithin(counted, order, most.http, reader.requests());
});

test('HTTP: by the prompt of the front page and nothing else', async () => {
  const counted = await countedLeague();
  const reader = createReader({});
  const front = (await get(counted, '/')).text;
  const [, prompt = ''] = /A prompt for a model that can call HTTP"><code>([^<]*)</.exec(front) ?? [];
  const [, named = ''] = /Read (\S+\/llms\.txt) and follow its quickstart/.exec(prompt) ?? [];
  const guide = await (await reader.ask(readLine(`curl ${named}`))).text();
  const order = await followCommands(guide, reader, counted);
  expect(order).toMatchObject({ state: 'filled', sandbox: false });
});

test('MCP: with a client that is not ours, tools/list and all else that it asks for counted', async () => {
  const counted = await countedLeague();
  const { league } = counted;
  const client = new Client({ name: 'newcomer', version: '1' });
  let calls = 0;
  const call = async (name: string, args: Json = {}): Promise<Json> => {
    calls++;
    const answer = await client.callTool({ name, arguments: args });
    expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
    return answer.structuredContent as Json;
  };
  const requestInit = { headers: { 'accept-encoding': 'identity' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${counted.url}/mcp`), { requestInit }));
  const { tools } = await client.listTools();
  const needed = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.required;
  expect(needed('arena_register')).toEqual(['name', 'company', 'contact', 'country']);
  expect(needed('arena_submit_weights')).toEqual(['weights']);
  const next = String((await call('arena_info'))['next']);
  const [, league_id = '', args = ''] = /arena_submit_weights \(in (\w+) such as (\{.*?\}\})\)/.exec(next) ?? [];
  const seat = await call('arena_register', {
    name: 'Newcomer',
    company: 'Works',
    contact: 'new@example.test',
    country: 'CA',
    league: league_id,
  });
  const own = { agent_id: seat['agent_id'], api_key: seat['api_key'] };
  const { order_id, fills_by } = await call('arena_submit_weights', { ...own, ...(JSON.parse(args) as Json) });
  await league.advanceTo(Date.parse(fills_by as string) + 1);
  const order = await call('arena_status', { ...own, order_id });
  await expectWithin(counted, { ...order, agent_id: own.agent_id }, most.mcp, calls);
  await client.close();
});
