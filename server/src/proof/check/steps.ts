/** What a verification finds: one step after the other, each ok, different, or not to be checked. */
import { messageOf } from '../../lib/text.ts';

export interface Step {
  readonly status: 'ok' | 'differs' | 'unchecked' | 'note';
  /** What was looked at, in words. */
  readonly what: string;
  /** What the service says, and what it should say. Of a difference only. */
  readonly stated?: string;
  readonly computed?: string;
  /** Why it could not be checked. */
  readonly why?: string;
}

export interface Tally {
  readonly ok: number;
  readonly differs: number;
  readonly unchecked: number;
}

/** What is no object of JSON. */
type Shown = string | number | bigint | boolean | null | undefined;

export interface Steps {
  add(step: Step): void;
  /** Compares: two values of JSON are the same whatever the order of their members. They are told when they differ. */
  same(what: string, stated: unknown, computed: unknown): void;
  ok(what: string): void;
  differs(what: string, stated: Shown, computed: Shown): void;
  unchecked(what: string, why: string): void;
  note(what: string): void;
  /** Runs checks of one answer. What cannot even be read is not as it should be, and is a difference. */
  part(what: string, check: () => Promise<void> | void): Promise<void>;
  tally(): Tally;
}

/** Something that the service should have and does not: a difference. */
export class MissingError extends Error {}

/** Nobody answered: nothing can be said. */
export class UnreachableError extends Error {}

export function createSteps(tell: (step: Step) => void): Steps {
  const tally = { ok: 0, differs: 0, unchecked: 0 };
  const add = (step: Step): void => {
    if (step.status !== 'note') tally[step.status]++;
    tell(step);
  };
  const differs = (what: string, stated: Shown, computed: Shown): void =>
    add({ status: 'differs', what, stated: text(stated), computed: text(computed) });
  return {
    add,
    same(what, stated, computed) {
      const compared = isJson(stated) || isJson(computed) ? [jsonText(stated), jsonText(computed)] : [stated, computed];
      const [a, b] = compared as [Shown, Shown];
      if (a === b) add({ status: 'ok', what });
      else differs(what, a, b);
    },
    ok: (what) => add({ status: 'ok', what }),
    differs,
    unchecked: (what, why) => add({ status: 'unchecked', what, why }),
    note: (what) => add({ status: 'note', what }),
    async part(what, check) {
      try {
        await check();
      } catch (e) {
        if (e instanceof UnreachableError) add({ status: 'unchecked', what, why: e.message });
        else differs(what, messageOf(e), 'an answer that can be read and checked');
      }
    },
    tally: () => ({ ...tally }),
  };
}

function isJson(v: unknown): boolean {
  return typeof v === 'object' && v !== null;
}

function text(v: Shown): string {
  return v === undefined ? 'nothing' : String(v);
}

/** Two values of JSON as texts that are the same when the values are. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}
