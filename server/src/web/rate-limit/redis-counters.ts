/** Counters in Redis, one key each, which Redis drops at the end of its window. */
import type { CountedLimit, OpenStore, SharedStore, Tally } from './counters.ts';

/** Leagues of one operator that share a Redis share the counts, too; the number of a database in the URL keeps them apart. */
const prefix = 'papertape:limit:';

/**
 * One step, whoever else asks at the same time. KEYS: the counter. ARGV: most requests, window in ms, 1 to count one.
 * Answers what is used (one more than the most: refused) and the milliseconds that are left. A counter without an end, which nothing
 * here makes, gets one.
 */
const script = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local most, window, add = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if used == 0 then
  if add == 1 then redis.call('SET', KEYS[1], 1, 'PX', window) end
  return {add, window}
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], window)
  left = window
end
if add == 0 then return {used, left} end
if used >= most then return {most + 1, left} end
return {redis.call('INCR', KEYS[1]), left}
`;

/** @param url redis:// or rediss://. The library is loaded here: who counts in memory does not carry it. */
export function redisStore(url: string): OpenStore {
  return async (lost, end) => {
    const { createClient } = await import('@redis/client');
    // What to do when it goes away is decided by those who use it: no commands are kept for later, and nothing is tried again.
    const client = createClient({
      url,
      RESP: 2,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false },
    });
    client.on('error', lost);
    end.addEventListener('abort', () => {
      if (client.isOpen) client.destroy();
    });
    await client.connect();
    const run = async (key: string, most: number, windowMs: number, add: 0 | 1): Promise<Tally> => {
      const answer = await client.eval(script, {
        keys: [prefix + key],
        arguments: [String(most), String(windowMs), String(add)],
      });
      const [used, msLeft] = answer as unknown as [number, number];
      return { used, msLeft };
    };
    const ask = (limit: CountedLimit, who: string, add: 0 | 1): Promise<Tally> =>
      run(`${limit.name}:${who}`, limit.count, limit.windowSeconds * 1000, add);
    return {
      take: (limit, who) => ask(limit, who, 1),
      look: (limit, who) => ask(limit, who, 0),
      async probe() {
        await run('probe', 1_000_000, 1_000, 1);
      },
    } satisfies SharedStore;
  };
}
