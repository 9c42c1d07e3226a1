/** The matter of one task: facts are drawn first, with what holds of them, and then written into papers. */
import type { Draw } from '../../../draw.ts';
import { follow, type Answer, type Kind, type Paper, type Paragraph, type Question, type Statement } from './matter.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What the plan fixes for all bots. */
export interface Terms {
  readonly papers: number;
  readonly joins: number;
  /** Facts of the chain that a later paper corrects. */
  readonly corrections: number;
  /** Papers of one source do not count, and it contradicts facts of the chain. */
  readonly discredited: boolean;
}

export interface Matter {
  readonly taskId: string;
  /** In the order of their ids. */
  readonly papers: readonly Paper[];
  readonly question: Question;
  /** The source whose papers do not count, or null. */
  readonly discredited: string | null;
  readonly key: Answer;
}

export function termsOf(level: number): Terms {
  return {
    papers: Math.min(60, 8 + 7 * (level - 1)),
    joins: Math.min(5, 2 + Math.floor(level / 2)),
    corrections: level < 2 ? 0 : level < 5 ? 1 : 2,
    discredited: level >= 4,
  };
}

interface Line {
  readonly statement: Statement | null;
  readonly text: string;
}

/** A paper before it has an id. */
interface Draft {
  readonly source: string;
  readonly day: number;
  readonly lines: Line[];
}

export function drawMatter(draw: Draw, taskId: string, terms: Terms): Matter {
  const sources = draw.shuffled(phrases.sources);
  const discredited = terms.discredited ? (sources.pop() ?? null) : null;
  const facts = drawFacts(draw, terms);
  const project = draw.pick(phrases.projects);
  const firm = draw.pick(phrases.firms);
  const question: Question = { joins: terms.joins, project, firm };
  const held = new Map(facts.map((fact) => [nameOf(fact), fact]));
  const valueOf = (kind: Kind, subject: string): Statement => held.get(nameOf({ kind, subject })) as Statement;
  const chain: Statement[] = [];
  // Each correction may lead the chain elsewhere, so it is followed again.
  const corrected: Statement[] = [];
  for (let left = terms.corrections; left >= 0; left--) {
    chain.length = 0;
    follow(question, (kind, subject) => {
      const fact = valueOf(kind, subject);
      chain.push(fact);
      return { value: fact.value, id: '' };
    });
    const open = chain.filter((fact) => !corrected.includes(fact));
    if (left === 0 || open.length === 0) break;
    const before = draw.pick(open);
    const after = { ...before, value: otherValue(draw, before) };
    held.set(nameOf(before), after);
    corrected.push(after);
  }
  const spread = spreadOut(draw, terms, sources, facts, corrected);
  if (discredited !== null) contradict(draw, spread, discredited, chain);
  const papers = numbered(draw, spread);
  const key = follow(question, (kind, subject) => {
    const fact = valueOf(kind, subject);
    const stands = papers.flatMap(({ paragraphs }) => paragraphs).find(({ statement }) => statement === fact);
    return { value: fact.value, id: stands?.id ?? '' };
  });
  return { taskId, papers, question, discredited, key };
}

function nameOf({ kind, subject }: Pick<Statement, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

/** Every fact of the kinds that the question needs, for every subject. */
function drawFacts(draw: Draw, { joins }: Terms): Statement[] {
  const towns = draw.shuffled(phrases.towns);
  const firms = draw.shuffled(phrases.firms);
  return [
    ...(joins < 3
      ? []
      : phrases.projects.map((subject, i): Statement => ({ kind: 'firm', subject, value: firms[i] ?? '' }))),
    ...phrases.firms.map((subject, i): Statement => ({ kind: 'town', subject, value: towns[i] ?? '' })),
    ...phrases.towns.map((subject): Statement => ({ kind: 'loads', subject, value: number(draw, 'loads') })),
    ...(joins < 4
      ? []
      : phrases.projects.map((subject): Statement => ({ kind: 'price', subject, value: number(draw, 'price') }))),
    ...(joins < 5
      ? []
      : phrases.firms.map((subject): Statement => ({ kind: 'discount', subject, value: number(draw, 'discount') }))),
  ];
}

function number(draw: Draw, kind: Kind): string {
  if (kind === 'loads') return String(draw.between(1_001, 9_998));
  return String(kind === 'price' ? 100 * draw.between(21, 189) : draw.between(2, 30));
}

function otherValue(draw: Draw, { kind, value }: Statement): string {
  const next =
    kind === 'firm' ? draw.pick(phrases.firms) : kind === 'town' ? draw.pick(phrases.towns) : number(draw, kind);
  return next === value ? otherValue(draw, { kind, value, subject: '' }) : next;
}

function lineOf(draw: Draw, statement: Statement, isCorrection = false): Line {
  const { subject, value } = statement;
  const text = draw.pick(phrases.statements[statement.kind]).replace('{subject}', subject).replace('{value}', value);
  return {
    statement,
    text: isCorrection ? `${draw.pick(['Corrected:', 'This replaces what was said before:'])} ${text}` : text,
  };
}

/** The first half of the days has the facts, the second half the corrections; all have lines that prove nothing. */
function spreadOut(
  draw: Draw,
  { papers }: Terms,
  sources: readonly string[],
  facts: readonly Statement[],
  corrected: readonly Statement[],
): Draft[] {
  const days = draw.sample(
    Array.from({ length: 200 }, (_, day) => day),
    papers,
  );
  const drafts = days
    .toSorted((a, b) => a - b)
    .map((day): Draft => ({ source: draw.pick(sources), day, lines: [filler(draw)] }));
  const early = drafts.slice(0, Math.ceil(papers / 2));
  for (const fact of draw.shuffled(facts)) draw.pick(early).lines.push(lineOf(draw, fact));
  const late = drafts.slice(Math.ceil(papers / 2));
  for (const [i, statement] of corrected.entries())
    late[late.length - corrected.length + i]?.lines.push(lineOf(draw, statement, true));
  for (const draft of drafts) if (draw.chance(1, 2)) draft.lines.push(filler(draw));
  return drafts;
}

function filler(draw: Draw): Line {
  const text = draw
    .pick(phrases.fillers)
    .replace('{project}', draw.pick(phrases.projects))
    .replace('{town}', draw.pick(phrases.towns))
    .replace('{firm}', draw.pick(phrases.firms));
  return { statement: null, text };
}

/** The source writes last of all, with other values for two facts of the chain. */
function contradict(draw: Draw, drafts: Draft[], source: string, chain: readonly Statement[]): void {
  for (const [i, fact] of draw.sample(chain, 2).entries()) {
    const lie = { ...fact, value: otherValue(draw, fact) };
    drafts.push({ source, day: 210 + i, lines: [filler(draw), lineOf(draw, lie, draw.chance(1, 2))] });
  }
}

/** Ids do not follow the dates. */
function numbered(draw: Draw, drafts: readonly Draft[]): Paper[] {
  return draw.shuffled(drafts).map(({ source, day, lines }, i): Paper => {
    const id = `d${String(i + 1).padStart(2, '0')}`;
    const paragraphs = draw.shuffled(lines).map((line, p): Paragraph => ({ ...line, id: `${id}.${p + 1}` }));
    return { id, kind: draw.pick(phrases.kinds), source, day, paragraphs };
  });
}
