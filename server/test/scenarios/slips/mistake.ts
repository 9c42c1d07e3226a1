/** A mistake as a bot makes it, and how its next request comes out of what it was told. */
import { expect } from 'vitest';
import type { ErrorBody } from 'papertape-contract/error-body';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { send, type Answer, type Served } from '../../harness/http.ts';

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
  /** What the answer must be, beside 200. */
  readonly means?: (answer: Answer) => void;
}

/** Sends a mistake, and what its refusal says to send instead. @returns how many corrected requests it took: 0 or 1. */
export async function repaired(league: Served, { what, sent, byHand, means }: Mistake): Promise<0 | 1> {
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
  if (byHand) expect(fix, `${what}: ${first.text}`).toMatch(byHand.says);
  else expect(parts, `${what}: nothing is shown: ${first.text}`).toBeDefined();
  const shown = { ...sent, ...parts };
  const { body: _, ...bodiless } = shown;
  const next = byHand ? byHand.mend(sent, told) : shown.method === 'GET' ? bodiless : shown;
  const second = await send(league, next.method, next.path, next);
  const story = `${what}: ${JSON.stringify(sent)}\n${first.text}\n${JSON.stringify(next)}\n${second.text.slice(0, 500)}`;
  expect(second.status, story).toBe(200);
  means?.(second);
  return 1;
}

/** The answer acknowledges these weights. */
export function weightsAre(weights: Readonly<Record<string, number>>): (answer: Answer) => void {
  return ({ json }) => expect((json as { weights: unknown }).weights).toEqual(weights);
}
