/**
 * The entries of the public log, as everybody reads them: each is a JSON object in one line of UTF-8, its members in the order that
 * stands here. Instants are ISO 8601 with milliseconds, hashes are SHA-256 in hex, amounts are decimal text.
 */
import { z } from 'zod';
import { about } from './about.ts';

const instant = z.iso.datetime({ precision: 3 });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const amount = z.string().regex(/^-?\d+(\.\d+)?$/);

export const logEntry = z.discriminatedUnion('type', [
  /** Entry 0, and no other. */
  z.strictObject({
    type: z.literal('log'),
    format: z.literal('papertape-log/1'),
    opened_at: instant,
    /** Id of the price source; of a simulated one with a secret seed `simulated:sha256:` and the hash. */
    price_source: z.string(),
    clock: z.enum(['real', 'scaled', 'stepped']),
  }),
  /** Opens a mark: all entries up to the next one belong to it. */
  z.strictObject({
    type: z.literal('mark'),
    mark: instant,
    rules: z.string(),
    /** Of the version of the market (symbols, routes, pools) that prices the windows that start after this mark. */
    market: sha256,
    /** Of what was read at the mark, as `readings_hash` of its proof. */
    readings: sha256,
  }),
  /** A registration in the five minutes before the mark. */
  z.strictObject({
    type: z.literal('bot'),
    at: instant,
    agent_id: z.string(),
    league: z.string(),
    maker_id: z.string(),
    name: z.string(),
    house: z.boolean(),
  }),
  /** A bot that its owner retired in the five minutes before the mark. */
  z.strictObject({
    type: z.literal('retired'),
    at: instant,
    agent_id: z.string(),
    superseded_by: z.string().nullable(),
  }),
  /** An order whose window starts at the mark. */
  z.strictObject({
    type: z.literal('order'),
    agent_id: z.string(),
    sequence: z.int().positive(),
    /** False: a sandbox order, which has no outcome here. */
    counts: z.boolean(),
    receipt: sha256,
  }),
  /** What the operator asked for, at the mark at which it was applied. */
  z.strictObject({
    type: z.literal('action'),
    action_id: z.string(),
    at: instant,
    action: z.string(),
    about,
    reason: z.string(),
    capacity: z.int().nullable(),
  }),
  /** The seed of a simulated market that has ended: the hash of it with its salt is in `price_source` of entry 0. */
  z.strictObject({ type: z.literal('seed'), hash: sha256, salt: z.string(), seed: z.string() }),
  /** An entry of the public log of incidents. */
  z.strictObject({
    type: z.literal('incident'),
    incident_id: z.int().positive(),
    at: instant,
    kind: z.string(),
    about,
    price: amount.nullable(),
    price_at: instant.nullable(),
    by: z.enum(['engine', 'operator']),
    reason: z.string(),
    capacity: z.int().nullable(),
  }),
  /** What the holding of a delisted symbol was turned into. */
  z.strictObject({
    type: z.literal('delisting'),
    agent_id: z.string(),
    symbol: z.string(),
    units: amount,
    price: amount,
    cash: amount,
  }),
  /** The outcome of an order that counts. */
  z.strictObject({
    type: z.literal('outcome'),
    agent_id: z.string(),
    sequence: z.int().positive(),
    order_id: z.string(),
    window_start: instant,
    state: z.enum(['filled', 'rejected']),
    /** Of the outcome's text (`outcomeText`). */
    outcome: sha256,
  }),
  /** Prices that decided something: SHA-256 of the vector's text. */
  z.strictObject({ type: z.literal('prices'), window_end: instant, prices: sha256 }),
  z.strictObject({
    type: z.literal('payout'),
    agent_id: z.string(),
    league: z.string(),
    room: z.string(),
    payout_id: z.string(),
    cash: amount,
    /** Whether it stands where a scored fill stands, as the pay of a round of tasks does. */
    counts: z.boolean(),
  }),
  /** What a room of the service noted at the mark, such as the commitment of a round of tasks. */
  z.strictObject({
    type: z.literal('fact'),
    room: z.string(),
    /** What it is about, such as a league. */
    about: z.string(),
    fact_id: z.string(),
    name: z.string(),
    agent_id: z.string().nullable(),
    text: z.string(),
  }),
  /** A league's close. */
  z.strictObject({
    type: z.literal('close'),
    league: z.string(),
    close: instant,
    bots: z.int().nonnegative(),
    /** Of the board's lines: one for each bot, by rank. */
    board: sha256,
    /** Of the records' lines: one for each bot, by id. */
    records: sha256,
    /** Of the values of the baselines, as JSON. */
    baselines: sha256,
  }),
  /** A bot changes its tier. */
  z.strictObject({
    type: z.literal('move'),
    league: z.string(),
    agent_id: z.string(),
    week: z.string(),
    why: z.string(),
    from: z.int().nonnegative(),
    to: z.int().nonnegative(),
    place: z.int(),
    week_bps: z.int(),
  }),
  /** A decided week of a league, and its champion. */
  z.strictObject({
    type: z.literal('week'),
    league: z.string(),
    week: z.string(),
    bots: z.int().nonnegative(),
    champion: z.string().nullable(),
    week_bps: z.int().nullable(),
    value: amount.nullable(),
  }),
  /** The log is signed by this key from here on. */
  z.strictObject({
    type: z.literal('key'),
    at: instant,
    /** `name+12345678+base64`: the vkey of C2SP signed-note. */
    key: z.string(),
    /** Line of the key before over a note of `papertape-log-key/1`, the new key and the instant, a line each; null of the first key. */
    signature: z.string().nullable(),
  }),
]);
export type LogEntry = z.infer<typeof logEntry>;

/** The entry of a type. */
export type LogEntryOf<Type extends LogEntry['type']> = Extract<LogEntry, { readonly type: Type }>;
