/** The message for a version of Node that is too old. This file imports nothing, so that an old Node can load it. */

/** The one that package.json pins; earlier ones lack `node:sqlite`, or have it behind a flag. */
const majorMin = 24;

/** @param version such as `20.20.2`. @returns undefined when it will do. */
export function nodeProblem(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= majorMin) return undefined;
  return `This is Node ${version}, and the service needs Node ${majorMin} or newer.\n  Use the one that npm ci brings: node_modules/.bin/node, or npm run papertape --.`;
}
