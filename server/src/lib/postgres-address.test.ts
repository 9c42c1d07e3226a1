import { expect, test } from 'vitest';
import { postgresServers } from './postgres-address.ts';

test.each([
  ['postgres://u:p@one:5432/name', ['postgres://u:p@one:5432/name']],
  ['postgresql:///name?host=/run/postgresql', ['postgresql:///name?host=/run/postgresql']],
  ['postgres://one', ['postgres://one']],
  [
    'postgres://u:p@one:5432,two:5433/name?target_session_attrs=read-write&sslmode=require',
    ['postgres://u:p@one:5432/name?sslmode=require', 'postgres://u:p@two:5433/name?sslmode=require'],
  ],
  ['postgres://one,two,three/name', ['postgres://one/name', 'postgres://two/name', 'postgres://three/name']],
  ['postgres://[::1]:1,[fd00::2]/n', ['postgres://[::1]:1/n', 'postgres://[fd00::2]/n']],
  // A comma of a password is none between hosts.
  ['postgres://u:p%2C,x@one/name', ['postgres://u:p%2C,x@one/name']],
  ['postgres://one/name?target_session_attrs=any', ['postgres://one/name?target_session_attrs=any']],
])('%s', (text, servers) => expect(postgresServers(text)).toEqual(servers));

test.each([
  'mysql://one/name',
  'one',
  'postgres:one',
  'postgres://one:port/name',
  'postgres://one,/name',
  'postgres://,one/name',
  'postgres://one,two:port/name',
  'postgres://one:70000,two/name',
  'postgres://one,two/name?target_session_attrs=standby',
  'postgres://one,two/name?target_session_attrs=any',
  'postgres://one,/two/name',
])('no address: %s', (text) => expect(postgresServers(text)).toBeUndefined());
