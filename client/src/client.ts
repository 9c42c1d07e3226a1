/** The typed client: one function for every operation, and what is made of them: the wait for a fill, iteration over pages. */
import type { Answers } from './shapes.ts';
import type { Client, ClientOptions, FilledOrder, PageOptions, SentOrder, WeightsOptions } from './client-types.ts';
import { OrderRejectedError, PapertapeError } from './errors.ts';
import { eventCalls } from './events.ts';
import { createOperationCall } from './operation-call.ts';
import { rowIterators } from './pages.ts';
import { createReceiptWatch } from './receipt-watch.ts';
import { createTransport, type Call } from './transport.ts';
import { waitForOrder, type WaitDeps } from './wait.ts';
import { weightsJson, type WeightsInput } from './weights-text.ts';
import type * as Wire from './wire.ts';

export function createClient(options: ClientOptions): Client {
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? realSleep;
  const random = options.random ?? Math.random;
  const watchReceipt = options.verifyReceipts === false ? undefined : createReceiptWatch();
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
    random,
  });
  const waiting: WaitDeps = {
    order: async (orderId, signal) => getOwn(orderPath(orderId), 'OrderView', {}, signal),
    status: (signal) => get('/api/status', 'StatusView', {}, signal),
    sleep,
    now,
    random,
  };

  const client: Client = {
    register: async (request, { idempotencyKey, apiKey: oldKey } = {}) =>
      post('/api/agents/register', JSON.stringify(request), 'Seat', {
        ...(oldKey === undefined ? {} : { apiKey: oldKey }),
        idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      }),
    async check() {
      const answer = await postOwn('/check', {}, 'EntryCheck');
      await watchReceipt?.(answer.order, { agentId: options.agentId, sandbox: true });
      return answer;
    },

    async weights(weights, choices = {}) {
      const sent = { ...choices, date: choices.date ?? today() };
      const ack: Wire.OrderAck = await post(`${ownPath()}/weights`, orderBody(weights, sent), 'OrderAck', {
        apiKey: ownKey(),
        idempotencyKey: choices.idempotencyKey ?? crypto.randomUUID(),
      });
      const { date, reason = '', sandbox = false } = sent;
      await watchReceipt?.(ack, { agentId: options.agentId, weights, date, reason, sandbox });
      return sentOrder(ack);
    },
    preview: async (weights, { date = today() } = {}) =>
      post(`${ownPath()}/weights`, orderBody(weights, { date }), 'Preview', {
        apiKey: ownKey(),
        query: { preview: true },
      }),
    orders: async (paging = {}) => getOwn('/orders', 'OrderList', pageQuery(paging)),
    order: async (orderId) => waiting.order(orderId, undefined),
    waitForOrder: (orderId, choices = {}) => waitForOrder(waiting, orderId, choices),
    state: async () => getOwn('/state', 'AgentState'),

    leaderboard: ({ league, asOf, week, ...paging } = {}) =>
      get('/api/leaderboard', 'Board', { league, as_of: asOf, week, ...pageQuery(paging) }),
    champions: (league, paging = {}) => get(leaguePath(league, '/champions'), 'Champions', pageQuery(paging)),
    leagueMoves: (league, paging = {}) => get(leaguePath(league, '/moves'), 'TierMoves', pageQuery(paging)),
    moves: async (id, paging = {}) => get(`${agentPath(id)}/moves`, 'TierMoves', pageQuery(paging)),
    agent: async (id) => get(agentPath(id), 'AgentView'),
    trades: async (id, page, perPage) => get(`${agentPath(id)}/trades`, 'TradeLog', pageQuery({ page, perPage })),
    tradesCsv: async (id, paging = {}) =>
      transport.text(
        { method: 'GET', path: `${agentPath(id)}/trades`, query: { ...pageQuery(paging), format: 'csv' } },
        'text/csv',
      ),
    equity: async (id) => get(`${agentPath(id)}/equity`, 'Equity'),
    statistics: async (id) => get(`${agentPath(id)}/statistics`, 'AgentStatistics'),
    positions: async (id) => get(`${agentPath(id)}/positions`, 'Positions'),

    leagues: () => get('/api/leagues', 'LeagueCatalogue'),
    universe: (league) => get('/api/universe', 'UniverseView', { league }),
    validate: (league, symbol) => get('/api/validate', 'Validation', { league, symbol }),
    status: () => waiting.status(undefined),
    incidents: (paging = {}) => get('/api/incidents', 'IncidentLog', pageQuery(paging)),

    setProfile: async (profile) => postOwn('/profile', profile, 'ProfileAck'),
    setIcon: async (icon) => postOwn('/icon', { icon } satisfies Wire.IconRequest, 'ProfileAck'),
    setOpenStrategy: async (url) =>
      postOwn('/maker', { open_strategy_url: url } satisfies Wire.MakerRequest, 'ProfileAck'),
    retire: async (reason = null) => postOwn('/retire', { reason } satisfies Wire.RetireRequest, 'RetireAck'),
    async rotateKey() {
      const rotation: Wire.KeyRotation = await postOwn('/key', {}, 'KeyRotation');
      apiKey = rotation.api_key;
      return rotation;
    },
    recoverKey: async (contact, id) =>
      post(`${agentPath(id)}/recover`, JSON.stringify({ contact } satisfies Wire.RecoverRequest), 'RecoverAck', {}),
    icons: () => get('/api/icons', 'IconsView'),
    seats: () => get('/api/seats', 'SeatsView'),
    giving: () => get('/api/giving', 'SeatsView'),
    agents: ({ league, ...paging } = {}) => get('/agents.json', 'AgentList', { league, ...pageQuery(paging) }),
    maker: (makerId, paging = {}) => get(`/api/makers/${encodeURIComponent(makerId)}`, 'MakerView', pageQuery(paging)),

    markProof: (mark) =>
      get(`/api/proofs/marks/${encodeURIComponent(typeof mark === 'string' ? mark : mark.toISOString())}`, 'MarkProof'),
    orderProof: (orderId) => get(`/api/proofs${orderPath(orderId)}`, 'OrderProof'),
    fillProof: (orderId) =>
      transport.json(
        {
          method: 'GET',
          path: `/api/fills/${encodeURIComponent(orderId)}/proof`,
          ...(apiKey === undefined ? {} : { apiKey }),
        },
        'FillProof',
      ),
    closeProof: (league, date, id) =>
      get(`/api/closes/${encodeURIComponent(league)}/${encodeURIComponent(date)}/proof`, 'CloseProof', {
        agent_id: id,
      }),
    agentProofs: async (id, paging = {}) => get(`${agentPath(id)}/proofs`, 'AgentProofs', pageQuery(paging)),

    rulesVersions: (paging = {}) => get('/api/rules/versions', 'RulesVersions', pageQuery(paging)),
    rulesVersion: (version) => get(`/api/rules/versions/${encodeURIComponent(version)}`, 'RulesText'),
    rules: () => get('/rules.json', 'Document'),
    openapi: () => get('/openapi.json', 'Document'),
    llmsText: () => transport.text({ method: 'GET', path: '/llms.txt' }, 'text/markdown'),
    health: () => get('/healthz', 'Health'),
    readiness: () => transport.json({ method: 'GET', path: '/readyz', once: true }, 'Readiness'),
    metrics: () => transport.text({ method: 'GET', path: '/metrics' }, 'text/plain'),

    call: createOperationCall(transport, () => apiKey, ownKey),
    ...rowIterators(() => client),
    ...eventCalls({
      baseUrl: options.baseUrl,
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      sleep,
      random,
      ownPath,
      ownKey,
      json: (call, name) => transport.json(call, name),
    }),
  };
  return client;

  function get<N extends keyof Answers>(
    path: string,
    name: N,
    query: Call['query'] = {},
    signal?: AbortSignal,
  ): Promise<Answers[N]> {
    return transport.json({ method: 'GET', path, query, signal }, name);
  }

  function getOwn<N extends keyof Answers>(
    path: string,
    name: N,
    query: Call['query'] = {},
    signal?: AbortSignal,
  ): Promise<Answers[N]> {
    return transport.json({ method: 'GET', path: ownPath() + path, query, signal, apiKey: ownKey() }, name);
  }

  function post<N extends keyof Answers>(
    path: string,
    body: string,
    name: N,
    more: Partial<Call>,
  ): Promise<Answers[N]> {
    return transport.json({ method: 'POST', path, body, ...more }, name);
  }

  /** What creates something is done once by its key, and the rest may be sent twice without harm. */
  function postOwn<N extends keyof Answers>(path: string, body: object, name: N): Promise<Answers[N]> {
    const more = { apiKey: ownKey(), idempotencyKey: crypto.randomUUID() };
    return post(ownPath() + path, JSON.stringify(body), name, more);
  }

  function sentOrder(ack: Wire.OrderAck): SentOrder {
    const filled: SentOrder['filled'] = async (choices = {}) => {
      const order = await waitForOrder(waiting, ack.order_id, choices, ack.fills_by);
      if (!isFilled(order)) throw new OrderRejectedError(order);
      return order;
    };
    return Object.defineProperty(ack, 'filled', { value: filled }) as SentOrder;
  }

  function today(): string {
    return new Date(now()).toISOString().slice(0, 10);
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
}

function orderBody(weights: WeightsInput, { date, sandbox, reason }: WeightsOptions): string {
  return `${JSON.stringify({ date, sandbox, reason }).slice(0, -1)},"weights":${weightsJson(weights)}}`;
}

function isFilled(order: Wire.OrderView): order is FilledOrder {
  return order.state === 'filled';
}

function orderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`;
}

function leaguePath(league: string, rest: string): string {
  return `/api/leagues/${encodeURIComponent(league)}${rest}`;
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
