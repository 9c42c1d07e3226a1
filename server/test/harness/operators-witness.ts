/** A witness in the hands of the operator: it signs whatever time he likes. */
import type { Instant } from '../../src/lib/clock.ts';
import { dayMs } from '../../src/lib/time.ts';
import { isoDate } from '../../src/lib/clock.ts';
import { keepCosignature } from '../../src/log/log.sql.ts';
import { formatCheckpoint } from '../../src/tlog/checkpoint.ts';
import { createSigner, formatKey, signLine } from '../../src/tlog/note.ts';
import type { League } from './league.ts';

export interface OperatorsWitness {
  readonly vkey: string;
  /** Cosigns the tree of every mark in [from, to] as if it had seen it that many milliseconds after the mark. */
  sign(league: Pick<League, 'app' | 'client'>, from: Instant, to: Instant, afterMs: number): Promise<void>;
}

export function createOperatorsWitness(name = 'operator.test'): OperatorsWitness {
  const signer = createSigner(name, 'cosignature', Buffer.alloc(32, 9));
  const vkey = formatKey(signer.key);
  return {
    vkey,
    async sign({ app, client }, from, to, afterMs) {
      const { origin } = await client.log();
      for (let day = from - (from % dayMs); day <= to; day += dayMs) {
        const { heads } = await client.dayHeads(isoDate(day));
        for (const { mark: text, size, root } of heads) {
          const mark = Date.parse(text);
          if (mark < from || mark > to) continue;
          const at = mark + afterMs;
          const line = signLine(signer, formatCheckpoint({ origin, size, root: Buffer.from(root, 'hex') }), at / 1000);
          await keepCosignature(app.storage.db, { size, witness: name, at, line, key: vkey });
        }
      }
    },
  };
}
