/**
 * Signed notes: a text and one signature line or more below it, by the specification C2SP signed-note. Only Ed25519 is used here:
 * as a log signs (type 0x01, over the text) and as a witness cosigns (type 0x04, over a time and the text; C2SP tlog-cosignature).
 *
 *     example.com/log
 *     42
 *     qINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=
 *
 *     — example.com/log Az3grlgtzPICa5OS8npVmf1Myq/5…
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { sha256Bytes } from '../lib/hash.ts';

/** A key by which notes are checked. In one line: `name+12345678+base64(type || public key)`, a "vkey". */
export interface NoteKey {
  /** Without spaces and without "+". Usually the address of the log or the witness, without its scheme. */
  readonly name: string;
  /** What its signatures cover. */
  readonly kind: 'note' | 'cosignature';
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer;
}

export interface NoteSigner {
  readonly key: NoteKey;
  readonly privateKey: KeyObject;
}

/** A signature that holds. */
export interface NoteSignature {
  readonly key: NoteKey;
  /** Of a cosignature: seconds since 1970. */
  readonly time: number | undefined;
  /** The whole line, without its newline. */
  readonly line: string;
}

const types = { note: 1, cosignature: 4 } as const;
const nameForm = /^[^\s+\p{White_Space}]+$/u;
const publicKeyBytes = 32;
const signatureBytes = 64;
/** What SPKI and PKCS#8 write before the 32 bytes of an Ed25519 key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Whether a text may be the name of a key. */
export const isKeyName = (name: string): boolean => nameForm.test(name);

/** The first four bytes of SHA-256(name || newline || type || public key). */
export function keyId({ name, kind, publicKey }: NoteKey): Buffer {
  const typed = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([types[kind]]), publicKey]);
  return sha256Bytes(typed).subarray(0, 4);
}

export function formatKey(key: NoteKey): string {
  const typed = Buffer.concat([Buffer.from([types[key.kind]]), key.publicKey]);
  return `${key.name}+${keyId(key).toString('hex')}+${typed.toString('base64')}`;
}

/** Reads a vkey; undefined for what is none, or has another type than the two above. */
export function parseKey(text: string): NoteKey | undefined {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
  if (name === undefined || encoded === undefined || !isKeyName(name)) return undefined;
  const typed = Buffer.from(encoded, 'base64');
  const kind = typed[0] === types.note ? 'note' : typed[0] === types.cosignature ? 'cosignature' : undefined;
  if (kind === undefined || typed.length !== 1 + publicKeyBytes) return undefined;
  const key: NoteKey = { name, kind, publicKey: typed.subarray(1) };
  return keyId(key).toString('hex') === id ? key : undefined;
}

/** The signer of a name from the 32 bytes of an Ed25519 private key; new ones without. */
export function createSigner(name: string, kind: NoteKey['kind'], seed?: Buffer): NoteSigner {
  if (!isKeyName(name)) throw new RangeError(`"${name}" may not be the name of a key`);
  const privateKey =
    seed === undefined
      ? generateKeyPairSync('ed25519').privateKey
      : createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { key: { name, kind, publicKey: spki.subarray(-publicKeyBytes) }, privateKey };
}

/** The 32 bytes that `createSigner` takes. */
export function seedOf({ privateKey }: NoteSigner): Buffer {
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-publicKeyBytes);
}

/** A signer in one line, `PRIVATE+KEY+name+id+base64(type || 32 bytes)`: the form in which Go's note package keeps keys of its own. */
export function formatSigner(signer: NoteSigner): string {
  const { name, kind } = signer.key;
  const typed = Buffer.concat([Buffer.from([types[kind]]), seedOf(signer)]);
  return `PRIVATE+KEY+${name}+${keyId(signer.key).toString('hex')}+${typed.toString('base64')}`;
}

/** Reads what `formatSigner` writes, for a key of this kind; undefined for every other text. */
export function parseSigner(line: string, kind: NoteKey['kind']): NoteSigner | undefined {
  const [, name, id, encoded] = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  const typed = Buffer.from(encoded, 'base64');
  if (typed.length !== 1 + publicKeyBytes || typed[0] !== types[kind]) return undefined;
  const signer = createSigner(name, kind, typed.subarray(1));
  return keyId(signer.key).toString('hex') === id ? signer : undefined;
}

/** The bytes that a signature covers. */
function signedBytes(text: string, time: number | undefined): Buffer {
  return Buffer.from(time === undefined ? text : `cosignature/v1\ntime ${time}\n${text}`);
}

const timeBytes = (time: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(time));
  return bytes;
};

/**
 * The line of a signature over a note's text, which ends with a newline.
 * @param time seconds since 1970, for a cosignature only.
 */
export function signLine({ key, privateKey }: NoteSigner, text: string, time?: number): string {
  if ((key.kind === 'cosignature') !== (time !== undefined))
    throw new TypeError('a cosignature, and only it, has a time');
  const signature = sign(null, signedBytes(text, time), privateKey);
  const bytes = Buffer.concat([keyId(key), time === undefined ? Buffer.alloc(0) : timeBytes(time), signature]);
  return `— ${key.name} ${bytes.toString('base64')}`;
}

export const formatNote = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.map((l) => `${l}\n`).join('')}`;

/** Signature lines that a note may have: the specification demands that 16 are read. */
const linesMax = 100;
const lineForm = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/;

/** Splits a note into its text and its signature lines; undefined when it is none. Nothing is checked yet. */
export function splitNote(note: string): { readonly text: string; readonly lines: readonly string[] } | undefined {
  // oxlint-disable-next-line no-control-regex -- a note may hold no control characters but newlines
  if (/[\u0000-\u0009\u000b-\u001f\ufffd]/.test(note)) return undefined;
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(at + 2, -1).split('\n');
  if (lines.length > linesMax || !lines.every((line) => lineForm.test(line))) return undefined;
  return { text: note.slice(0, at + 1), lines };
}

/** One line against one key: undefined when it is another key's, false when it does not hold. */
function checkLine(line: string, text: string, key: NoteKey): NoteSignature | false | undefined {
  const [, name, encoded = ''] = lineForm.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (name !== key.name || !bytes.subarray(0, 4).equals(keyId(key))) return undefined;
  // Base64 has bits at its end that no byte holds: one signature has one spelling.
  if (bytes.toString('base64') !== encoded) return false;
  const signature = bytes.subarray(-signatureBytes);
  if (bytes.length !== 4 + (key.kind === 'note' ? 0 : 8) + signatureBytes) return false;
  const time = key.kind === 'note' ? undefined : Number(bytes.readBigUInt64BE(4));
  if (time !== undefined && !Number.isSafeInteger(time)) return false;
  const publicKey = createPublicKey({ key: Buffer.concat([spkiPrefix, key.publicKey]), format: 'der', type: 'spki' });
  return verify(null, signedBytes(text, time), publicKey, signature) && { key, time, line };
}

/**
 * A note whose signatures hold: its text, and the signatures by the given keys. Lines of other keys are passed over.
 * Undefined when it is no note, when no given key signed it, or when a line by a given key does not hold.
 */
export function openNote(
  note: string,
  keys: readonly NoteKey[],
): { readonly text: string; readonly signatures: readonly NoteSignature[] } | undefined {
  const split = splitNote(note);
  if (!split) return undefined;
  const checked = split.lines.flatMap((line) => keys.map((key) => checkLine(line, split.text, key)));
  const signatures = checked.filter((found): found is NoteSignature => found !== undefined && found !== false);
  return checked.includes(false) || signatures.length === 0 ? undefined : { text: split.text, signatures };
}
