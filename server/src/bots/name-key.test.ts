import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReservedName, nameKey } from './name-key.ts';

const expectSame = (a: string, b: string): void => expect(nameKey(a), `${a} / ${b}`).toBe(nameKey(b));

test('case, width, accents, spaces, dashes, dots and what cannot be seen do not make a name another', () => {
  expectSame('Alpha Bot', 'alphabot');
  expectSame('Ａｌｐｈａ', 'Alpha');
  expectSame('ﬁne', 'fine');
  expectSame('Müller', 'Muller');
  expectSame('Mu\u0308ller', 'M\u00FCller');
  expectSame('a\u200Bb\u200Dc\uFEFFd\u00ADe', 'abcde');
  expectSame('a-b–c—d_e.f·g•h', 'abcdefgh');
  expectSame('Straße', 'straße');
});

test('each look-alike letter counts as the Latin one', () => {
  const rows: Readonly<Record<string, string>> = {
    a: 'аɑα⍺ᴀ@4ΑА🅰🅐🇦Ａ𝐚',
    b: 'Ььƅвʙ🅱ΒВ',
    c: 'сϲⅽᴄС©'.replace('©', ''),
    d: 'ԁⅾᴅ',
    e: 'еєҽ3εᴇЕΕ',
    f: 'ꜰϝ',
    g: 'ɡցɢ',
    h: 'һհнʜΗН',
    i: 'іıɩιӏlL1|!ɪʟⅼІΙ',
    j: 'јϳᴊЈ',
    k: 'кκᴋΚК',
    m: 'мⅿᴍΜМ',
    n: 'ոռηɴΝ',
    o: 'оοօσᴏ0०ΟО',
    p: 'рρϱᴘΡР',
    q: 'ԛգ',
    r: 'гᴦʀ',
    s: 'ѕꜱ5$Ѕ',
    t: 'тτᴛ7ΤТ',
    u: 'υսᴜμ',
    v: 'νѵⅴᴠ',
    w: 'ԝωѡᴡ',
    x: 'хχⅹΧХ',
    y: 'уγүʏΥУ',
    z: 'ᴢ2Ζ',
  };
  for (const [latin, others] of Object.entries(rows))
    for (const other of others) expectSame(`q${other}q`, `q${latin}q`);
  expectSame('modern', 'modem');
  expectSame('vvave', 'wave');
});

test('names of other scripts and pictures are names of their own', () => {
  const names = [
    'Альфа',
    'Бета',
    '阿尔法',
    '貝塔',
    'アルファ',
    '알파',
    'ألفا',
    '🤖',
    '🦊',
    '🤖🤖',
    'Bot 6',
    'Bot 8',
    'Bot 9',
  ];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

test('reserved: what begins with House, what holds the name of the service, what has nothing to see', () => {
  for (const name of [
    'House',
    'hοuse · x',
    'H O U S E',
    'my papertape',
    'Pаpеr Tарe',
    'P4P3RT4P3',
    '',
    ' ',
    '\u200B',
    '--',
  ]) {
    expect(isReservedName(name), name).toBe(true);
  }
  for (const name of ['Warehouse', 'Hous', 'Paper', 'Tape', 'taperpape'])
    expect(isReservedName(name), name).toBe(false);
});

test('any text: the key does not change with case or composition, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const key = nameKey(name);
      expect(nameKey(name.normalize('NFD'))).toBe(key);
      expect(nameKey(` ${name}\u200B`)).toBe(key);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{1,40}$/), (name) => {
      expect(nameKey(name.toUpperCase())).toBe(nameKey(name));
    }),
  );
});
