/**
 * Reads the pools of one chain at a mark: two round trips, whatever the number of pools.
 *
 *   1. the heads of all endpoints
 *   2. `observe` of all pools, and the rates, at the block that was chosen, pinned by its hash, from two endpoints where there are two; at the same
 *      time the header at that height is read again from every endpoint, and the reading counts only when most of those that are configured still
 *      have that very block there and the two read the same (agreement.ts)
 *
 * Only for a pool whose ring buffer does not reach back there is more: its logs (recover.ts), from two endpoints where there are two.
 */
import type { Log } from '../../lib/log.ts';
import type { Instant } from '../../lib/clock.ts';
import { BaseError } from 'viem';
import type { BlockRef, NoReadingReason, OtherValue } from '../source.ts';
import type { PoolId } from '../../league/symbol.ts';
import type { BookChain } from './book-form.ts';
import type { OnchainPool, OnchainRate } from './book.ts';
import { readAgreed, type Settled, type Told } from './agreement.ts';
import type { Asked } from './asked.ts';
import type { Endpoint, ReadAt } from './endpoint.ts';
import { guardSeconds, observed, type Observation, type Observed } from './guards.ts';
import { clockBehind, judgeHead, proposeHead, type Head } from './heads.ts';
import { firstDifference } from './other-value.ts';
import { rateValue, type SeenRate } from './rates.ts';
import { createRecovery, type RecoverTimes } from './recovery.ts';

export interface ChainReader {
  /** One attempt. @param now instant of the service's clock. */
  read(mark: Instant, asked: Asked, now: Instant): Promise<ChainAnswer>;
}

export type ChainAnswer =
  | {
      readonly ok: true;
      readonly pools: ReadonlyMap<PoolId, Observed>;
      readonly rates: ReadonlyMap<PoolId, SeenRate>;
    }
  | {
      readonly ok: false;
      readonly reason: NoReadingReason;
      /** No endpoint has a head that counts: other marks cannot be read now either. */
      readonly down?: true;
    };

/** @param onDiffer told what endpoints read otherwise than most, or what each read when none has most behind it. */
export function createChainReader(
  chain: BookChain,
  endpoints: readonly Endpoint[],
  log: Log,
  times: RecoverTimes,
  onDiffer: (others: readonly OtherValue[]) => void = () => undefined,
): ChainReader {
  const heads = createHeads(chain, endpoints, log);
  const tell = createTeller(chain, log, onDiffer);
  const recover = createRecovery(chain, log, times);

  async function attempt(
    known: readonly Head<Endpoint>[],
    mark: Instant,
    asked: Asked,
    now: Instant,
  ): Promise<ChainAnswer> {
    const { pools, rates } = asked;
    const at = mark / 1000;
    const rule = { now: now / 1000, ageMax: chain.headAgeSecondsMax, due: at + chain.lagSeconds };
    const { fresh, proposed } = proposeHead(known, rule);
    if (fresh.length === 0) return { ok: false, reason: known.length === 0 ? 'no_answer' : 'stale', down: true };
    if (!proposed) return { ok: false, reason: 'no_answer' };
    const { head } = proposed;
    const ago = [head.timestamp - at + guardSeconds, head.timestamp - at] as const;
    const read = onceEach((e: Endpoint) => settle(e.readAt(head.hash, pools, ago, rates)));
    // The endpoint whose head it is has its state for sure, the others may be a block behind.
    const order = [proposed.endpoint, ...fresh.map((h) => h.endpoint).filter((e) => e !== proposed.endpoint)];
    const [headers] = await Promise.all([
      Promise.allSettled(fresh.map((h) => h.endpoint.headerAt(head.number))),
      ...order.slice(0, 2).map(read),
    ]);
    const votes = fresh.map(({ endpoint }, i) => {
      const s = headers[i];
      return { endpoint, header: s?.status === 'fulfilled' ? s.value : undefined };
    });
    const verdict = judgeHead(proposed, votes, endpoints.length);
    if (verdict.kind === 'outvoted') {
      const rest = known.filter((h) => !verdict.without.includes(h.endpoint));
      // Either these endpoints are on a chain of their own, or the block was replaced just now, and nobody is left.
      if (rest.length === 0) return { ok: false, reason: 'reorg' };
      const hosts = verdict.without.map((e) => e.host).join(', ');
      log.warn('RPC endpoints are on another chain than the rest', { chain: chain.name, hosts });
      return await attempt(rest, mark, asked, now);
    }
    if (verdict.kind !== 'taken') return { ok: false, reason: verdict.kind === 'split' ? 'reorg' : 'no_answer' };
    const having = order.filter((e) => verdict.from.includes(e));
    const answer = await readAgreed(having, endpoints.length, read, textOf);
    if (answer.kind === 'differ') {
      tell(mark, asked, answer.told);
      return { ok: false, reason: 'reorg' };
    }
    if (answer.kind === 'unread') {
      const again = await settle(proposed.endpoint.headerAt(head.number));
      if (again.ok && again.value.hash !== head.hash) return { ok: false, reason: 'reorg' };
      log.warn('an RPC endpoint did not read the pools', { chain: chain.name, error: shortText(answer.error) });
      return { ok: false, reason: 'no_answer' };
    }
    const { value, by, others } = answer;
    tell(mark, asked, others, value);
    const block: BlockRef = {
      chain: chain.id,
      number: Number(head.number),
      hash: head.hash,
      at: head.timestamp * 1000,
      toldBy: by.map((e) => e.host),
    };
    const old = pools.filter((_, i) => value.pools[i] === 'old');
    const honest = verdict.from.filter((e) => !others.some((o) => o.endpoint === e));
    const recovered = await recover(old, head, [at - guardSeconds, at], honest);
    return recovered === 'reorg' ? { ok: false, reason: 'reorg' } : answerOf(asked, value, recovered, block);
  }

  return { read: async (mark, asked, now) => await attempt(await heads(now), mark, asked, now) };
}

function answerOf(
  { pools, rates }: Asked,
  read: ReadAt,
  recovered: ReadonlyMap<PoolId, Observation>,
  block: BlockRef,
): ChainAnswer {
  return {
    ok: true,
    pools: new Map(pools.map((pool, i) => [pool.id, judged(pool, recovered.get(pool.id) ?? read.pools[i], block)])),
    rates: new Map(rates.map((rate, i) => [rate.id, seenRate(rate, read.rates[i], block)])),
  };
}

/** Each is asked once, and what it says is kept. */
function onceEach<E, T>(ask: (of: E) => Promise<T>): (of: E) => Promise<T> {
  const asked = new Map<E, Promise<T>>();
  return async (of) => {
    const answer = asked.get(of) ?? ask(of);
    asked.set(of, answer);
    return await answer;
  };
}

function createTeller(chain: BookChain, log: Log, onDiffer: (others: readonly OtherValue[]) => void) {
  /** @param others each with what it told. @param most what most told; undefined when none of it has most behind it. */
  return (mark: Instant, asked: Asked, others: readonly Told<Endpoint, ReadAt>[], most?: ReadAt): void => {
    if (others.length === 0) return;
    const hosts = others.map((o) => o.endpoint.host);
    const fields = { chain: chain.name, hosts: hosts.join(', ') };
    log.warn('RPC endpoints read other values at one block than the rest', fields);
    onDiffer(
      others.map(({ endpoint, value }) => {
        const other = most ?? others.find((o) => o.value !== value)?.value ?? value;
        const differs = firstDifference(asked, value, other);
        const { pool = '', values = ['', ''] } = differs ?? {};
        const [told, theirs] = values;
        return { chain: chain.id, host: endpoint.host, mark, pool, told, most: most ? theirs : null };
      }),
    );
  };
}

/** Asks every endpoint for its head. One that falls silent, or answers again, is logged once, and so is a clock that is behind them. */
function createHeads(chain: BookChain, endpoints: readonly Endpoint[], log: Log) {
  const silent = new Set<Endpoint>();
  const watchClock = createClockWatch(chain, endpoints.length, log);
  return async (now: Instant): Promise<Head<Endpoint>[]> => {
    const settled = await Promise.allSettled(endpoints.map((e) => e.head()));
    const known = settled.flatMap((s, i): Head<Endpoint>[] => {
      const endpoint = endpoints[i];
      if (!endpoint) return [];
      const fields = { chain: chain.name, host: endpoint.host };
      if (s.status === 'fulfilled') {
        if (silent.delete(endpoint)) log.info('an RPC endpoint answers again', fields);
        return [{ endpoint, head: s.value }];
      }
      if (!silent.has(endpoint)) log.warn('an RPC endpoint gives no head', { ...fields, error: shortText(s.reason) });
      silent.add(endpoint);
      return [];
    });
    watchClock(known, now);
    return known;
  };
}

/** Says once that the service's clock is behind the chain, and once that it no longer is. */
function createClockWatch(chain: BookChain, configured: number, log: Log) {
  let isBehind = false;
  return (known: readonly Head<unknown>[], now: Instant): void => {
    if (known.length * 2 <= configured) return;
    const seconds = clockBehind(known, now / 1000, configured);
    if (seconds !== undefined && !isBehind)
      log.warn('the clock of this machine is behind the chain: nothing is read until it is set right (NTP)', {
        chain: chain.name,
        seconds: Math.floor(seconds),
      });
    else if (seconds === undefined && isBehind)
      log.info('the clock of this machine is right again', { chain: chain.name });
    isBehind = seconds !== undefined;
  };
}

/** The same for the same values. */
function textOf({ pools, rates }: ReadAt): string {
  return JSON.stringify([pools, rates], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function judged(pool: OnchainPool, result: Observation | 'old' | 'none' | undefined, block: BlockRef): Observed {
  if (result === 'old') return { ok: false, reason: 'old_observation' };
  if (result === undefined || result === 'none') return { ok: false, reason: 'not_listed' };
  return observed(pool, result, block);
}

function seenRate(rate: OnchainRate, told: bigint | 'none' | undefined, block: BlockRef): SeenRate {
  if (told === undefined || told === 'none') return { ok: false, reason: 'not_listed' };
  return { ok: true, value: rateValue(rate, told), block };
}

/** Without the URL, which may hold a key. */
function shortText(e: unknown): string {
  return e instanceof BaseError ? `${e.name}: ${e.shortMessage}` : 'unknown';
}

async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    return { ok: false, error };
  }
}
