/** Members that nobody knows are ignored, and named: with the one that was probably meant, or with all that are known. */
import { otherMember } from 'papertape-contract/other-members';
import { nearTexts } from '../near.ts';
import { shown } from '../text.ts';
import type { JsonObject } from './strict-json.ts';

/** Of more members than these nobody is told what was meant. */
const lookedUpMax = 20;

/** @param what they are called: members of a body, arguments of a tool. */
export function unknownMembers(body: JsonObject, known: readonly string[], what = 'member'): string[] {
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  return unknown.map((name, i) => {
    const meant = i < lookedUpMax ? memberMeant(name, known) : undefined;
    const isLast = i === unknown.length - 1;
    return [
      `Unknown ${what} "${shown(name)}" was ignored${meant === undefined ? '.' : `; did you mean "${meant}"?`}`,
      ...(isLast && known.length > 0 ? [`Known: ${known.join(', ')}.`] : []),
    ].join(' ');
  });
}

/** The known member that was probably meant by one that is not known. */
export function memberMeant(name: string, known: readonly string[]): string | undefined {
  // `agent_name` and `botCountry` say whose it is.
  const bare = name.replace(/^(?:bot|agent|my|your)[_-]?(?=\w)/i, '');
  const other = [name, bare].map(otherMember).find((each) => each !== undefined && known.includes(each));
  return other ?? nearTexts(name, known, 1)[0] ?? nearTexts(bare, known, 1)[0];
}
