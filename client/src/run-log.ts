/** What `papertape-bot run` tells of what it does, and why: a line of text, or of JSON. */

/** What became of a decision. */
export type Outcome = 'before' | 'sent' | 'nothing' | 'refused' | 'failed' | 'late';

export interface RunEvent {
  readonly event:
    | 'start'
    | 'waiting'
    | 'skipped'
    | 'decided'
    | 'sent'
    | 'order'
    | 'refused'
    | 'failed'
    | 'away'
    | 'history'
    | 'stop';
  /** The instant of the decision that it is about. */
  readonly at?: string;
  readonly text: string;
  readonly [more: string]: unknown;
}

export type Tell = (event: RunEvent) => void;
