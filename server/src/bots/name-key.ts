/**
 * What makes two names the same: case, width, accents put together differently, look-alike letters of other scripts, spaces and
 * invisible characters do not count. So nobody can pose as another bot, as a house bot or as the service.
 *
 * The look-alikes are the single-letter ones of Unicode Technical Standard 39 (confusables) for Cyrillic, Greek, Armenian and the
 * digits and signs that stand in for Latin letters.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑα⍺ᴀ@4',
  b: 'ЬƅᏏвʙ',
  c: 'сϲⅽᴄ',
  d: 'ԁⅾᏧᴅ',
  e: 'еєҽ3εᴇ',
  f: 'ẝϝꜰ',
  g: 'ɡցǥɢ',
  h: 'һհнʜ',
  i: 'іıɩιӏlⅼʟ1|!ɪ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  m: 'мⅿᴍ',
  n: 'ոռηɴ',
  o: 'оοօσᴏ0०',
  p: 'рρϱᴘ',
  q: 'ԛգꞯ',
  r: 'гᴦʀ',
  s: 'ѕꜱ5$',
  t: 'тτᴛ7',
  u: 'υսᴜμ',
  v: 'νѵⅴᴠ',
  w: 'ԝωѡᴡ',
  x: 'хχⅹ',
  y: 'уγүʏ',
  z: 'ᴢ2',
};

/** Capitals that look like Latin ones and whose small letters do not. */
const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['ABEZHIKMNOPTYX', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'],
    ['ABEKMHOPCTXYSIJ', 'АВЕКМНОРСТХУЅІЈ'],
  ].flatMap(([latin = '', others = '']) => Array.from(others).map((o, i) => [o, latin[i] ?? o])),
);

/** First code points of alphabets A to Z that do not decompose: letters in dark squares and circles, and those of flags. */
const boxedAlphabets = [0x1f170, 0x1f150, 0x1f1e6] as const;

/** Look-alike -> Latin letter. The look-alikes stand in the form into which a name is brought first. */
const latinOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(lookAlikes).flatMap(([latin, others]) => Array.from(others).map((c) => [fold(c), latin] as const)),
  ...boxedAlphabets.flatMap((first) =>
    Array.from('abcdefghijklmnopqrstuvwxyz').map(
      (c, i) => [String.fromCodePoint(first + i), c === 'l' ? 'i' : c] as const,
    ),
  ),
]);

/** Without accents, width and case. */
function fold(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(bare, (c) => capitals[c] ?? c)
    .join('')
    .toLowerCase()
    .normalize('NFKC');
}

/** The form in which names are compared. */
export function nameKey(name: string): string {
  let key = '';
  for (const c of fold(name)) {
    if (/[\p{Z}\p{C}\p{Pd}\p{Pc}.·•]/u.test(c)) continue;
    key += latinOf.get(c) ?? c;
  }
  return key.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** How the names of house bots begin. */
const housePrefix = 'House · ';

export function isHouseName(name: string): boolean {
  return name.startsWith(housePrefix) && name.length > housePrefix.length;
}

/** Names that only the service may use. */
export function isReservedName(name: string): boolean {
  const key = nameKey(name);
  return key.startsWith(nameKey('house')) || key.includes(nameKey('papertape')) || key === '';
}
