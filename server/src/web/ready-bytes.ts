/**
 * Ready bytes: answers that are the same for everyone until something changes, kept with their ETag and served without the database.
 * They are made at the first request after a change.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { weightsOf } from './accept.ts';
import { headersOfEveryAnswer } from './headers.ts';

/** One encoding of an answer, with the head that goes with it. */
export interface ReadyForm {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly headers304: Readonly<Record<string, string | number>>;
  /** The same two as Node takes them most quickly: name, value, name, value. */
  readonly head: readonly string[];
  readonly head304: readonly string[];
}

export type Encoding = 'identity' | 'gzip' | 'br';

export interface ReadyEntry {
  /** Bytes in all its forms. */
  size(): number;
  /** Compressed when it is first asked for in an encoding, and kept. */
  form(encoding: Encoding): ReadyForm;
  /** What else is made of the answer, kept with it under a name. */
  beside(name: string, make: () => Buffer): Buffer;
}

export type ExtraHeaders = Readonly<Record<string, string>>;

export interface ReadyBytes {
  /** By the address that it is kept under (kept-url.ts). */
  get(url: string): ReadyEntry | undefined;
  /**
   * Keeps an answer for a URL until a league changes (`topic` = its id) or anything does (`topic` = `*`; that a mark is due is such a
   * change). `version` is what `version(topic)` said before the answer was made: when it has moved on, the answer is served once and
   * not kept. `headers` come on top of the usual ones.
   */
  keep(url: string, topic: string, version: number, bytes: Buffer, type: string, headers?: ExtraHeaders): ReadyEntry;
  version(topic: string): number;
  /** Makes an answer that is to be kept: what it reads may be from a place where only such answers are read. */
  make<T>(made: () => Promise<T>): Promise<T>;
  /**
   * Drops what depends on the topics; `*` is always dropped with them, and so is a topic that begins with it. Such a one, `*showcase`, is of a
   * room whose changes show in no other place: dropped by itself it takes nothing else with it.
   */
  drop(topics: Iterable<string>): void;
  dropAll(): void;
  /** From now on told of each drop: the topics, or `everything`. */
  onDrop(told: (topics: readonly string[]) => void): void;
}

/** What `onDrop` is told when all is dropped. */
export const everything = '**';

/** A strong tag of an answer's bytes. */
export function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Does an If-None-Match header (a list, weak tags, `*`) name the tag? */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((t) => t.trim().replace(/^W\//, '') === etag);
}

/**
 * The encoding to answer in: what the client prefers among those that are made here, brotli where it does not care
 * (RFC 9110, 12.5.3). An answer is never refused for its encoding: identity is always there.
 */
export function chosenEncoding(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity';
  const weights = weightsOf(header);
  const any = weights.get('*') ?? 0;
  const br = weights.get('br') ?? any;
  const gzip = weights.get('gzip') ?? any;
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}

/** Shorter answers are sent as they are, and so are pictures, which are compressed by themselves. */
const compressedBytesMin = 1_024;

/** One that is not kept is compressed for each reader anew: quickly rather than well. */
function compress(bytes: Buffer, encoding: Encoding): Buffer {
  const isKept = bytes.length <= keptBytesMax;
  if (encoding === 'gzip') return gzipSync(bytes, { level: isKept ? 6 : 1 });
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 5 : 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Most bytes kept, with what a form takes besides its bytes (heads, tags, the entry itself); the oldest make room. */
const bytesMax = 24 * 1024 * 1024;
const bytesOfForm = 4_096;
/** A larger answer is not kept: a few of them would push out all that many ask for. */
const keptBytesMax = bytesMax / 48;

/**
 * @param due a number that grows when a mark is due. What shows the market (`*`) says whether orders are open, and they close when marks
 *   are not done: with an engine that stands still nothing else would tell that the answer is old.
 * @param reading what is done while an answer is made.
 */
export function createReadyBytes(
  due: () => number = () => 0,
  reading: ReadyBytes['make'] = async (made) => await made(),
): ReadyBytes {
  const entries = new Map<string, KeptEntry>();
  const versions = new Map<string, number>();
  let generation = 0;
  let size = 0;
  let told: (topics: readonly string[]) => void = () => undefined;

  const dueFor = (topic: string): number => (topic.startsWith('*') ? due() : 0);
  const own = (topic: string): number => versions.get(topic) ?? 0;
  // Each of its parts only grows.
  const version = (topic: string): number => generation + own(topic) + (isAside(topic) ? own('*') : 0) + dueFor(topic);

  function remove(url: string): void {
    const e = entries.get(url);
    if (!e) return;
    size -= e.size();
    entries.delete(url);
  }

  function makeRoom(): void {
    for (const oldest of entries.keys()) {
      if (size <= bytesMax) break;
      remove(oldest);
    }
  }

  return {
    get(url) {
      const e = entries.get(url);
      return e && e.due === dueFor(e.topic) ? e : undefined;
    },
    version,
    make: reading,
    keep(url, topic, made, bytes, type, headers = {}) {
      if (version(topic) !== made || url.length > 500 || bytes.length > keptBytesMax)
        return readyEntry(bytes, type, headers);
      const grown = (added: number): void => {
        if (entries.get(url) !== entry) return;
        size += added;
        makeRoom();
      };
      const entry: KeptEntry = { ...readyEntry(bytes, type, headers, { grown }), topic, due: dueFor(topic) };
      remove(url);
      entries.set(url, entry);
      size += entry.size();
      makeRoom();
      return entry;
    },
    drop(topics) {
      const dropped = new Set(topics);
      const all = dropped.size === 0 || [...dropped].some((topic) => !isAside(topic));
      if (all) dropped.add('*');
      for (const topic of dropped) versions.set(topic, own(topic) + 1);
      for (const [url, e] of entries) if (dropped.has(e.topic) || (all && isAside(e.topic))) remove(url);
      told([...dropped]);
    },
    dropAll() {
      generation++;
      entries.clear();
      size = 0;
      told([everything]);
    },
    onDrop: (callback) => void (told = callback),
  };
}

const isAside = (topic: string): boolean => topic.length > 1 && topic.startsWith('*');

interface KeptEntry extends ReadyEntry {
  readonly topic: string;
  /** What `due` said of its topic when it was made. */
  readonly due: number;
}

/** Bytes that hold no others in memory: a short Buffer, or what zlib gives, is a piece of 64 KB that lives as long as any piece of it. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

interface Keeper {
  /** Told how many bytes a new form adds. */
  grown(bytes: number): void;
}

/**
 * An answer in all encodings.
 * @param extra header fields on top of the usual ones. @param keeper where it is kept.
 */
export function readyEntry(given: Buffer, type: string, extra: ExtraHeaders = {}, keeper?: Keeper): ReadyEntry {
  const own = keeper ? ownBytes : (some: Buffer): Buffer => some;
  const bytes = own(given);
  const tag = tagOf(bytes);
  const made = (of: Buffer, encoding: Encoding): ReadyForm => {
    // A strong tag stands for bytes: each encoding has its own (RFC 9110, 8.8.3.3).
    const etag = encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`;
    const common = {
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': 'public, max-age=15, stale-while-revalidate=60',
      ...headersOfEveryAnswer,
      ...extra,
    };
    const encoded = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
    const headers = { 'Content-Type': type, 'Content-Length': of.length, ...encoded, ...common };
    return { bytes: of, etag, headers, headers304: common, head: inTurns(headers), head304: inTurns(common) };
  };
  const forms = new Map<Encoding, ReadyForm>([['identity', made(bytes, 'identity')]]);
  const plain = forms.get('identity') as ReadyForm;
  const others = new Map<string, Buffer>();
  let size = bytesOfForm + bytes.length;
  const grow = (added: number): void => {
    size += added;
    keeper?.grown(added);
  };
  return {
    size: () => size,
    form(encoding) {
      if (encoding === 'identity' || bytes.length < compressedBytesMin || type === 'image/png') return plain;
      let form = forms.get(encoding);
      if (!form) {
        form = made(own(compress(bytes, encoding)), encoding);
        forms.set(encoding, form);
        grow(bytesOfForm + form.bytes.length);
      }
      return form;
    },
    beside(name, make) {
      let made = others.get(name);
      if (!made) {
        made = own(make());
        others.set(name, made);
        grow(2 * name.length + made.length);
      }
      return made;
    },
  };
}

function inTurns(headers: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}
