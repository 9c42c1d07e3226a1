/**
 * The form in which the text rules read a text: what a reader takes for the same is the same here. Compatibility forms are made plain (NFKC),
 * invisible characters are taken out, letters of other scripts that look Latin become Latin in a word that has Latin letters, and dots that
 * are spelled out become dots. Each character of the form knows where it came from, so that a refusal shows what was written.
 *
 * Example: "visit ev\u200Bil (dot) сom" -> "visit evil.com".
 */
export interface NormalForm {
  readonly text: string;
  /** What was written between two places of `text`. */
  readonly written: (from: number, to: number) => string;
}

/** Letters that look like another one, in small and in capital form: Unicode Technical Standard 39, those of Cyrillic, Greek and Armenian. */
const lookAlikes = pairs([
  ['аеорсхуіјѕԁһԛԝыкмтнвгпᴦ', 'aeopcxyijsdhqwbkmthbrnr'],
  ['АВЕКМНОРСТХУЅІЈԌԚԜ', 'ABEKMHOPCTXYSIJGQW'],
  ['αονρτυικγϲϳ', 'aovptuikycj'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['ոսօցհ', 'nuogh'],
  ['ɑɡɩıℓ', 'agiil'],
]);

function pairs(rows: readonly (readonly [others: string, latin: string])[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([others, latin]) => Array.from(others).map((other, i) => [other, latin[i] ?? other] as const)),
  );
}

/** Endings that a dot in words may stand before: "polka dot dress" is no address. */
const spelledEndings =
  'com|net|org|io|ai|app|co|dev|info|biz|xyz|me|gg|ru|cn|uk|de|fr|us|eu|ca|tv|cc|to|ly|site|online|website|eth|sol|onion';

/** Words before "at" that make it a place: "look at evil dot com" is no address of mail. */
const noMailbox =
  'us|me|it|them|him|her|you|look|looks|looking|is|are|was|be|visit|found|find|here|more|out|site|page|up|available|online|live|all|now|join|buy|sell|read|see|info|hosted|vote|go|chat|play|sign up|lives|starts|arrives';

/** In this order: the dots of a mail's address are still spelled when its "at" is looked for. */
const spelledSigns: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `(?<=(?<![\\p{L}\\p{N}])(?!(?:${noMailbox})\\s)[\\p{L}\\p{N}._+-]{1,40})\\s{1,3}at\\s{1,3}(?=[\\p{L}\\p{N}-]{1,40}\\s{1,3}dot\\s{1,3}(?:${spelledEndings})(?![\\p{L}\\p{N}-]))`,
      'giu',
    ),
    '@',
  ],
  [
    new RegExp(
      `(?<=[\\p{L}\\p{N}])\\s{1,3}@\\s{0,3}(?=[\\p{L}\\p{N}-]{2,40}\\s{0,3}\\.\\s{0,3}(?:${spelledEndings})(?![\\p{L}\\p{N}-]))`,
      'giu',
    ),
    '@',
  ],
  [/(?<=[\p{L}\p{N}])[[({<]a[\])}>](?=[\p{L}\p{N}-]{1,40}\.[\p{L}])/giu, '@'],
  [/\s{0,3}[[({<【〔「]\s{0,3}(?:d[o0]t|\.)\s{0,3}[\])}>】〕」]\s{0,3}/giu, '.'],
  [/\s{0,3}[[({<]\s{0,3}at\s{0,3}[\])}>]\s{0,3}/giu, '@'],
  [
    new RegExp(
      `(?<=[\\p{L}\\p{N}])(?:\\s{1,3}d[o0]t\\s{1,3}|\\s{1,3}\\.\\s{0,3}|(?<!\\b(?:post|pre|the|non|anti))\\s?[-_*"'~|]\\s?dot\\s?[-_*"'~|]\\s?)(?=(?:${spelledEndings})(?![\\p{L}\\p{N}-]))`,
      'giu',
    ),
    '.',
  ],
  [/(?<=[\p{L}\p{N}])\s{1,3}(?:point|punto|ponto|punkt)\s{1,3}(?=(?:com|net|org)(?![\p{L}\p{N}-]))/giu, '.'],
  // In small letters: a capital begins the next sentence.
  [/(?<=[\p{L}\p{N}])(?:\. |\.{2})(?=com(?![\p{L}\p{N}-]))/gu, '.'],
  // A comma where a dot would be: "gross,net" is a list.
  [/(?<=[\p{L}\p{N}]{3})[,，](?=com(?![\p{L}\p{N}-]))/giu, '.'],
  [/(?<=[\p{L}\p{N}])[。․‧∙•·⸱ꞏ⋅・](?=[a-z]{2})/giu, '.'],
];

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** A text, and for each of its UTF-16 units where what it came from begins and ends. */
interface Form {
  text: string;
  readonly at: number[];
  readonly end: number[];
}

const noForm = (): Form => ({ text: '', at: [], end: [] });

export function normalForm(source: string): NormalForm {
  let form = latinWords(unitsOf(source));
  for (const [pattern, sign] of spelledSigns) form = replaced(form, pattern, sign);
  const { text, at, end } = form;
  return {
    text,
    written: (from, to) => (from < to ? source.slice(at[from], end[to - 1]) : ''),
  };
}

function add(form: Form, text: string, at: number, end: number): void {
  form.text += text;
  for (let i = 0; i < text.length; i++) {
    form.at.push(at);
    form.end.push(end);
  }
}

/** Letters with the marks on them are one: NFKC puts them together. */
function unitsOf(source: string): Form {
  const form = noForm();
  for (const { 0: written, index } of source.matchAll(/[\x20-\x7E](?!\p{M})|\P{M}\p{M}*|\p{M}+/gsu)) {
    const isPlain = written.length === 1 && written <= '~';
    const text = isPlain ? written : written.normalize('NFKC').replaceAll(invisible, '');
    add(form, text, index, index + written.length);
  }
  return form;
}

/** A word that has Latin letters and look-alikes is Latin; one that is wholly of another script is left as it is, and so is such an ending of a domain. */
function latinWords(form: Form): Form {
  // Every look-alike is one unit, and so is what it looks like: places stay.
  const text = form.text.replaceAll(/\S+/gu, (word) =>
    /^[\x21-\x7E]*$/.test(word) || !/\p{Script=Latin}/u.test(word) ? word : word.replaceAll(/[^.]+/gu, latinPart),
  );
  return { ...form, text };
}

function latinPart(part: string): string {
  const latin = part.replaceAll(/[^\x21-\x7E]/gu, (c) => lookAlikes.get(c) ?? c);
  return /\p{Script=Latin}/u.test(part) || /^[\x21-\x7E]*$/.test(latin) ? latin : part;
}

function replaced(form: Form, pattern: RegExp, by: string): Form {
  const found = [...form.text.matchAll(pattern)];
  if (found.length === 0) return form;
  const out = noForm();
  let from = 0;
  const take = (to: number): void => {
    out.text += form.text.slice(from, to);
    for (let i = from; i < to; i++) {
      out.at.push(form.at[i] ?? 0);
      out.end.push(form.end[i] ?? 0);
    }
  };
  for (const { 0: spelledOut, index } of found) {
    take(index);
    from = index + spelledOut.length;
    add(out, by, form.at[index] ?? 0, form.end[from - 1] ?? 0);
  }
  take(form.text.length);
  return out;
}
