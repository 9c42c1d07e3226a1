/** The message for a version of Node that is too old. This file imports nothing, so that an old Node can load it. */

/** The one that package.json pins; earlier ones lack `node:sqlite`, or have it behind a flag. */
const majorMin = 24;

/**
 * @param version such as `20.20.2`. @param main the path of the program. @param args what it was asked.
 * @returns why this Node will not do, and on the next line the command that does the same on one that will; undefined when it will do.
 */
export function nodeProblem(version: string, main: string, args: readonly string[]): string | undefined {
  if (Number.parseInt(version, 10) >= majorMin) return undefined;
  const asked = args.map((arg) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`));
  // npx takes the node of the folder's node_modules before the machine's, and so do the scripts of npm.
  const installed = /[\\/]node_modules[\\/]/.test(main);
  const command = installed
    ? ['npm install', `node@${majorMin}`, '&& npx papertape', ...asked]
    : ['npm run papertape --', ...asked];
  return `This is Node ${version}, and the service needs Node ${majorMin} or newer. The line that runs it on the right one:\n  ${command.join(' ')}`;
}
