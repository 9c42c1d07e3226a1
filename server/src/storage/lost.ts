/** Receipts of orders and sheets that were not stored: what is chained to one of them is not stored either. */
import { chained, type IntakeWrite } from './intake-write.ts';

export interface Waiting {
  readonly write: IntakeWrite;
  readonly done: () => void;
  readonly failed: (e: unknown) => void;
}

/** Receipts of failed orders and sheets that are remembered; the oldest make room. */
const lostReceiptsMax = 100_000;

export interface Lost {
  /** Its receipt is not there, whatever becomes of the request. */
  note(write: IntakeWrite, e: unknown): void;
  readonly fail: (b: Waiting, e: unknown) => void;
  /** It was stored all the same. */
  forget(b: Waiting): void;
  /**
   * Parts what is chained to a receipt that is not there: however long it was under way, stored it would leave a gap in its bot's chain. It fails, where it cannot be chained anew.
   * @returns those that can, and all the others.
   */
  split(all: readonly Waiting[]): { readonly good: readonly Waiting[]; readonly orphans: readonly Waiting[] };
}

/** May it be stamped and chained anew? */
export function mayGoOn({ write }: Waiting): boolean {
  return write.again !== undefined;
}

export function createLost(): Lost {
  const lost = new Map<string, unknown>();

  function note(write: IntakeWrite, e: unknown): void {
    const receipted = chained(write);
    if (receipted) lost.set(receipted.receipt, e);
    for (const oldest of lost.keys()) {
      if (lost.size <= lostReceiptsMax) break;
      lost.delete(oldest);
    }
  }

  return {
    note,
    fail(b, e) {
      note(b.write, e);
      b.failed(e);
    },
    forget({ write }) {
      const receipted = chained(write);
      if (receipted) lost.delete(receipted.receipt);
    },
    split(all) {
      if (lost.size === 0) return { good: all, orphans: [] };
      const good: Waiting[] = [];
      const orphans: Waiting[] = [];
      for (const b of all) {
        const receipted = chained(b.write);
        if (!receipted || !lost.has(receipted.previous_receipt)) {
          good.push(b);
          continue;
        }
        const why = lost.get(receipted.previous_receipt);
        note(b.write, why);
        if (mayGoOn(b)) orphans.push(b);
        else b.failed(why);
      }
      return { good, orphans };
    },
  };
}
