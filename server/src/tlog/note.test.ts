import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { createSigner, formatKey, formatNote, openNote, parseKey, seedOf, signLine, type NoteKey } from './note.ts';

/** Another implementation's key and note: the example of Go's golang.org/x/mod/sumdb/note. */
const goKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goNote =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const log = createSigner('league.example', 'note', Buffer.alloc(32, 1));
const witness = createSigner('witness.example/w1', 'cosignature', Buffer.alloc(32, 2));
const text = formatCheckpoint({ origin: 'league.example', size: 42, root: Buffer.alloc(32, 9) });

describe('keys', () => {
  test('are read and written as others do', () => {
    const key = parseKey(goKey) as NoteKey;
    expect(key).toMatchObject({ name: 'PeterNeumann', kind: 'note' });
    expect(formatKey(key)).toBe(goKey);
    for (const { key: own } of [log, witness]) expect(parseKey(formatKey(own))).toEqual(own);
  });

  test('with a wrong id, type, length or name are none', () => {
    for (const wrong of [
      goKey.replace('c74f20a3', 'c74f20a4'),
      goKey.replace('+AR', '+AB'),
      goKey.slice(0, -4),
      goKey.replace('PeterNeumann', 'Peter Neumann'),
      'PeterNeumann',
      '',
    ]) {
      expect(parseKey(wrong)).toBeUndefined();
    }
    for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\nb'])
      expect(() => createSigner(name, 'note')).toThrow(RangeError);
  });

  test('a new one can be kept in 32 bytes', () => {
    const made = createSigner('a.example', 'note');
    expect(createSigner('a.example', 'note', seedOf(made)).key).toEqual(made.key);
  });
});

describe('notes', () => {
  test('signed by others are opened', () => {
    expect(openNote(goNote, [parseKey(goKey) as NoteKey])?.text).toBe(goNote.slice(0, goNote.indexOf('\n\n') + 1));
  });

  test('lines of unknown keys are passed over; a line of a known key must hold', () => {
    const lines = [signLine(log, text), signLine(witness, text, 1_700_000_000)];
    const note = formatNote(text, lines);
    expect(openNote(note, [log.key])?.signatures.map((s) => s.line)).toEqual([lines[0]]);
    expect(openNote(note, [log.key, witness.key])?.signatures.map((s) => s.time)).toEqual([undefined, 1_700_000_000]);
    expect(openNote(note, [createSigner('league.example', 'note').key])).toBeUndefined();
    const forged = formatNote(text, [lines[0] as string, signLine(witness, `${text}more\n`, 1_700_000_000)]);
    expect(openNote(forged, [log.key, witness.key])).toBeUndefined();
    expect(openNote(forged, [log.key])).toBeDefined();
  });

  test('no bit of a note can change', () => {
    const note = Buffer.from(formatNote(text, [signLine(log, text)]));
    fc.assert(
      fc.property(fc.nat(note.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(note);
        changed[at] = (changed[at] as number) ^ (1 << bit);
        expect(openNote(changed.toString('utf8'), [log.key])).toBeUndefined();
      }),
    );
  });

  test('nor a bit of a signature that base64 has besides', () => {
    const note = formatNote(text, [signLine(log, text)]);
    expect(note.at(-2)).toBe('=');
    const last = note.at(-3) as string;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const other = letters[letters.indexOf(last) ^ 1] as string;
    expect(openNote(`${note.slice(0, -3)}${other}=\n`, [log.key])).toBeUndefined();
  });

  test('a cosignature has a time, and a signature none', () => {
    expect(() => signLine(witness, text)).toThrow(TypeError);
    expect(() => signLine(log, text, 1)).toThrow(TypeError);
  });

  test('what is no note is not opened', () => {
    for (const wrong of [
      '',
      text,
      `${text}\n`,
      formatNote(text, ['league.example abc']),
      formatNote('a\u0001b\n', [signLine(log, 'a\u0001b\n')]),
    ]) {
      expect(openNote(wrong, [log.key])).toBeUndefined();
    }
  });
});

describe('checkpoints', () => {
  test('are read back, with lines of extension passed over', () => {
    expect(parseCheckpoint(text)).toEqual({ origin: 'league.example', size: 42, root: Buffer.alloc(32, 9) });
    expect(parseCheckpoint(`${text}an extension\n`)?.size).toBe(42);
    for (const wrong of [
      text.replace('42', '042'),
      text.replace('42', '-1'),
      text.replace('42', '99999999999999999'),
      text.slice(0, -1),
      text.replace('=', ''),
      `${text}\n`,
      text.replace('league.example', ''),
    ]) {
      expect(parseCheckpoint(wrong)).toBeUndefined();
    }
  });

  test('count only with the signature of the log', () => {
    const both = formatNote(text, [signLine(log, text), signLine(witness, text, 5)]);
    expect(openCheckpoint(both, [log.key], [witness.key])?.signatures).toHaveLength(2);
    const alone = formatNote(text, [signLine(witness, text, 5)]);
    expect(openCheckpoint(alone, [log.key], [witness.key])).toBeUndefined();
  });
});
