/**
 * What the client relies on in an answer, checked when it arrives: a proxy's page or another service's JSON is an error, not an
 * object with holes. Names and kinds are checked against the wire types by the compiler; members not listed here may come and go.
 */
import type * as Wire from './wire.ts';

type PlainKind<V> = V extends string
  ? 'string'
  : V extends number
    ? 'number'
    : V extends boolean
      ? 'boolean'
      : V extends readonly unknown[]
        ? 'array'
        : 'object';

type NestedShape<V> = V extends readonly (infer E)[] ? readonly [Shape<E>] : V extends object ? Shape<V> : never;

type KindOf<V> = null extends V ? `${PlainKind<NonNullable<V>>}?` : PlainKind<V> | NestedShape<V>;

/** Member name -> kind; `string?` is a string or null, `[shape]` an array of objects of that shape. */
type Shape<T> = { readonly [K in keyof T]?: KindOf<T[K]> };

declare const answerType: unique symbol;

/** The shape of the answer `T`. */
export interface AnswerShape<T> {
  readonly members: Shape<T>;
  /** Only for the compiler: it ties a shape to its type. */
  readonly [answerType]?: T;
}

/** A shape without its type, as the checker walks it. */
type AnyKind = string | readonly [AnyShape] | AnyShape;
interface AnyShape {
  readonly [member: string]: AnyKind | undefined;
}

/** @returns the first member that is not as it should be, in words, or undefined. */
export function shapeProblem<T>(value: unknown, shape: AnswerShape<T>): string | undefined {
  return problemOf(value, shape.members as AnyShape, '');
}

function problemOf(value: unknown, kind: AnyKind, path: string): string | undefined {
  if (typeof kind === 'string') return isOfKind(value, kind) ? undefined : `\`${path}\` is not ${inWords(kind)}`;
  if (Array.isArray(kind)) {
    if (!Array.isArray(value)) return `\`${path}\` is not an array`;
    for (const [i, item] of value.entries()) {
      const problem = problemOf(item, kind[0] as AnyShape, `${path}[${i}]`);
      if (problem) return problem;
    }
    return undefined;
  }
  if (!isOfKind(value, 'object')) return path === '' ? 'it is not an object' : `\`${path}\` is not an object`;
  for (const [member, inner] of Object.entries(kind)) {
    if (inner === undefined) continue;
    const problem = problemOf(
      (value as Record<string, unknown>)[member],
      inner,
      path === '' ? member : `${path}.${member}`,
    );
    if (problem) return problem;
  }
  return undefined;
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind.endsWith('?')) return value === null || isOfKind(value, kind.slice(0, -1));
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === kind;
}

function inWords(kind: string): string {
  const base = kind.endsWith('?') ? kind.slice(0, -1) : kind;
  const article = base === 'object' || base === 'array' ? 'an' : 'a';
  return `${article} ${base}${kind.endsWith('?') ? ' or null' : ''}`;
}

const window: Shape<Wire.WindowTimes> = { start: 'string', end: 'string' };
const receipt: Shape<Wire.Receipt> = { hash: 'string', previous: 'string', sequence: 'number', nonce: 'string' };
const priceSource: Shape<Wire.PriceSourceInfo> = { kind: 'string', live: 'boolean', note: 'string' };
const paging = { page: 'number', pages: 'number', total: 'number' } as const;

const orderAck: Shape<Wire.OrderAck> = {
  agent_id: 'string',
  league: 'string',
  order_id: 'string',
  state: 'string',
  sandbox: 'boolean',
  received_at: 'string',
  date: 'string',
  window,
  fills_by: 'string',
  weights: 'object',
  weights_text: 'string',
  cash_weight: 'number',
  reason: 'string?',
  receipt,
  price_source: priceSource,
  warnings: 'array',
};

const orderView: Shape<Wire.OrderView> = {
  agent_id: 'string',
  league: 'string',
  order_id: 'string',
  state: 'string',
  sandbox: 'boolean',
  received_at: 'string',
  date: 'string',
  window,
  weights: 'object',
  weights_text: 'string',
  reason: 'string?',
  receipt,
  reason_code: 'string',
  message: 'string',
  trades: [{ symbol: 'string', side: 'string', units: 'string', fill_price: 'string', cost: 'string', fee: 'string' }],
};

const holding = { symbol: 'string', units: 'string', last_price: 'string?', value_usd: 'number?' } as const;

const boardRow: Shape<Wire.BoardRow> = {
  rank: 'number',
  move: 'number?',
  agent_id: 'string',
  name: 'string',
  tier: 'string',
  value_usd: 'number',
  return_pct: 'number',
  max_drawdown_pct: 'number',
  trades: 'number',
};

export const shapes = {
  error: of<Wire.ErrorBody>({ detail: 'string', error: { code: 'string', fix: 'string' } }),
  seat: of<Wire.Seat>({
    agent_id: 'string',
    api_key: 'string',
    league: 'string',
    name: 'string',
    tier: 'string',
    paper_value_usd: 'number',
    profile_url: 'string',
    next: 'array',
    warnings: 'array',
  }),
  orderAck: of<Wire.OrderAck>(orderAck),
  preview: of<Wire.Preview>({
    ok: 'boolean',
    outcome: 'string',
    message: 'string',
    window,
    pools: [{ symbol: 'string', state: 'string', price: 'string?', second_price: 'string?', bps: 'string?' }],
    trades: [{ symbol: 'string', side: 'string', units: 'string', fill_price: 'string', cost: 'string' }],
    price_source: priceSource,
    warnings: 'array',
  }),
  order: of<Wire.OrderView>(orderView),
  orders: of<Wire.OrderList>({ agent_id: 'string', ...paging, orders: [orderView] }),
  leagues: of<Wire.LeagueCatalogue>({
    default_league: 'string',
    leagues: [{ id: 'string', kind: 'string', state: 'string' }],
  }),
  universe: of<Wire.UniverseView>({
    league: 'string',
    kind: 'string',
    state: 'string',
    price_source: priceSource,
    symbols: [{ symbol: 'string', name: 'string', priced_in: 'string', tradable: 'boolean', last_price: 'string?' }],
  }),
  validation: of<Wire.Validation>({
    league: 'string',
    symbol: 'string',
    valid: 'boolean',
    tradable: 'boolean',
    near: 'array',
  }),
  status: of<Wire.StatusView>({
    orders_open: 'boolean',
    time: 'string',
    price_source: priceSource,
    next_mark: 'string',
    next_close: 'string',
  }),
  incidents: of<Wire.IncidentLog>({
    ...paging,
    incidents: [
      { id: 'number', at: 'string', kind: 'string', about: { kind: 'string', id: 'string' }, reason: 'string' },
    ],
  }),
  seats: of<Wire.SeatsView>({ totals: 'object', leagues: [{ league: 'string', tiers: 'array' }] }),
  icons: of<Wire.IconsView>({ rule: 'string', count: 'number', presets: [{ id: 'string', svg_url: 'string' }] }),
  maker: of<Wire.MakerView>({
    maker_id: 'string',
    active: 'number',
    retired: 'number',
    ...paging,
    bots: [{ agent_id: 'string', name: 'string', league: 'string', retired_at: 'string?', rank: 'number?' }],
  }),
  agents: of<Wire.AgentList>({
    version: 'string',
    ...paging,
    agents: [{ agent_id: 'string', name: 'string', league: 'string', house: 'boolean', retired_at: 'string?' }],
  }),
  recoverAck: of<Wire.RecoverAck>({ agent_id: 'string', message: 'string' }),
  profileAck: of<Wire.ProfileAck>({ agent_id: 'string', changed: 'object', warnings: 'array' }),
  retireAck: of<Wire.RetireAck>({ agent_id: 'string', retired_at: 'string', unranked_from: 'string' }),
  board: of<Wire.Board>({
    league: 'string',
    as_of: 'string?',
    next_close: 'string',
    price_source: priceSource,
    ...paging,
    rows: [boardRow],
  }),
  champions: of<Wire.Champions>({
    league: 'string',
    ...paging,
    champions: [{ league: 'string', week: 'string', decided_at: 'string', champion: 'object?' }],
  }),
  moves: of<Wire.TierMoves>({
    league: 'string',
    agent_id: 'string?',
    ...paging,
    moves: [{ agent_id: 'string', close: 'string', at: 'string', from: 'string', to: 'string', why: 'string' }],
  }),
  agent: of<Wire.AgentView>({
    agent_id: 'string',
    name: 'string',
    league: 'string',
    tier: 'string',
    value_usd: 'number',
    return_pct: 'number',
  }),
  trades: of<Wire.TradeLog>({
    agent_id: 'string',
    ...paging,
    trades: [
      { date: 'string', symbol: 'string', side: 'string', units: 'string', fill_price: 'string', cost: 'string' },
    ],
  }),
  equity: of<Wire.Equity>({
    agent_id: 'string',
    points: [{ date: 'string', value_usd: 'number', return_pct: 'number' }],
  }),
  statistics: of<Wire.AgentStatistics>({
    agent_id: 'string',
    as_of: 'string?',
    closes: 'number',
    daily_returns: 'number',
    provisional: 'boolean',
    figures: 'object',
  }),
  positions: of<Wire.Positions>({ agent_id: 'string', cash: 'string', positions: [holding] }),
  state: of<Wire.AgentState>({
    agent_id: 'string',
    name: 'string',
    league: 'string',
    tier: 'string',
    cash: 'string',
    value_usd: 'number',
    value_now_usd: 'number?',
    holdings: [holding],
    weights: 'object',
    pending: [{ order_id: 'string', window, message: 'string' }],
    rank: 'number?',
    of: 'number',
    return_pct: 'number',
    next_close: 'string',
    price_source: priceSource,
  }),
  entryCheck: of<Wire.EntryCheck>({
    agent_id: 'string',
    league: 'string',
    checks: [{ check: 'string', ok: 'boolean', detail: 'string' }],
    order: orderAck,
    wrong_orders: [{ case: 'string', status: 'number', body: 'object' }],
  }),
  keyRotation: of<Wire.KeyRotation>({ agent_id: 'string', api_key: 'string' }),
  markProof: of<Wire.MarkProof>({
    mark: 'string',
    count: 'number',
    root: 'string',
    readings_hash: 'string',
    chain: 'string',
    previous_chain: 'string',
    readings: [{ mark: 'string', attempt: 'number', text: 'string' }],
  }),
  orderProof: of<Wire.OrderProof>({
    order_id: 'string',
    receipt: 'string',
    mark: 'string',
    anchored: 'boolean',
    path: [{ side: 'string', hash: 'string' }],
    index: 'number?',
    root: 'string?',
    count: 'number?',
    readings_hash: 'string?',
    chain: 'string?',
    previous_chain: 'string?',
  }),
  fillProof: of<Wire.FillProof>({
    format: 'string',
    order_id: 'string',
    agent_id: 'string',
    state: 'string',
    window,
    weights_text: 'string',
    receipt,
    prices: [{ symbol: 'string', state: 'string', usd: 'string?' }],
    windows: 'array',
    before: { cash: 'string', holdings: 'object' },
    after: { cash: 'string', holdings: 'object' },
  }),
  closeProof: of<Wire.CloseProof>({
    format: 'string',
    league: 'string',
    date: 'string',
    close: 'string',
    prices: [{ symbol: 'string', state: 'string', usd: 'string?' }],
    windows: 'array',
    bot: 'object?',
  }),
  agentProofs: of<Wire.AgentProofs>({
    agent_id: 'string',
    league: 'string',
    start_value_usd: 'number',
    ...paging,
    orders: [{ order_id: 'string', sequence: 'number', state: 'string', decided_at: 'string', proof: 'string' }],
    delistings: 'array',
    closes: [{ date: 'string', proof: 'string' }],
  }),
  events: of<Wire.EventList>({
    agent_id: 'string',
    events: [{ id: 'string', type: 'string', at: 'string', cursor: 'string' }],
    next: 'string',
    more: 'boolean',
  }),
  webhook: of<Wire.WebhookView>({ agent_id: 'string', url: 'string?', secret: 'string?', state: 'string' }),
  rulesVersions: of<Wire.RulesVersions>({
    rules_version: 'string',
    ...paging,
    versions: [
      { rules_version: 'string', rule_book: 'string', from: 'string', until: 'string?', first_mark: 'string' },
    ],
  }),
  rulesText: of<Wire.RulesText>({
    rules_version: 'string',
    rule_book: 'string',
    in_force: [{ from: 'string', until: 'string?', first_mark: 'string' }],
    sha256: 'string',
    rules: 'object',
  }),
  document: of<Record<string, unknown>>({}),
  health: of<{ ok: boolean }>({ ok: 'boolean' }),
  readiness: of<{ ok: boolean; last_mark: string | null }>({ ok: 'boolean', last_mark: 'string?' }),
};

function of<T>(members: Shape<T>): AnswerShape<T> {
  return { members };
}
