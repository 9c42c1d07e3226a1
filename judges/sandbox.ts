/**
 * A root of its own for a command, by bubblewrap: the machine's programs and this project's Node, all of it read only, and the folders that are given.
 * What a container or a unit of systemd may not do is really refused here. Needs root, since the command runs as another user.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';

export const hasSandbox =
  spawnSync('bwrap', ['--version']).status === 0 &&
  spawnSync('setpriv', ['--version']).status === 0 &&
  process.getuid?.() === 0;

export interface Sandbox {
  /** Folders of the machine, by the path at which the command sees them. */
  readonly writable?: Readonly<Record<string, string>>;
  readonly readOnly?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** User and group. */
  readonly uid: number;
}

export function inSandbox(
  command: readonly string[],
  { writable = {}, readOnly = {}, cwd, env, uid }: Sandbox,
): ChildProcess {
  const node = dirname(process.execPath);
  const folders = [...Object.keys(writable), ...Object.keys(readOnly), '/opt/node'].flatMap((path) => parents(path));
  const mounted = [
    '--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind /etc /etc',
    '--proc /proc --dev /dev --perms 1777 --tmpfs /tmp',
    ...[...new Set(folders)].map((path) => `--perms 0755 --dir ${path}`),
  ].flatMap((line) => line.split(' '));
  const bound = [
    ['--ro-bind', node, '/opt/node'],
    ...Object.entries(readOnly).map(([at, from]) => ['--ro-bind', from, at]),
    ...Object.entries(writable).map(([at, from]) => ['--bind', from, at]),
    // Root itself is read only, too, as with a container's read_only.
    ['--remount-ro', '/', '--die-with-parent', '--unshare-pid', '--chdir', cwd, '--clearenv'],
    ...Object.entries({ PATH: '/opt/node:/usr/bin:/bin', ...env }).map((pair) => ['--setenv', ...pair]),
  ].flat();
  const as = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
  const args = [...mounted, ...bound, ...as, ...command];
  return spawn('bwrap', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

function parents(path: string): string[] {
  const parts = path.split('/').filter(Boolean).slice(0, -1);
  return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`);
}
