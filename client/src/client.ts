/** The typed client: one function per endpoint, and the wait for an order's fill. */
import { shapes, type AnswerShape } from './answer.ts';
import { PapertapeError } from './errors.ts';
import { createTransport, type Call, type Sleep } from './transport.ts';
import { weightsJson, type WeightsInput } from './weights-text.ts';
import type * as Wire from './wire.gen.ts';

export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:4000. */
  readonly baseUrl: string;
  /** Of the registration; needed by the calls that act for a bot. */
  readonly agentId?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How long one attempt may take. 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Attempts of one call in all. 4. */
  readonly attemptsMax?: number | undefined;
  /** A service that asks to wait longer than this is not waited for: the error is thrown with `retryAfterSeconds`. 60 seconds. */
  readonly retryWaitMsMax?: number | undefined;
  readonly sleep?: Sleep | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly now?: (() => number) | undefined;
}

export interface WeightsOptions {
  /** YYYY-MM-DD; today, UTC. */
  readonly date?: string | undefined;
  /** A test that never counts. */
  readonly sandbox?: boolean | undefined;
  /** Up to 500 characters, shown with the fill. */
  readonly reason?: string | undefined;
  /** A random UUID. Give your own to make one decision one order, also across restarts of the bot. */
  readonly idempotencyKey?: string | undefined;
}

export interface PageOptions {
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

export interface WaitOptions {
  /** 5 seconds. */
  readonly pollMs?: number | undefined;
  readonly sleep?: Sleep | undefined;
  /** To give up waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** Every call rejects with a PapertapeError. Where an agent id may be left out, the client's own is meant. */
export interface Client {
  register(request: Wire.RegisterRequest, options?: { idempotencyKey?: string | undefined }): Promise<Wire.Seat>;
  universe(league?: string): Promise<Wire.UniverseView>;
  validate(league: string, symbol: string): Promise<Wire.Validation>;
  leagues(): Promise<Wire.LeagueCatalogue>;
  status(): Promise<Wire.StatusView>;
  seats(): Promise<Wire.SeatsView>;
  /** Sends target weights; decimal text is sent digit for digit. */
  weights(weights: WeightsInput, options?: WeightsOptions): Promise<Wire.OrderAck>;
  /** What the weights would trade now; nothing is stored. */
  preview(weights: WeightsInput, options?: { date?: string | undefined }): Promise<Wire.Preview>;
  orders(options?: PageOptions): Promise<Wire.OrderList>;
  order(orderId: string): Promise<Wire.OrderView>;
  /** Asks until the order is filled or rejected. A service that is away for a while is waited for. */
  waitForOrder(orderId: string, options?: WaitOptions): Promise<Wire.OrderView>;
  agent(id?: string): Promise<Wire.AgentView>;
  trades(id?: string, page?: number, perPage?: number): Promise<Wire.TradeLog>;
  tradesCsv(id?: string, options?: PageOptions): Promise<string>;
  equity(id?: string): Promise<Wire.Equity>;
  positions(id?: string): Promise<Wire.Positions>;
  state(): Promise<Wire.AgentState>;
  check(): Promise<Wire.EntryCheck>;
  /** The old key is dead at once; this client goes on with the new one. Store it: it is shown once. */
  rotateKey(): Promise<Wire.KeyRotation>;
  leaderboard(options?: PageOptions & { readonly league?: string | undefined }): Promise<Wire.Board>;
  /** `mark`: a UTC instant that is a multiple of 5 minutes. */
  markProof(mark: string | Date): Promise<Wire.MarkProof>;
  orderProof(orderId: string): Promise<Wire.OrderProof>;
}

const failedPollsMax = 10;

export function createClient(options: ClientOptions): Client {
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? realSleep;
  let apiKey = options.apiKey;
  const transport = createTransport({
    baseUrl: options.baseUrl,
    // Called as a plain function: browsers refuse `fetch` as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    attemptsMax: options.attemptsMax ?? 4,
    retryWaitMsMax: options.retryWaitMsMax ?? 60_000,
    sleep,
    now,
  });

  const client: Client = {
    register: async (request, { idempotencyKey } = {}) =>
      post('/api/agents/register', JSON.stringify(request), shapes.seat, {
        idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      }),
    universe: (league) => get('/api/universe', shapes.universe, { league }),
    validate: (league, symbol) => get('/api/validate', shapes.validation, { league, symbol }),
    leagues: () => get('/api/leagues', shapes.leagues),
    status: () => get('/api/status', shapes.status),
    seats: () => get('/api/seats', shapes.seats),

    weights: async (weights, choices = {}) =>
      post(`${ownPath()}/weights`, orderBody(weights, choices), shapes.orderAck, {
        apiKey: ownKey(),
        idempotencyKey: choices.idempotencyKey ?? crypto.randomUUID(),
      }),
    preview: async (weights, choices = {}) =>
      post(`${ownPath()}/weights`, orderBody(weights, choices), shapes.preview, {
        apiKey: ownKey(),
        query: { preview: true },
      }),
    orders: async (paging = {}) => getOwn('/orders', shapes.orders, pageQuery(paging)),
    order: async (orderId) => getOwn(`/orders/${encodeURIComponent(orderId)}`, shapes.order),
    waitForOrder,

    agent: async (id) => get(agentPath(id), shapes.agent),
    trades: async (id, page, perPage) => get(`${agentPath(id)}/trades`, shapes.trades, pageQuery({ page, perPage })),
    tradesCsv: async (id, paging = {}) =>
      transport.text(
        { method: 'GET', path: `${agentPath(id)}/trades`, query: { ...pageQuery(paging), format: 'csv' } },
        'text/csv',
      ),
    equity: async (id) => get(`${agentPath(id)}/equity`, shapes.equity),
    positions: async (id) => get(`${agentPath(id)}/positions`, shapes.positions),
    state: async () => getOwn('/state', shapes.state),
    check: async () =>
      post(`${ownPath()}/check`, '{}', shapes.entryCheck, { apiKey: ownKey(), idempotencyKey: crypto.randomUUID() }),
    async rotateKey() {
      const rotation: Wire.KeyRotation = await post(`${ownPath()}/key`, '{}', shapes.keyRotation, {
        apiKey: ownKey(),
        idempotencyKey: crypto.randomUUID(),
      });
      apiKey = rotation.api_key;
      return rotation;
    },

    leaderboard: ({ league, ...paging } = {}) =>
      get('/api/leaderboard', shapes.board, { league, ...pageQuery(paging) }),
    markProof: async (mark) =>
      get(
        `/api/proofs/marks/${encodeURIComponent(typeof mark === 'string' ? mark : mark.toISOString())}`,
        shapes.markProof,
      ),
    orderProof: (orderId) => get(`/api/proofs/orders/${encodeURIComponent(orderId)}`, shapes.orderProof),
  };
  return client;

  function get<T>(path: string, shape: AnswerShape<T>, query: Call['query'] = {}): Promise<T> {
    return transport.json({ method: 'GET', path, query }, shape);
  }

  function getOwn<T>(path: string, shape: AnswerShape<T>, query: Call['query'] = {}): Promise<T> {
    return transport.json({ method: 'GET', path: ownPath() + path, query, apiKey: ownKey() }, shape);
  }

  function post<T>(path: string, body: string, shape: AnswerShape<T>, more: Partial<Call>): Promise<T> {
    return transport.json({ method: 'POST', path, body, ...more }, shape);
  }

  function orderBody(weights: WeightsInput, { date, sandbox, reason }: WeightsOptions): string {
    const rest = JSON.stringify({ date: date ?? new Date(now()).toISOString().slice(0, 10), sandbox, reason });
    return `${rest.slice(0, -1)},"weights":${weightsJson(weights)}}`;
  }

  function agentPath(id: string | undefined): string {
    return id === undefined ? ownPath() : `/api/agents/${encodeURIComponent(id)}`;
  }

  function ownPath(): string {
    if (options.agentId === undefined) throw noCredentials('agentId');
    return `/api/agents/${encodeURIComponent(options.agentId)}`;
  }

  function ownKey(): string {
    if (apiKey === undefined) throw noCredentials('apiKey');
    return apiKey;
  }

  async function waitForOrder(orderId: string, waiting: WaitOptions = {}): Promise<Wire.OrderView> {
    const pollMs = waiting.pollMs ?? 5_000;
    const pause = waiting.sleep ?? sleep;
    for (let failed = 0; ;) {
      waiting.signal?.throwIfAborted();
      let pauseMs = pollMs;
      try {
        const order = await client.order(orderId);
        if (order.state !== 'pending') return order;
        failed = 0;
      } catch (error) {
        failed += 1;
        if (!(error instanceof PapertapeError) || !mayPass(error) || failed > failedPollsMax) throw error;
        pauseMs = Math.max(pollMs, (error.retryAfterSeconds ?? 0) * 1000);
      }
      await pause(pauseMs);
    }
  }
}

function mayPass(error: PapertapeError): boolean {
  return error.code !== 'no_credentials' && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function pageQuery({ page, perPage }: PageOptions): { page: number | undefined; per_page: number | undefined } {
  return { page, per_page: perPage };
}

function noCredentials(missing: string): PapertapeError {
  return new PapertapeError({
    status: 0,
    code: 'no_credentials',
    detail: `This call acts for a bot, and the client was made without ${missing}.`,
    fix: 'Give createClient the agentId and the apiKey that the registration answered.',
  });
}

function realSleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
