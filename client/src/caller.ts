/** What the groups of calls are made of: requests by path, with the bot's own id and key where they are needed. */
import type { ClientOptions, PageOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import type { Answers } from './shapes.ts';
import { createLogWatch, type LogWatch } from './log-watch.ts';
import { invalidWitnesses } from './log-witnesses.ts';
import { createTransport, type Call, type Sleep, type Transport } from './transport.ts';

export interface Caller extends Pick<Transport, 'json' | 'anyJson' | 'text' | 'textPage'> {
  readonly baseUrl: string;
  readonly agentId: string | undefined;
  readonly fetch: typeof fetch;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly random: () => number;
  /** Undefined where the public log is not watched. */
  readonly watch: LogWatch | undefined;
  /** Of the bot that calls; undefined when the client has none. */
  readonly apiKey: () => string | undefined;
  /** Goes on with another key. */
  readonly useKey: (apiKey: string) => void;
  /** The same as `apiKey`, and throws when there is none. */
  readonly ownKey: () => string;
  /** Path of the client's own bot. Throws when the client has no agent id. */
  readonly ownPath: () => string;
  /** Path of a bot; of the client's own when no id is given. */
  readonly agentPath: (id: string | undefined) => string;
  readonly get: Get;
  /** GET of a path below the client's own bot, with its key. */
  readonly getOwn: Get;
  readonly post: <N extends keyof Answers>(
    path: string,
    body: string,
    name: N,
    more: Partial<Call>,
  ) => Promise<Answers[N]>;
  /** POST to a path below the client's own bot. What creates something is done once by its key, the rest may be sent twice without harm. */
  readonly postOwn: <N extends keyof Answers>(path: string, body: object, name: N) => Promise<Answers[N]>;
}

type Get = <N extends keyof Answers>(
  path: string,
  name: N,
  query?: Call['query'],
  signal?: AbortSignal,
) => Promise<Answers[N]>;

function openWatch(options: ClientOptions, transport: Transport, now: () => number): LogWatch | undefined {
  const { watchLog = true, logMemory: memory, keepLog: keep, witnesses } = options;
  if (!watchLog && witnesses)
    throw invalidWitnesses('Witnesses are named, and watchLog is false, so that none of them would be asked.');
  return watchLog ? createLogWatch({ transport, now, memory, keep, witnesses }) : undefined;
}

export function createCaller(options: ClientOptions): Caller {
  const { agentId } = options;
  let { apiKey } = options;
  const common = {
    baseUrl: options.baseUrl,
    // Called as a plain function: browsers refuse `fetch` as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    sleep: options.sleep ?? realSleep,
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
  };
  const plain = createTransport({
    ...common,
    timeoutMs: options.timeoutMs ?? 30_000,
    attemptsMax: options.attemptsMax ?? 4,
    retryWaitMsMax: options.retryWaitMsMax ?? 60_000,
  });
  const { now } = common;
  const watch = openWatch(options, plain, now);
  const transport: Transport = {
    ...plain,
    async json(call, name) {
      await watch?.before();
      return await plain.json(call, name);
    },
    async anyJson(call) {
      await watch?.before();
      return await plain.anyJson(call);
    },
    async text(call, mediaType) {
      await watch?.before();
      return await plain.text(call, mediaType);
    },
    async textPage(call, mediaType) {
      await watch?.before();
      return await plain.textPage(call, mediaType);
    },
  };

  function ownPath(): string {
    if (agentId === undefined) throw noCredentials('agentId');
    return `/api/agents/${encodeURIComponent(agentId)}`;
  }

  function ownKey(): string {
    if (apiKey === undefined) throw noCredentials('apiKey');
    return apiKey;
  }

  return {
    ...common,
    ...transport,
    watch,
    agentId,
    apiKey: () => apiKey,
    useKey: (key) => (apiKey = key),
    ownKey,
    ownPath,
    agentPath: (id) => (id === undefined ? ownPath() : `/api/agents/${encodeURIComponent(id)}`),
    get: (path, name, query = {}, signal) => transport.json({ method: 'GET', path, query, signal }, name),
    getOwn: async (path, name, query = {}, signal) =>
      transport.json({ method: 'GET', path: ownPath() + path, query, signal, apiKey: ownKey() }, name),
    post: (path, body, name, more) => transport.json({ method: 'POST', path, body, ...more }, name),
    postOwn: async (path, body, name) =>
      transport.json(
        {
          method: 'POST',
          path: ownPath() + path,
          body: JSON.stringify(body),
          apiKey: ownKey(),
          idempotencyKey: crypto.randomUUID(),
        },
        name,
      ),
  };
}

export function pageQuery({ page, perPage }: PageOptions): { page: number | undefined; per_page: number | undefined } {
  return { page, per_page: perPage };
}

export function leaguePath(league: string, rest: string): string {
  return `/api/leagues/${encodeURIComponent(league)}${rest}`;
}

function noCredentials(missing: string): PapertapeError {
  return new PapertapeError({
    status: 0,
    code: 'no_credentials',
    detail: `This call acts for a bot, and the client was made without ${missing}.`,
    fix: 'Give createClient the agentId and the apiKey that the registration answered.',
  });
}

function realSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
