/**
 * What a service says of when a mark was done and who saw it when, against what witnesses signed: every time of a witness is in its
 * cosignature, over the tree of that mark or of a later one.
 */
import type { LogTimes } from 'papertape-contract/log';
import { iso, type Instant } from '../../lib/clock.ts';
import { messageOf } from '../../lib/text.ts';
import { sightingMsMax } from '../../operator/late.ts';
import { formatCheckpoint, type Tree } from '../../tlog/checkpoint.ts';
import { formatKey, openNote, parseKey } from '../../tlog/note.ts';

import type { Steps } from './steps.ts';
import type { SeenMark, SignedSighting } from './trust.ts';

/** The tree of the log after a mark. */
export type TreeOf = (mark: Instant) => Promise<Tree | undefined>;

export interface TimesCheck {
  /** The times of a mark: of the witnesses only those that hold. Undefined when the service does not tell them. */
  of(mark: Instant): Promise<SeenMark | undefined>;
}

/** @param stated of the day of the marks. @param origin the name of the log. */
export function createTimesCheck(stated: LogTimes, origin: string, treeOf: TreeOf, steps: Steps): TimesCheck {
  const byMark = new Map(stated.marks.map((of) => [of.mark, of]));
  const keys = new Map(stated.witnesses.map(({ name, key }) => [name, parseKey(key)]));
  const known = new Map<string, Promise<string | undefined>>();

  /** Why a cosignature does not hold. */
  async function wrong({ name, at, mark, line }: LogTimes['marks'][number]['witnesses'][number]): Promise<string> {
    const key = keys.get(name);
    if (key?.name !== name || key.kind !== 'cosignature') return 'its key is not told';
    const tree = await treeOf(Date.parse(mark));
    if (!tree) return `there is no tree of ${mark}`;
    const note = `${formatCheckpoint({ origin, ...tree })}\n${line}\n`;
    const [signature] = openNote(note, [key])?.signatures ?? [];
    if (signature?.time === undefined) return `it is none of the tree of ${mark}`;
    return signature.time * 1000 === Date.parse(at) ? '' : `it says ${iso(signature.time * 1000)}`;
  }

  return {
    async of(mark) {
      const of = byMark.get(iso(mark));
      const doneAt = Date.parse(of?.done_at ?? '');
      if (!of || Number.isNaN(doneAt) || doneAt < mark) {
        steps.differs(`when the mark ${iso(mark)} was done`, of?.done_at, 'an instant, not before the mark');
        return undefined;
      }
      const seen: SignedSighting[] = [];
      for (const told of of.witnesses) {
        const at = Date.parse(told.at);
        const cosigned = Date.parse(told.mark);
        const id = JSON.stringify(told);
        const why = await (known.get(id) ?? wrong(told).catch((e: unknown) => messageOf(e)));
        known.set(id, Promise.resolve(why));
        const isOfMark = cosigned >= mark && at - mark <= sightingMsMax;
        const key = keys.get(told.name);
        if (why === '' && isOfMark && key) seen.push({ witness: told.name, at, mark: cosigned, key: formatKey(key) });
        else
          steps.differs(
            `when ${told.name} saw the mark ${iso(mark)}`,
            `${told.at}, over the tree of ${told.mark}`,
            why === '' ? 'within a day after the mark, over a tree that has it' : `a cosignature that says so: ${why}`,
          );
      }
      return { mark, doneAt, seen: seen.sort((a, b) => a.at - b.at) };
    },
  };
}
