/** A process of a league on PostgreSQL, in the role that it is started in. */
import { startCommand, type Running } from './command.ts';
import { freePort } from './free-port.ts';
import { readyLine } from './ready-line.ts';

export interface RunningRole {
  readonly service: Running;
  readonly url: string;
}

/**
 * Resolves once it serves; one that stands by, once it waits.
 * @param env with DATABASE_URL and DATA_DIR; limits are off unless it says otherwise. @param main another copy of the built command.
 */
export async function startRole(
  role: 'all' | 'web' | 'engine',
  env: Readonly<Record<string, string>>,
  main?: string,
): Promise<RunningRole> {
  const port = await freePort();
  const service = startCommand({
    ...(main === undefined ? {} : { main }),
    args: ['serve', '--role', role],
    env: { PORT: String(port), PAPERTAPE_LIMITS: 'off', PAPERTAPE_PROXIES: '127.0.0.1', ...env },
  });
  await service.says(env['PAPERTAPE_STANDBY'] ? /"(?:ready|waiting)","url":"([^"]+)"/ : readyLine);
  return { service, url: `http://127.0.0.1:${env['PORT'] ?? port}` };
}
