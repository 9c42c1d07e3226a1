import type { Outcome } from './outcome.ts';

export interface Envelope {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
}

/** The way on which mails leave. */
export interface Transport {
  /**
   * @param begin awaited before the first byte of the text leaves; when it rejects, none does.
   * @param stop breaks it off. Never rejects.
   */
  send(mail: Envelope, begin: () => Promise<void>, stop: AbortSignal): Promise<Outcome>;
}
