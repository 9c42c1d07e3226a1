/**
 * Endpoints of chains that tell other values than most: what they told at marks in, entries of the public log out. Pure.
 *
 * Public rule (docs/operators/pricing.md): the first time makes an entry `endpoint_differs`. What follows belongs to it, until the endpoint has
 * told nothing else than most of all marks of an hour: `endpoint_agrees`. After that the next time makes an entry again.
 *
 * Example: node.example lies at 12:05, 12:10 and 12:40: one entry. When the mark 13:40 is read again and it says what most say: another one.
 */
import { iso, type Instant } from '../lib/clock.ts';
import type { Incident } from '../operator/incident.ts';
import type { OtherValue } from '../sources/source.ts';

/** An endpoint must tell the same as most for so long. */
export const quietMs = 3_600_000;

/** By the name of the endpoint. */
export interface EndpointState {
  /** Endpoints with an entry `endpoint_differs` that nothing ended: the mark of the entry. */
  readonly differing: Map<string, Instant>;
  /** The last mark at which each told something else. */
  readonly lastAt: Map<string, Instant>;
}

type Draft = Omit<Incident, 'id'>;
type Chains = ReadonlyMap<number, string>;

/** As `Ethereum node.example`: in the public log, in metrics and in the status. */
export function endpointName(chains: Chains | undefined, { chain, host }: Pick<OtherValue, 'chain' | 'host'>): string {
  return `${chains?.get(chain) ?? `Chain ${chain}`} ${host}`;
}

export function foldEndpoints(log: Iterable<Pick<Incident, 'kind' | 'about' | 'atMark'>>): EndpointState {
  const differing = new Map<string, Instant>();
  for (const { kind, about, atMark } of log) {
    if (kind === 'endpoint_differs') differing.set(about.id, atMark);
    if (kind === 'endpoint_agrees') differing.delete(about.id);
  }
  return { differing, lastAt: new Map(differing) };
}

/** @param state changed. @returns the entry that this makes; undefined when it belongs to one that is there. */
export function noteOther(
  { differing, lastAt }: EndpointState,
  chains: Chains | undefined,
  other: OtherValue,
  atMark: Instant,
): Draft | undefined {
  const id = endpointName(chains, other);
  lastAt.set(id, Math.max(other.mark, lastAt.get(id) ?? other.mark));
  if (differing.has(id)) return undefined;
  differing.set(id, atMark);
  const { mark, pool, told, most } = other;
  const theirs = most === null ? 'no value has most of the endpoints behind it' : `most of them told ${most}`;
  return draft('endpoint_differs', id, atMark, `Of the mark ${iso(mark)} it told ${told} (${pool}); ${theirs}.`);
}

/** @param mark at which the endpoint told what most told. @param state changed. */
export function noteSame(
  { differing, lastAt }: EndpointState,
  id: string,
  mark: Instant,
  atMark: Instant,
): Draft | undefined {
  if (!differing.has(id) || mark - (lastAt.get(id) ?? mark) < quietMs) return undefined;
  differing.delete(id);
  return draft('endpoint_agrees', id, atMark, 'It told what most told, of every mark of an hour.');
}

function draft(kind: Incident['kind'], id: string, atMark: Instant, reason: string): Draft {
  return { atMark, kind, about: { kind: 'endpoint', id }, price: null, priceAt: null, by: 'engine', reason };
}
