/**
 * What a process of role web does while the rules in force are not its own: the version in force and its own in, why it is not ready out.
 *
 * Public rule (docs/operators/cluster.md): it hands on everything and is not ready, until the process that serves has the rules that it has.
 *
 * Example: it was started before the process that serves was replaced -> it is ready as soon as that has been.
 */

/** @returns undefined where both are the same. */
export function otherRules(inForce: string | null, own: string): string | undefined {
  if (inForce === own) return undefined;
  return `The rules in force are version ${inForce ?? 'none'}, and those of this process are ${own}: everything is handed on.`;
}
