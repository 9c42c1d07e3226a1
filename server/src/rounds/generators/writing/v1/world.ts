/**
 * The briefs of a variant. A witness text is written first, by a small grammar that knows which kinds of rules there will be; the rules are then read off it, so that
 * they can all be kept.
 */
import type { Draw } from '../../../draw.ts';
import phrases from './phrases.json' with { type: 'json' };
import { gateFault, keeps, type Rule, type RuleKind } from './rules.ts';
import { sentencesOf, wordsOf } from './text.ts';

export interface Brief {
  readonly taskId: string;
  readonly theme: string;
  /** Names and a figure that must stand in the text. */
  readonly given: readonly string[];
  readonly rules: readonly Rule[];
  readonly witness: string;
}

const first: readonly RuleKind[] = ['sentences', 'words', 'questions'];
const further: readonly RuleKind[] = [
  'paragraphs',
  'opens',
  'acrostic',
  'order',
  'without',
  'longest',
  'shortest',
  'once',
  'ends',
];

/** Three kinds at level 1, all twelve at level 9. */
export function drawKinds(draw: Draw, level: number): RuleKind[] {
  return [...first, ...draw.sample(further, Math.min(further.length, level - 1 + (level >= 6 ? 1 : 0)))];
}

export const listed: readonly string[] = [
  ...new Set([...phrases.adverbs, ...phrases.adjectives, ...phrases.nouns, ...phrases.verbs, ...phrases.small]),
].toSorted();

export function knownWords(given: readonly string[]): Set<string> {
  return new Set([...listed, ...given.flatMap(wordsOf)]);
}

export function drawBrief(draw: Draw, taskId: string, kinds: readonly RuleKind[]): Brief {
  for (;;) {
    const given = [
      `${draw.pick(phrases.given)} ${draw.pick(phrases.family)}`,
      draw.pick(phrases.places),
      String(draw.between(120, 980)),
    ];
    const letter = draw.pick(['b', 'c', 'd', 'f', 'g', 'h', 'm', 'p', 'u', 'w']);
    const letters = draw.pick(phrases.acrostics);
    const isOpen = !kinds.includes('without') || ![letters, ...given].join(' ').toLowerCase().includes(letter);
    const witness = isOpen ? write(draw, letters, kinds.includes('without') ? letter : null, given) : null;
    if (witness === null) continue;
    const rules = kinds.map((kind) => readOff(draw, kind, witness, { letter, letters }));
    const brief = { taskId, theme: draw.pick(phrases.themes), given, rules, witness };
    if (
      rules.every((rule) => keeps(rule, witness)) &&
      gateFault(witness, { known: knownWords(given), given, brief: '' }) === null
    )
      return brief;
  }
}

/** @returns null where the words do not suffice. */
function write(draw: Draw, letters: string, without: string | null, given: readonly string[]): string | null {
  const usable = (list: readonly string[]): string[] =>
    draw.shuffled(list.filter((word) => without === null || !word.includes(without)));
  const pools = {
    adverbs: usable(phrases.adverbs),
    adjectives: usable(phrases.adjectives),
    nouns: usable(phrases.nouns),
    verbs: usable(phrases.verbs),
  };
  // Two kinds may have one word, and a word that was used is used up.
  const used = new Set<string>();
  const take = (kind: keyof typeof pools, letter = ''): string => {
    const word = pools[kind].find((each) => !used.has(each) && each.startsWith(letter)) ?? '';
    used.add(word);
    return word;
  };
  const small = (list: readonly string[]): string =>
    draw.pick(list.filter((word) => without === null || !word.includes(without)));
  const article = (): string => small(['a', 'our', 'his', 'my', 'one', 'the']);
  const sentences = Array.from(letters, (letter, i) => {
    const words = [take('adverbs', letter), article(), take('adjectives'), take('nouns'), take('verbs'), article()];
    if (draw.chance(1, 2)) words.push(take('adjectives'));
    words.push(take('nouns'));
    const name = given[i];
    if (name !== undefined && i < letters.length - 1) words.push(small(['by', 'on', 'in', 'to', 'at']), name);
    else if (draw.chance(1, 2)) words.push(small(['by', 'on', 'in', 'to', 'at']), article(), take('nouns'));
    return words;
  });
  if (used.has('')) return null;
  const breakAt = draw.sample(
    Array.from({ length: letters.length - 1 }, (_, i) => i + 1),
    draw.between(1, 2),
  );
  const asks = draw.sample(
    Array.from({ length: letters.length }, (_, i) => i),
    draw.between(1, 2),
  );
  return sentences
    .map((words, i) => {
      const text = words.join(' ');
      const gap = i === 0 ? '' : breakAt.includes(i) ? '\n\n' : ' ';
      return `${gap}${text.slice(0, 1).toUpperCase()}${text.slice(1)}${asks.includes(i) ? '?' : '.'}`;
    })
    .join('');
}

interface Chosen {
  readonly letter: string;
  readonly letters: string;
}

function readOff(draw: Draw, kind: RuleKind, witness: string, { letter, letters }: Chosen): Rule {
  const sentences = sentencesOf(witness);
  const words = wordsOf(witness);
  const lengths = sentences.map((sentence) => sentence.words.length);
  switch (kind) {
    case 'words':
      return { kind, least: words.length - draw.below(3), most: words.length + draw.below(3) };
    case 'sentences':
      return { kind, count: sentences.length };
    case 'paragraphs':
      return { kind, count: witness.split('\n\n').length };
    case 'questions':
      return { kind, count: sentences.filter(({ asks }) => asks).length };
    case 'acrostic':
      return { kind, letters };
    case 'order': {
      const nouns = words.filter((word) => phrases.nouns.includes(word));
      const places = draw.sample([...nouns.keys()], 3).toSorted((a, b) => a - b);
      return { kind, words: places.map((place) => nouns[place] ?? '') };
    }
    case 'without':
      return { kind, letter };
    case 'longest':
      return { kind, count: Math.max(...lengths) };
    case 'shortest':
      return { kind, count: Math.min(...lengths) };
    case 'once':
      return { kind };
    case 'opens':
      return { kind, word: words[0] ?? '' };
    case 'ends':
      return { kind, word: words.at(-1) ?? '' };
  }
}
