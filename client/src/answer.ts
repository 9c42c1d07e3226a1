/**
 * What the client relies on in an answer, checked when it arrives: a proxy's page or another service's JSON is an error, not an
 * object with holes. Members that the client does not know are let through.
 */
import { kinds, type Answers, type Kind } from './shapes.ts';

/** @returns the first member that is not as it should be, in words, or undefined. */
export function answerProblem(value: unknown, name: keyof Answers): string | undefined {
  return problemOf(value, kinds[name], '');
}

function problemOf(value: unknown, kind: Kind, path: string): string | undefined {
  if (typeof kind === 'string') return problemOfPlain(value, kind, path);
  if (isArrayOrNull(kind)) {
    if (kind.length === 2) return value === null ? undefined : problemOf(value, kind[0], path);
    return Array.isArray(value)
      ? firstProblem(value.entries(), ([i, item]) => problemOf(item, kind[0], `${path}[${i}]`))
      : `\`${path}\` is not an array`;
  }
  if (!isObject(value)) return path === '' ? 'it is not an object' : `\`${path}\` is not an object`;
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return firstProblem(Object.entries(kind), ([name, inner]) => {
    if (name === '*') return firstProblem(Object.entries(value), ([key, item]) => problemOf(item, inner, below(key)));
    const member = name.endsWith('?') ? name.slice(0, -1) : name;
    return member !== name && value[member] === undefined ? undefined : problemOf(value[member], inner, below(member));
  });
}

function problemOfPlain(value: unknown, kind: string, path: string): string | undefined {
  const mayBeNull = kind.endsWith('?');
  const base = mayBeNull ? kind.slice(0, -1) : kind;
  if ((mayBeNull && value === null) || (base === 'any' && value !== undefined)) return undefined;
  if (base.startsWith('#')) return problemOf(value, kinds[base.slice(1) as keyof Answers], path);
  if (base === 'object' ? isObject(value) : typeof value === base) return undefined;
  if (path === '') return `it is not ${inWords(base)}`;
  return `\`${path}\` is not ${inWords(base)}${mayBeNull ? ' or null' : ''}`;
}

function inWords(kind: string): string {
  return kind === 'any' ? 'there' : `${kind === 'object' ? 'an' : 'a'} ${kind}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isArrayOrNull(kind: Kind): kind is readonly [Kind] | readonly [Kind, 'null'] {
  return Array.isArray(kind);
}

function firstProblem<T>(items: Iterable<T>, judge: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = judge(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
