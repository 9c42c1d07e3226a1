/** The public HTTP of a service, as a reader from outside sees it. */
import { pause } from '../../lib/loop.ts';
import { messageOf } from '../../lib/text.ts';
import { MissingError, UnreachableError } from './steps.ts';

export interface Service {
  readonly url: string;
  /** A JSON answer. The same path is asked for once, as long as it is remembered. */
  get<T>(path: string): Promise<T>;
  /** An answer that is text and never changes, asked for like one of JSON. */
  kept(path: string): Promise<string>;
  /** An answer that is text. */
  text(path: string): Promise<string>;
  /** An answer as its bytes. */
  bytes(path: string): Promise<Buffer>;
}

export interface ServiceOptions {
  readonly url: string;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Answers that are remembered: the marks of a window are asked for by several fills. */
const rememberedMax = 400;
const attemptsMax = 4;
const timeoutMs = 30_000;
/** A service that asks for a longer wait is not waited for: 2 minutes. */
const retryAfterSecondsMax = 120;

export function createService({ url, fetch: ask = fetch, sleep = pause }: ServiceOptions): Service {
  const base = url.replace(/\/+$/, '');
  const remembered = new Map<string, unknown>();

  async function load(path: string): Promise<Buffer> {
    let why = '';
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      if (attempt > 0) await sleep(500 * 2 ** attempt);
      let response: Response;
      let body: Buffer;
      try {
        response = await ask(base + path, {
          headers: { accept: 'application/json, text/plain, application/octet-stream' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        body = Buffer.from(await response.arrayBuffer());
      } catch (e) {
        const cause = e instanceof Error && e.cause instanceof Error ? e.cause.message : '';
        why = cause === '' ? messageOf(e) : cause;
        continue;
      }
      if (response.ok) return body;
      if (response.status === 404) throw new MissingError(`${path}: ${detailOf(body.toString())}`);
      why = `${response.status} ${detailOf(body.toString())}`;
      if (response.status !== 429 && response.status < 500) break;
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      if (seconds > retryAfterSecondsMax) break;
      if (seconds > 0) await sleep(seconds * 1000);
    }
    throw new UnreachableError(`${path}: ${why}`);
  }

  const text = async (path: string): Promise<string> => (await load(path)).toString();

  async function remember(path: string, read: (body: string) => unknown): Promise<unknown> {
    if (!remembered.has(path)) {
      remembered.set(path, read(await text(path)));
      for (const oldest of remembered.keys()) {
        if (remembered.size <= rememberedMax) break;
        remembered.delete(oldest);
      }
    }
    return remembered.get(path);
  }

  return {
    url: base,
    text,
    bytes: load,
    kept: async (path) => (await remember(path, (body) => body)) as string,
    get: async <T>(path: string) => (await remember(path, (body) => parsed(path, body))) as T,
  };
}

function parsed(path: string, body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new Error(`${path}: the answer is not JSON`);
  }
}

function detailOf(body: string): string {
  try {
    return String((JSON.parse(body) as { detail?: unknown }).detail);
  } catch {
    return 'no answer of this service';
  }
}
