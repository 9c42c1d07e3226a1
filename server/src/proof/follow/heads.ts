/**
 * What a service says that its log was after earlier marks, against the entries: their sizes and roots lead the proofs of orders and marks,
 * and each of them is signed whenever somebody asks for it. A day of them is asked for at once.
 */
import type { LogHead } from 'papertape-contract/log';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import type { Tree } from '../../tlog/checkpoint.ts';
import type { Steps } from '../check/steps.ts';
import type { GrownMark } from './book.ts';
import type { LogReader } from './log-reader.ts';

export interface HeadsCheck {
  /** The next mark, and the tree of the entries up to its last one. */
  add(mark: Instant, tree: Tree): Promise<void>;
  /** After the last mark. */
  end(): Promise<void>;
}

export function createHeadsCheck(reader: Pick<LogReader, 'heads' | 'checkpointOf'>, steps: Steps): HeadsCheck {
  let day: GrownMark[] = [];

  async function end(): Promise<void> {
    const [first] = day;
    const grown = day;
    day = [];
    if (!first) return;
    const date = isoDate(first.mark);
    await steps.part(`log after the marks of ${date}`, async () => {
      const stated = new Map((await reader.heads(date)).map((head) => [head.mark, head]));
      const wrong = grown.filter((head) => !isSame(head, stated.get(iso(head.mark))));
      if (wrong[0]) await tell(wrong[0], wrong.length - 1);
      else steps.ok(`log after the marks of ${date}, as it is told and signed`);
    });
  }

  /** One root that is not that of the entries says all; the signed checkpoint of it is evidence. */
  async function tell({ mark, tree: { size, root } }: GrownMark, more: number): Promise<void> {
    const signed = await reader.checkpointOf(mark).catch(() => undefined);
    const others = more === 0 ? '' : `, and after ${more} later marks of that day`;
    steps.differs(
      `log after ${iso(mark)}${others}`,
      signed,
      `${size} entries with the root ${root.toString('base64')}`,
    );
  }

  return {
    async add(mark, tree) {
      if (day[0] && isoDate(day[0].mark) !== isoDate(mark)) await end();
      day.push({ mark, tree });
    },
    end,
  };
}

function isSame({ tree }: GrownMark, stated: LogHead | undefined): boolean {
  return stated?.size === tree.size && stated.root === tree.root.toString('hex');
}
