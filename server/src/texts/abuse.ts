/**
 * Finds obscene and hateful words in a normal form. The matcher of obscenity sees through doubled letters, signs and digits that stand for
 * letters; the words are our own. Its list as it comes finds parts of harmless names and words: Siriporn, Wankhede, Fu, Kike, mangga, gas meter.
 */
import { englishRecommendedTransformers, parseRawPattern, RegExpMatcher } from 'obscenity';
import type { Found } from './personal-data.ts';

/** `|` is the edge of a word. A stem without one is in no harmless word. What is a name or a harmless word as often as not is left out. */
const words: readonly string[] = `
  fuck |fck| |fcking| |fuk| |fuking| |fucc| |phuck |fvck |f*ck |shit| |shits| |shitty| |shithead |shithole
  bullshit |dipshit |bitch| |bitches| |bitching| |cunt| |cunts| |twat| |twats| |whore| |whores| |slut|
  |sluts| |slutty| |wank| |wanker |wanking| |asshole |azzhole |arsehole |dickhead |cocksucker |cumshot
  |motherfuck |dumbass |piss| |pissed| |pissing| |porn| |porno| |pornhub| |pornograph |hentai| |blowjob
  |handjob |rimjob |gangbang |deepthroat| |penis| |penises| |pussy| |pussies| |tits| |titties| |jizz|
  |buttplug |orgasm |ejaculat |masturbat |nigger |nigga| |niggas| |faggot |kikes| |wetback |chingchong
  |tranny| |trannies| |gooks|`
  .trim()
  .split(/\s+/);

const matcher = new RegExpMatcher({
  blacklistedTerms: words.map((word, id) => ({ id, pattern: parseRawPattern(word) })),
  ...englishRecommendedTransformers,
});

/** Single letters with something between them, which a reader puts together: "f u c k". */
const spelled = /(?<![\p{L}\p{N}])\p{L}(?:[\s._*-]{1,2}\p{L}(?![\p{L}\p{N}])){2,}/gu;
const what = 'an obscene word';

/** @param text a normal form. */
export function abuseIn(text: string): Found | undefined {
  for (const { 0: found, index } of text.matchAll(spelled)) {
    const word = found.replaceAll(/[^\p{L}]/gu, '');
    const isWord = word.toLowerCase() === 'kys' || stems.some((stem) => word.toLowerCase().includes(stem));
    if (isWord) return { from: index, to: index + found.length, what };
  }
  for (const { 0: found, index } of text.matchAll(starred))
    if (isStarred(found.toLowerCase())) return { from: index, to: index + found.length, what };
  // A number is none, whatever letters its digits look like.
  const letters = text.replaceAll(/(?<![\p{L}\p{N}])[\d.,%$€+-]+(?![\p{L}\p{N}])/gu, (number) =>
    ' '.repeat(number.length),
  );
  const [found] = matcher.getAllMatches(letters, true);
  return found ? { from: found.startIndex, to: found.endIndex + 1, what } : undefined;
}

/** A word in which signs stand for letters: "f**k", "motherf*cker". */
const starred = /(?<![\p{L}\p{N}*#@$%])\p{L}+(?:[*#@$%]+\p{L}+)+|(?<![\p{L}\p{N}])f\*{2,}/giu;

function isStarred(word: string): boolean {
  if (word.startsWith('f**')) return true;
  const bare = word.replace(/^(?:mother|bull|horse|dumb|jack)/, '');
  return stems.some(
    (stem) =>
      bare.length >= stem.length && Array.from(stem).every((c, i) => bare[i] === c || /[*#@$%]/.test(bare[i] ?? '')),
  );
}

/** Letters stand in a row without the edges of words: only words that no others hold are looked for. */
const stems: readonly string[] = ['fuck', 'shit', 'bitch', 'cunt', 'nigger', 'whore', 'asshole'];
