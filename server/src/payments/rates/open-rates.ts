/** Asks the sources of the SOL/USD rate, all at once, and keeps what they agree on for half a minute. */
import { errorText, type Log } from '../../lib/log.ts';
import type { Instant } from '../../lib/clock.ts';
import { agreedRate, type Rate, type SourceAnswer } from '../rate.ts';
import { coinbase } from './coinbase.ts';
import { kraken } from './kraken.ts';
import { pyth } from './pyth.ts';
import type { RateSource } from './rate-source.ts';

export interface Rates {
  /** The last rate that was agreed, asked for anew when it is older than half a minute; undefined when there never was one. */
  now(): Promise<Rate | undefined>;
}

export interface RatesDeps {
  /** Sources by name, each with the address at which it is asked, if that is not its own. */
  readonly sources: ReadonlyMap<string, string | undefined>;
  readonly realNow: () => Instant;
  readonly log: Log;
}

const known: ReadonlyMap<string, RateSource> = new Map([coinbase, kraken, pyth].map((s) => [s.name, s]));

/** A source that takes longer is left out. */
const answerMs = 2_000;
/** A rate is not asked for again before. */
const keptMs = 30_000;
/** No answer of a source is larger. */
const bytesMax = 65_536;

export function openRates({ sources, realNow, log }: RatesDeps): Rates {
  let last: Rate | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = realNow();
    const told = await Promise.all(
      [...sources].map(async ([name, origin]): Promise<SourceAnswer[]> => {
        const source = known.get(name);
        try {
          const found = source?.read(await bodyOf(`${origin ?? source.origin}${source.path}`), realNow());
          if (found) return [{ source: name, ...found }];
          log.warn('a source of the SOL/USD rate answered something else', { source: name });
        } catch (e) {
          log.warn('a source of the SOL/USD rate did not answer', { source: name, error: errorText(e) });
        }
        return [];
      }),
    );
    const agreed = agreedRate(told.flat(), realNow(), last);
    if (agreed) last = agreed;
    else log.warn('there is no new SOL/USD rate', { answers: told.flat().length });
  }

  return {
    async now() {
      if (Math.abs(realNow() - askedAt) >= keptMs) asking ??= ask().finally(() => (asking = undefined));
      await asking;
      return last;
    },
  };
}

async function bodyOf(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'error' });
  if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error('its answer is too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
}
