/** What a server says of where it listens. */
interface ListensAt {
  readonly address: string;
  readonly family: string;
  readonly port: number;
}

/** Where this process itself reaches a server of its own that listens, whatever HOST and BASE_URL say: `http://127.0.0.1:4000`. */
export function loopbackAddress(server: { address(): ListensAt | string | null }): string {
  const { address, family, port } = server.address() as ListensAt;
  const own = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${own}]` : own}:${port}`;
}
