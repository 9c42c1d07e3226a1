/** The plain solver: reads the first files, applies the rules, and looks at no mail, no credit note, no footnote and no currency. */
import type { Answers, Shown } from '../../../source.ts';
import { answered } from './second.ts';

export function plain(shown: Shown): Answers {
  return answered(shown, false);
}
