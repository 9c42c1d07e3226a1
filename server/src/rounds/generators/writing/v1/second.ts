/**
 * The second solver knows only the prompt and the list. It has no grammar: it lays out sentences of lengths that add up, puts the words that must be there into their places, and fills up with
 * words of the list that break nothing.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';

export function second(shown: Shown): Answers {
  const list = (shown.files[0]?.bytes.toString() ?? '').split('\n').filter((word) => word !== '');
  return new Map<string, Json>(shown.tasks.map((task) => [task.task_id, { text: written(task, list) }]));
}

interface Wanted {
  readonly sentences: number;
  readonly least: number;
  readonly most: number;
  readonly longest: number;
  readonly shortest: number;
  readonly paragraphs: number;
  readonly questions: number;
  readonly letters: string;
  readonly without: string;
  readonly kept: readonly string[];
  readonly order: readonly string[];
  readonly opens: string;
  readonly ends: string;
}

function read({ prompt }: Task): Wanted {
  const found = (pattern: RegExp): string => pattern.exec(prompt)?.[1] ?? '';
  const sentences = Number(found(/exactly (\d+) sentences/));
  const items = (text: string, mark: string): string[] => (text === '' ? [] : text.split(mark));
  return {
    sentences,
    least: Number(found(/has (\d+) to \d+ words\./)),
    most: Number(found(/has \d+ to (\d+) words\./)),
    longest: Number(found(/more than (\d+) words/) || 99),
    shortest: Number(found(/fewer than (\d+) words/) || 1),
    paragraphs: Number(found(/exactly (\d+) paragraphs/) || 1),
    questions: Number(found(/Exactly (\d+) of its/) || 0),
    letters: found(/spell "(\w+)"/),
    without: found(/letter "(\w)" does/),
    kept: items(found(/written here: (.*?)\./), '; '),
    order: items(found(/between them: (.*)\./), ', '),
    opens: found(/first word is "(\w+)"/),
    ends: found(/last word is "(\w+)"/),
  };
}

function written(task: Task, list: readonly string[]): string {
  const wanted = read(task);
  const lengths = lengthsOf(wanted);
  const open = list.filter((word) => wanted.without === '' || !word.includes(wanted.without));
  const names = wanted.kept.flatMap((name) => name.toLowerCase().split(' '));
  const used = new Set([...wanted.order, ...names, wanted.opens, wanted.ends]);
  const fresh = (letter: string): string => {
    const word = open.find((each) => each.startsWith(letter) && each.length > 3 && !used.has(each)) ?? '';
    used.add(word);
    return word;
  };
  const starts = lengths.map((_, i) =>
    i === 0 && wanted.opens !== '' ? wanted.opens : fresh(wanted.letters.charAt(i)),
  );
  // Words that must come in order follow each other from the second sentence on, names come in the first and second.
  const sentences = lengths.map((length, i) => {
    const fixed = [...(wanted.kept[i] === undefined ? [] : wanted.kept[i].split(' ')), ...placed(wanted, i)];
    const last = i === lengths.length - 1 && wanted.ends !== '' ? [wanted.ends] : [];
    const fill = Array.from({ length: length - 1 - fixed.length - last.length }, () => fresh(''));
    const text = [starts[i], ...fixed, ...fill, ...last].join(' ');
    const gap = i === 0 ? '' : i < wanted.paragraphs ? '\n\n' : ' ';
    return `${gap}${text}${i < wanted.questions ? '?' : '.'}`;
  });
  return sentences.join('');
}

/** One of the ordered words in each of the first sentences; the one that the text ends with, if it is among them, is left to the end. */
function placed({ order, ends }: Wanted, i: number): string[] {
  const word = order[i];
  return word === undefined || word === ends ? [] : [word];
}

/** As equal as can be, within the bounds. */
function lengthsOf({ sentences, least, most, longest, shortest }: Wanted): number[] {
  let words = least;
  while (words < most && Math.floor(words / sentences) < shortest) words++;
  if (Math.ceil(words / sentences) > longest) words = sentences * longest;
  return Array.from({ length: sentences }, (_, i) => Math.floor(words / sentences) + (i < words % sentences ? 1 : 0));
}
