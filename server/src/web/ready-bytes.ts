/**
 * Ready bytes: answers that are the same for everyone until something changes, kept with their ETag and served without the database.
 * They are made at the first request after a change.
 */
import { createHash } from 'node:crypto';

export interface ReadyEntry {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly headers304: Readonly<Record<string, string | number>>;
}

export type ExtraHeaders = Readonly<Record<string, string>>;

export interface ReadyBytes {
  /** By the URL exactly as it was asked for. */
  get(url: string): ReadyEntry | undefined;
  /**
   * Keeps an answer for a URL until a league changes (`topic` = its id) or anything does (`topic` = `*`). `version` is what
   * `version(topic)` said before the answer was made: when it has moved on, the answer is served once and not kept. `headers` come on
   * top of the usual ones.
   */
  keep(url: string, topic: string, version: number, bytes: Buffer, type: string, headers?: ExtraHeaders): ReadyEntry;
  version(topic: string): number;
  /** Drops what depends on the topics; `*` is always dropped with them. */
  drop(topics: Iterable<string>): void;
  dropAll(): void;
}

/** A strong tag of an answer's bytes. */
export function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Does an If-None-Match header (a list, weak tags, `*`) name the tag? */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((t) => t.trim().replace(/^W\//, '') === etag);
}

/** Most bytes kept; the oldest make room. */
const bytesMax = 64 * 1024 * 1024;

export function createReadyBytes(): ReadyBytes {
  const entries = new Map<string, ReadyEntry & { readonly topic: string }>();
  const versions = new Map<string, number>();
  let generation = 0;
  let size = 0;

  const version = (topic: string): number => generation + (versions.get(topic) ?? 0);

  function remove(url: string): void {
    const e = entries.get(url);
    if (!e) return;
    size -= e.bytes.length;
    entries.delete(url);
  }

  return {
    get: (url) => entries.get(url),
    version,
    keep(url, topic, made, bytes, type, headers = {}) {
      const etag = tagOf(bytes);
      const common = {
        ETag: etag,
        'Cache-Control': 'public, max-age=15, stale-while-revalidate=60',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'ETag',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        ...headers,
      };
      const entry = {
        bytes,
        etag,
        topic,
        headers: { 'Content-Type': type, 'Content-Length': bytes.length, ...common },
        headers304: common,
      };
      if (version(topic) !== made || url.length > 500) return entry;
      remove(url);
      entries.set(url, entry);
      size += bytes.length;
      for (const oldest of entries.keys()) {
        if (size <= bytesMax) break;
        remove(oldest);
      }
      return entry;
    },
    drop(topics) {
      const dropped = new Set([...topics, '*']);
      for (const topic of dropped) versions.set(topic, (versions.get(topic) ?? 0) + 1);
      for (const [url, e] of entries) if (dropped.has(e.topic)) remove(url);
    },
    dropAll() {
      generation++;
      entries.clear();
      size = 0;
    },
  };
}
