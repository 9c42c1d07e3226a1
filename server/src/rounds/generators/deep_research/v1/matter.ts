/**
 * The records of the league: a matter is facts, each stated in full in one paragraph, some of them stated again later with another value, and some contradicted by
 * a source whose papers do not count.
 *
 * A question follows a chain: the firm of a project, the town of its depot, the loads from there, the price of a load, the firm's discount.
 *
 * Example: 120 loads of 5,000 cents with 10 percent off: 120 × 5,000 × 90 ÷ 100 = 540,000.
 */
export const kinds = ['firm', 'town', 'loads', 'price', 'discount'] as const;
export type Kind = (typeof kinds)[number];

export interface Statement {
  readonly kind: Kind;
  readonly subject: string;
  readonly value: string;
}

export interface Paragraph {
  /** `d03.4`. */
  readonly id: string;
  readonly text: string;
  readonly statement: Statement | null;
}

export interface Paper {
  /** `d03`. */
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  /** Days since 2031-01-01; no two papers have the same. */
  readonly day: number;
  readonly paragraphs: readonly Paragraph[];
}

export interface Question {
  /** Facts of the chain, 2 to 5. */
  readonly joins: number;
  readonly project: string;
  /** Where the chain begins with the firm: two facts. */
  readonly firm: string;
}

export interface Answer {
  readonly value: number;
  readonly evidence: readonly string[];
}

/** @param fact tells the value that holds, and the paragraph that states it. */
export function follow(
  { joins, project, firm }: Question,
  fact: (kind: Kind, subject: string) => { readonly value: string; readonly id: string },
): Answer {
  const evidence: string[] = [];
  const take = (kind: Kind, subject: string): string => {
    const { value, id } = fact(kind, subject);
    evidence.push(id);
    return value;
  };
  const builder = joins === 2 ? firm : take('firm', project);
  const loads = Number(take('loads', take('town', builder)));
  if (joins < 4) return { value: loads, evidence };
  const whole = loads * Number(take('price', project));
  if (joins < 5) return { value: whole, evidence };
  return { value: (whole * (100 - Number(take('discount', builder)))) / 100, evidence };
}

/** @param day days since 2031-01-01. */
export function dateOf(day: number): string {
  return new Date(Date.UTC(2031, 0, 1 + day)).toISOString().slice(0, 10);
}
