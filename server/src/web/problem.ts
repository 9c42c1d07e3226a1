/** Problem details for those who ask for them: RFC 9457. */
import type { Told } from './error-body.ts';

export const problemType = 'application/problem+json';

export function asksForProblem(accept: string | undefined): boolean {
  return accept?.includes(problemType) === true;
}

/** What its form has beyond `detail`, which is in every error here. */
export function problemMembers(
  e: Told,
  requestId: string,
): Record<'type' | 'title' | 'instance', string> & { status: number } {
  return {
    type: `/rules.json#${e.code}`,
    title: e.code.replaceAll('_', ' '),
    status: e.status,
    instance: `urn:uuid:${requestId}`,
  };
}
