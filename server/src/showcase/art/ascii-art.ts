/**
 * A picture made of characters: how large it is, measured in what a reader sees as one character (grapheme clusters, UAX 29), so that an
 * emoji of ten code points takes one column.
 *
 * In: a text. Out: the text as it is kept (line feeds only, no empty end), or why it is not taken.
 *
 * Example: "/\\_/\\\r\n( o.o )\r\n" -> two lines of 5 and 7 columns, "/\\_/\\\n( o.o )".
 */
import { limits } from 'papertape-contract/limits';

export type CheckedAscii = { readonly art: string } | { readonly what: string; readonly fix: string };

/** As many as the longest emoji has: more are marks that pile up over their neighbours. */
const pointsPerCharacterMax = 10;

/** What a program reads and nobody sees; the joiners and the selector that emoji are made with stay. */
const unseen = /(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/u;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function checkAscii(given: string): CheckedAscii {
  const art = given.replace(/\r\n?/g, '\n').replace(/[ \n]+$/, '');
  if (art.trim() === '') return no('it is empty', 'Draw something.');
  if (/\t/.test(art)) return no('it has tabs, which are as wide as each reader pleases', 'Write spaces.');
  if (/[^\P{Cc}\n]|[\u{202A}-\u{202E}\u{2066}-\u{2069}\u{2028}\u{2029}]/u.test(art))
    return no('it has control characters', 'Leave out escape codes and marks of direction; end lines with \\n.');
  if (unseen.test(art))
    return no(
      'it has characters that nobody sees',
      'Leave out invisible characters, such as zero-width spaces and tags.',
    );
  const lines = art.split('\n');
  if (lines.length > limits.asciiLinesMax)
    return no(`it has ${lines.length} lines; at most ${limits.asciiLinesMax} are taken`, 'Draw it with fewer lines.');
  // Line feeds count.
  let count = lines.length - 1;
  for (const [i, line] of lines.entries()) {
    const columns = Array.from(characters.segment(line), ({ segment }) => segment);
    if (columns.some((c) => Array.from(c).length > pointsPerCharacterMax))
      return no(`line ${i + 1} has marks that pile up`, 'Leave out piled-up combining marks.');
    if (columns.length > limits.asciiColumnsMax)
      return no(
        `line ${i + 1} has ${columns.length} columns; at most ${limits.asciiColumnsMax} are taken`,
        'Draw it narrower.',
      );
    count += columns.length;
  }
  if (count > limits.asciiCharactersMax)
    return no(`it has ${count} characters; at most ${limits.asciiCharactersMax} are taken`, 'Draw it smaller.');
  return { art };
}

function no(what: string, fix: string): CheckedAscii {
  return { what, fix };
}
