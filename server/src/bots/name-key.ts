/**
 * What makes two names the same: case, width, accents put together differently, look-alike letters of other scripts, spaces and
 * invisible characters do not count. So nobody can pose as another bot, as a house bot or as the service.
 *
 * The look-alikes are the single-letter ones of Unicode Technical Standard 39 (confusables) for Cyrillic, Greek, Armenian and the
 * digits and signs that stand in for Latin letters.
 */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аɑα⍺@4'],
    ['b', 'ЬƅᏏв'],
    ['c', 'сϲⅽᴄ'],
    ['d', 'ԁⅾᏧ'],
    ['e', 'еєҽ3ε'],
    ['f', 'ẝϝ'],
    ['g', 'ɡցǥ'],
    ['h', 'һհн'],
    ['i', 'іıɩιӏlⅼ1|!ɪ'],
    ['j', 'јϳ'],
    ['k', 'кκ'],
    ['m', 'мⅿ'],
    ['n', 'ոռη'],
    ['o', 'оοօσ0०'],
    ['p', 'рρϱ'],
    ['q', 'ԛգ'],
    ['r', 'гᴦ'],
    ['s', 'ѕꜱ5$'],
    ['t', 'тτ7'],
    ['u', 'υսᴜμ'],
    ['v', 'νѵⅴᴠ'],
    ['w', 'ԝωѡᴡ'],
    ['x', 'хχⅹ'],
    ['y', 'уγүʏ'],
    ['z', 'ᴢ2'],
  ].flatMap(([latin = '', others = '']) => [...others].map((o) => [o, latin])),
);

/** Capitals that look like Latin ones and whose small letters do not. */
const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['ABEZHIKMNOPTYX', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'],
    ['ABEKMHOPCTXYSIJ', 'АВЕКМНОРСТХУЅІЈ'],
  ].flatMap(([latin = '', others = '']) => [...others].map((o, i) => [o, latin[i] ?? o])),
);

/** The form in which names are compared. */
export function nameKey(name: string): string {
  const latin = Array.from(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (c) => capitals[c] ?? c).join('');
  const folded = latin.toLowerCase().normalize('NFKC');
  let key = '';
  for (const c of folded) {
    if (/[\p{Z}\p{C}\p{Pd}\p{Pc}.·•]/u.test(c)) continue;
    key += lookAlikes[c] ?? c;
  }
  return key.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Names that only the service may use. */
export function isReservedName(name: string): boolean {
  const key = nameKey(name);
  return key.startsWith(nameKey('house')) || key.includes(nameKey('papertape')) || key === '';
}
