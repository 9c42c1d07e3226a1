/** The market: the seed that is published at its end is the one that the log began with. */
import { secretSourceId } from '../../../sources/simulated/seed.ts';
import type { AtMark, EntryRules } from './context.ts';

export function marketRules({ book, differs }: AtMark): EntryRules {
  return {
    seed({ seed, salt, hash }, name) {
      const id = secretSourceId({ seed, salt });
      if (id !== book.opening?.price_source) differs(`seed in ${name}`, id, book.opening?.price_source);
      if (id !== `simulated:sha256:${hash}`) differs(`hash of the seed in ${name}`, hash, id);
    },
  };
}
