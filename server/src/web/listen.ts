import type { FastifyInstance } from 'fastify';
import { SetupError } from '../lib/setup-error.ts';

/**
 * Connections that wait to be taken while the process is busy: where more come than that, the kernel drops them, and clients try again after a
 * second or more. Linux holds to the smaller of this and net.core.somaxconn, 4,096 by default.
 */
const backlog = 4_096;

/** @returns the address that it listens on. @throws SetupError when the port or the address cannot be had: that is a wrong setting, not a fault. */
export async function listen(http: FastifyInstance, host: string, port: number): Promise<string> {
  return await http.listen({ host, port, backlog }).catch((e: unknown) => {
    throw cannotListen(host, port, e);
  });
}

function cannotListen(host: string, port: number, e: unknown): unknown {
  const code = (e as { code?: string } | undefined)?.code ?? '';
  if (code === 'EADDRINUSE') {
    return new SetupError(
      `PORT ${port} is in use on ${host}.`,
      'Set PORT to a free one (0 takes any), or stop what listens there.',
    );
  }
  if (code === 'EACCES')
    return new SetupError(`PORT ${port} may not be used by this user.`, 'Set PORT to 1024 or more.');
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) {
    return new SetupError(
      `HOST "${host}" is no address of this machine.`,
      'Set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
    );
  }
  return e;
}
