/** What `papertape-bot run` keeps between two runs, so that it may be killed at any instant. */
import type { Outcome } from './run-log.ts';

/** A decision that was made, and of which it is not known whether the service has it. */
export interface Decision {
  /** The instant that it is for, ISO 8601. */
  readonly at: string;
  /** Decimal text: the order is sent again with the very same digits. */
  readonly weights: Readonly<Record<string, string>>;
  readonly sandbox: boolean;
}

/** An order whose fill was not seen yet. */
export interface OpenOrder {
  readonly order_id: string;
  readonly at: string;
  readonly fills_by: string;
}

export interface RunState {
  readonly version: 1;
  readonly url: string;
  readonly agent_id: string;
  readonly strategy: string;
  /** Was the order that is a test sent, or is none wanted? */
  readonly rehearsed: boolean;
  /** The last instant that is dealt with: it, and all before it, are never decided again. */
  readonly done: string;
  readonly outcome: Outcome;
  readonly decision: Decision | null;
  readonly open: readonly OpenOrder[];
}

export interface RunStore {
  /** Null at the first run. */
  load(): Promise<RunState | null>;
  /** The whole of it, or nothing: it is there when this resolves. */
  save(state: RunState): Promise<void>;
  /** Keeps the acknowledgement of an order, with its receipt, once. */
  keepReceipt(ack: { readonly order_id: string }): Promise<void>;
}

/** @returns undefined for what is no state of this program. */
export function readRunState(text: string): RunState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const state = value as Record<string, unknown>;
  const texts = ['url', 'agent_id', 'strategy', 'done', 'outcome'].every((name) => typeof state[name] === 'string');
  const isWhole =
    state['version'] === 1 && texts && Array.isArray(state['open']) && typeof state['decision'] === 'object';
  return isWhole ? (state as unknown as RunState) : undefined;
}
