/** Slips of the fingers and of habit, for any word: seeded, and shrunk by fast-check to the shortest that fails. */
import fc from 'fast-check';

/** One letter is doubled, dropped, swapped with the one before it, or another. The first letter stays, as it mostly does. */
export function mistyped(word: string): fc.Arbitrary<string> {
  const places = Array.from(word).flatMap((letter, i) => (i > 0 && /[a-z]/i.test(letter) ? [i] : []));
  if (places.length === 0) return fc.constant(`${word}${word}`);
  return fc
    .tuple(
      fc.constantFrom(...places),
      fc.constantFrom('double', 'drop', 'swap', 'other'),
      fc.constantFrom(...Array.from('aeistrn')),
    )
    .map(([i, how, other]) => {
      const [before, letter = '', after] = [word.slice(0, i), word[i], word.slice(i + 1)];
      if (how === 'double') return before + letter + letter + after;
      if (how === 'drop') return before + after;
      if (how === 'swap') return before.slice(0, -1) + letter + before.slice(-1) + after;
      return before + other + after;
    })
    .filter((text) => text !== word);
}

/** The same letters in other cases. */
export function recased(word: string): fc.Arbitrary<string> {
  return fc.constantFrom(word, word.toLowerCase(), word.toUpperCase(), titled(word));
}

function titled(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}

/** `per_page` as other houses write names: perPage, PerPage, per-page, PER_PAGE, perpage. */
export function inOtherStyle(name: string): fc.Arbitrary<string> {
  const words = name.split('_');
  const pascal = words.map(titled).join('');
  return fc.constantFrom(
    pascal,
    pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
    words.join('-'),
    words.join(''),
    words.join(' '),
    name.toUpperCase(),
  );
}

/** What stands around a word that was copied from somewhere. */
export function wrapped(word: string): fc.Arbitrary<string> {
  const around = [
    (w: string) => w,
    (w: string) => ` ${w}`,
    (w: string) => `${w} `,
    (w: string) => `${w}\n`,
    (w: string) => `"${w}"`,
    (w: string) => `'${w}'`,
    (w: string) => `\`${w}\``,
    (w: string) => `[${w}]`,
    (w: string) => `(${w})`,
    (w: string) => `${w},`,
    (w: string) => `${w}\u200b`,
  ];
  return fc.constantFrom(...around).map((put) => put(word));
}
