/** What a client keeps of the public log of a service. */

/** An order that was acknowledged, and was not seen in the log yet. */
export interface KeptReceipt {
  readonly order_id: string;
  /** Its hash. */
  readonly receipt: string;
  readonly sandbox: boolean;
  /** The mark at which it is logged. */
  readonly mark: string;
}

/** What is kept of a log; JSON. */
export interface LogMemory {
  /** The last signed note that was seen and held. */
  readonly checkpoint: string | null;
  readonly receipts: readonly KeptReceipt[];
  /** When it was looked last, milliseconds since 1970. */
  readonly looked_at: number;
}
