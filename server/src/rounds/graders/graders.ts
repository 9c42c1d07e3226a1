/**
 * The graders: an answer against its key gives an integer score of 0 to 1,000,000. They are pure, and their arithmetic is on integers only, so
 * that anybody can grade again and get the same.
 *
 *     exact   1,000,000 where the normal forms are equal, or equal to that of an alias
 *     number  1,000,000 where |x − key| ≤ tolerance
 *     fields  floor(10^6 × weights of right fields ÷ all weights)
 *     set     F1: floor(2 × 10^6 × tp ÷ (2tp + fp + fn))
 *     cost    0 where a condition is broken, else max(0, 10^6 − floor(k × 10^6 × (c − b) ÷ b)): c is the cost, b the least
 *     value   0 where a condition is broken, else max(0, 10^6 − floor(k × 10^6 × (b − v) ÷ b)): v is the value, b the most
 *     tests   0 where a visible test fails, else floor(10^6 × (passed − base) ÷ (total − base)), 0 at least
 *     rules   0 where the gate is not kept, else floor(10^6 × rules kept ÷ rules)
 *     workbook  graders/workbook.ts
 *
 * Example of `cost`: least 6,300, cost 6,600, k = 4: 10^6 − floor(4 × 10^6 × 300 ÷ 6,300) = 809,524.
 */
import { isList, isRecord, type Json, type JsonRecord } from '../json.ts';
import { scoreMax, type Grade } from '../source.ts';
import { normalForm, normalSet } from './normal.ts';

const right: Grade = { score: scoreMax, why: 'right' };

export function wrong(why: string): Grade {
  return { score: 0, why };
}

/** @param key an answer, or { "accept": [the answer, aliases of it …] }. */
export function gradeExact(key: Json, answer: Json): Grade {
  const accepted = isRecord(key) && isList(key['accept']) ? key['accept'] : [key];
  const form = normalForm(answer);
  return accepted.some((each) => normalForm(each) === form) ? right : wrong('not the answer');
}

/** @param key an integer. @param answer an integer, or its decimal digits as a text. */
export function gradeNumber(tolerance: number, key: Json, answer: Json): Grade {
  const digits = typeof answer === 'string' && /^\s*-?\d{1,18}\s*$/.test(answer);
  if (typeof key !== 'number' || !(digits || typeof answer === 'number')) return wrong('not an integer');
  const distance = BigInt(answer as string | number) - BigInt(key);
  const off = distance < 0n ? -distance : distance;
  if (off <= BigInt(tolerance)) return right;
  return wrong(distance < 0n ? 'too small' : 'too large');
}

/**
 * @param weights the fields that count, each with an integer above 0.
 * @param needs field -> the field without which it does not count.
 */
export function gradeFields(
  weights: Readonly<Record<string, number>>,
  key: Json,
  answer: Json,
  needs: Readonly<Record<string, string>> = {},
): Grade {
  if (!isRecord(answer) || !isRecord(key)) return wrong('not an object of fields');
  const isRight = (name: string): boolean => {
    const needed = needs[name];
    return sameField(key, answer, name) && (needed === undefined || isRight(needed));
  };
  const names = Object.keys(weights);
  const off = names.filter((name) => !isRight(name));
  const sum = (of: readonly string[]): number => of.reduce((total, name) => total + (weights[name] ?? 0), 0);
  const all = sum(names);
  const score = share(all - sum(off), all);
  return off.length === 0 ? right : { score, why: `wrong or missing: ${off.join(', ')}` };
}

function sameField(key: JsonRecord, answer: JsonRecord, name: string): boolean {
  const [expected, given] = [key[name], answer[name]];
  if (expected === undefined || given === undefined || !Object.hasOwn(answer, name)) return false;
  return normalForm(expected) === normalForm(given);
}

export function gradeSet(key: Json, answer: Json): Grade {
  if (!isList(key) || !isList(answer)) return wrong('not a list');
  const [expected, given] = [normalSet(key), normalSet(answer)];
  const hits = [...given].filter((each) => expected.has(each)).length;
  const [extra, missing] = [given.size - hits, expected.size - hits];
  if (extra === 0 && missing === 0) return right;
  return {
    score: share(2 * hits, 2 * hits + extra + missing),
    why: `${hits} right, ${extra} too many, ${missing} missing`,
  };
}

/** @param cost of an answer that keeps every condition. @param least the key's. Both integers ≥ 0. */
export function gradeCost(k: number, least: number, cost: number): Grade {
  const why = `cost ${cost}, least ${least}`;
  if (cost < least) return { score: scoreMax, why, beatsKey: true };
  return { score: less(k, cost - least, least), why };
}

/** @param value of an answer that keeps every condition. @param most the key's. Both integers ≥ 0. */
export function gradeValue(k: number, most: number, value: number): Grade {
  const why = `value ${value}, most ${most}`;
  if (value > most) return { score: scoreMax, why, beatsKey: true };
  return { score: less(k, most - value, most), why };
}

export interface TestsRun {
  /** Every test that the bot was shown passes. */
  readonly visiblePass: boolean;
  readonly passed: number;
  /** What the given program passes, unchanged. */
  readonly base: number;
  readonly total: number;
}

export function gradeTests({ visiblePass, passed, base, total }: TestsRun): Grade {
  if (!visiblePass) return wrong('a visible test fails');
  const why = `${passed} of ${total} hidden tests pass, ${base} did before`;
  return { score: passed <= base ? 0 : share(passed - base, total - base), why };
}

export function gradeRules(gateKept: boolean, kept: number, rules: number): Grade {
  if (!gateKept) return wrong('the gate is not kept');
  return { score: share(kept, rules), why: `${kept} of ${rules} rules kept` };
}

/** floor(10^6 × part ÷ whole), exact for all safe integers. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(scoreMax) * BigInt(part)) / BigInt(whole));
}

/** max(0, 10^6 − floor(k × 10^6 × off ÷ best)); where the best is 0 only the best is worth something. */
function less(k: number, off: number, best: number): number {
  if (off === 0) return scoreMax;
  if (best === 0) return 0;
  const lost = (BigInt(k) * BigInt(scoreMax) * BigInt(off)) / BigInt(best);
  return lost >= BigInt(scoreMax) ? 0 : scoreMax - Number(lost);
}
