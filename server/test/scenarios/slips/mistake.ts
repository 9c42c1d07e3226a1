/** A mistake as a bot makes it, and how its next request comes out of what it was told. */
import type fc from 'fast-check';
import { expect } from 'vitest';
import type { ErrorBody } from 'papertape-contract/error-body';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { send, type Answer, type Served } from '../../harness/http.ts';

/** The bot that makes them, in spot_crypto, and one that has nothing to do with it. */
export interface Actors {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly oldKey: string;
  readonly order: string;
  readonly other: { readonly id: string; readonly key: string };
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  /** Text is sent as it is, all else as JSON. */
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a reader does who understood `fix`, where no program can: it has to say what is done here. */
export interface ByHand {
  readonly says: RegExp;
  readonly mend: (sent: Sent, told: ErrorBody) => Sent;
}

export interface Mistake {
  readonly what: string;
  readonly sent: Sent;
  readonly byHand?: ByHand;
  /** What a reader does if nothing is shown; what is shown is sent. */
  readonly unshown?: ByHand;
  /** What the answer must be, beside 200. */
  readonly means?: (answer: Answer) => void;
}

/** Mistakes of one kind: each one that was seen, and a generator that makes others. */
export interface Kind {
  readonly kind: string;
  readonly seen: (of: Actors) => readonly Mistake[];
  readonly more: (of: Actors) => fc.Arbitrary<Mistake>;
}

/** Sends a mistake, and what its refusal says to send instead. @returns how many corrected requests it took: 0 or 1. */
export async function repaired(league: Served, { what, sent, byHand, unshown, means }: Mistake): Promise<0 | 1> {
  const first = await send(league, sent.method, sent.path, sent);
  if (first.status === 200) {
    means?.(first);
    return 0;
  }
  const told = first.json as ErrorBody;
  const known = errorCatalogue[told.error.code as ErrorCode] as { readonly status: number } | undefined;
  expect(known?.status, `${what}: ${first.text}`).toBe(first.status);
  const { corrected, example, fix } = told.error;
  const parts = corrected ?? example;
  const hand = byHand ?? (parts ? undefined : unshown);
  if (hand) expect(fix, `${what}: ${first.text}`).toMatch(hand.says);
  else expect(parts, `${what}: nothing is shown: ${first.text}`).toBeDefined();
  const shown = { ...sent, ...parts };
  const { body: _, ...bodiless } = shown;
  const next = hand ? hand.mend(sent, told) : shown.method === 'GET' ? bodiless : shown;
  const second = await send(league, next.method, next.path, next);
  const story = `${what}: ${JSON.stringify(sent)}\n${first.text}\n${JSON.stringify(next)}\n${second.text.slice(0, 500)}`;
  expect(second.status, story).toBe(200);
  try {
    means?.(second);
  } catch (e) {
    throw new Error(story, { cause: e });
  }
  return 1;
}

export function orderOf({ id, key }: Pick<Actors, 'id' | 'key'>, body: unknown, more: Partial<Sent> = {}): Sent {
  return { method: 'POST', path: `/api/agents/${id}/weights`, key, body, ...more };
}

type Weights = Readonly<Record<string, number>>;

/** What an answer acknowledges. */
export function weightsOf({ json }: Answer): Weights {
  return (json as { readonly weights: Weights }).weights;
}

/** The answer acknowledges these weights. */
export function weightsAre(weights: Weights): (answer: Answer) => void {
  return (answer) => expect(weightsOf(answer)).toEqual(weights);
}

/** The same symbols, each weight to six places, to which a sum that is divided is rounded. */
export function weightsNear(weights: Weights): (answer: Answer) => void {
  return (answer) => {
    const found = weightsOf(answer);
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(weights).toSorted());
    for (const [symbol, weight] of Object.entries(weights)) expect(found[symbol]).toBeCloseTo(weight, 5);
  };
}

/** A member of the answer, for kinds whose answers have no weights. */
export function hasMember(name: string): NonNullable<Mistake['means']> {
  return ({ json: body, text }) => expect(body, text.slice(0, 300)).toHaveProperty(name);
}

/** The key stands in the bot's notes; the fix says how it is sent. */
export function withKey({ key, id }: Actors): ByHand {
  return {
    says: /Authorization: Bearer|Copy the key again|Use the key that/,
    mend: (sent) => ({ ...sent, key, headers: {}, path: sent.path.replace(/\?.*$/, '').replace(/agt_\w+/, id) }),
  };
}
