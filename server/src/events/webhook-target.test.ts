import { expect, test } from 'vitest';
import { guardedLookup, isPublicAddress, webhookUrlProblem } from './webhook-target.ts';

test('addresses: the public internet and nothing else', () => {
  const open = [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '223.255.255.1',
  ];
  open.push('2606:4700::1111', '2a00:1450:4001::1', '2001:200::1');
  const closed = ['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'];
  closed.push(
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
  );
  closed.push('198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16');
  closed.push(
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
  );
  closed.push(
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
  );
  closed.push('5f00::1', '', 'localhost', '1.1.1', '0x7f.1', '1.1.1.1 ');
  for (const address of open) expect(isPublicAddress(address), address).toBe(true);
  for (const address of closed) expect(isPublicAddress(address), address).toBe(false);
});

/** Networks that are refused, each at its first and its last address. What stands next to them is public, unless another begins there. */
const refused: readonly (readonly [name: string, first: string, last: string])[] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['shared by a carrier (100.64/10)', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['AS112', '192.175.48.0', '192.175.48.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['unspecified and IPv4-compatible', '::', '::ffff:ffff'],
  ['mapped IPv4', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['mapped IPv4 with dots', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['translated IPv4', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 with dots', '64:ff9b::0.0.0.0', '64:ff9b::8.8.8.8'],
  ['NAT64 of a network', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['not given out', '200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not given out', '4000::', 'dfff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['a zone', 'fe80::1%eth0', '::1%lo'],
];

test.each(refused)('refused from end to end: %s, %s to %s', (_name, first, last) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

test('what stands next to a refused network is public', () => {
  const edges = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
  ];
  edges.push(
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
  );
  edges.push('198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0');
  edges.push(
    '168.63.129.15',
    '168.63.129.17',
    '2000::1',
    '2001:200::',
    '2001:db7:ffff::1',
    '2001:db9::',
    '2003::',
    '2a00::',
  );
  edges.push('3ffe:ffff::1', '3fff:1000::1');
  for (const address of edges) expect(isPublicAddress(address), address).toBe(true);
});

test('URLs of webhooks', () => {
  const good = [
    'https://bot.example.org/hook?x=1',
    'https://bot.example.org:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ];
  for (const url of good) expect(webhookUrlProblem(url, 'public'), url).toBeUndefined();
  const bad = [
    ['http://bot.example.org/', /https/],
    ['ftp://bot.example.org/', /https/],
    ['file:///etc/passwd', /https/],
    ['bot.example.org', /absolute/],
    ['https://', /absolute/],
    [' https://bot.example.org/', /absolute/],
    ['https://bot.example.org/\n', /absolute/],
    ['https://user@bot.example.org/', /user name/],
    ['https://:pass@bot.example.org/', /user name/],
    ['https://bot.example.org/#x', /fragment/],
    ['https://bot.example.org:22/', /port/],
    ['https://bot.example.org:6379/', /port/],
    ['https://127.0.0.1/', /not public/],
    ['https://0177.0.0.1/', /not public/],
    ['https://0x7f000001/', /not public/],
    ['https://2130706433/', /not public/],
    ['https://127.1/', /not public/],
    ['https://①②⑦.0.0.1/', /not public/],
    ['https://[::1]/', /not public/],
    ['https://[::ffff:10.0.0.1]/', /not public/],
    ['https://169.254.169.254/latest/', /not public/],
    ['https://localhost/', /not public/],
    ['https://a.LOCALHOST./', /not public/],
    ['https://metadata.google.internal/', /not public/],
  ] as const;
  for (const [url, why] of bad) expect(webhookUrlProblem(url, 'public'), url).toMatch(why);
  expect(webhookUrlProblem('http://127.0.0.1:4000/hook', 'local')).toBeUndefined();
  expect(webhookUrlProblem('http://user@127.0.0.1/', 'local')).toMatch(/user name/);
});

/** What a connection is given, asked for all addresses or for one. */
function looked(addresses: readonly string[], all: boolean, places: 'public' | 'local' = 'public'): Promise<unknown> {
  const lookup = guardedLookup(
    async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    places,
  );
  return new Promise((resolve) => {
    lookup('bot.example.org', { all }, (error, address) => resolve(error ? error.message : address));
  });
}

test('the lookup of a connection answers public addresses alone, and nothing when one is not', async () => {
  expect(await looked(['1.1.1.1', '2606:4700::1111'], true)).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]);
  expect(await looked(['1.1.1.1'], false)).toBe('1.1.1.1');
  for (const all of [true, false]) {
    expect(await looked(['127.0.0.1'], all)).toMatch(/not public/);
    expect(await looked(['1.1.1.1', '10.0.0.1'], all)).toMatch(/not public/);
    expect(await looked(['10.0.0.1', '1.1.1.1'], all)).toMatch(/not public/);
    expect(await looked([], all)).toBe('no address');
  }
  expect(await looked(['127.0.0.1'], false, 'local')).toBe('127.0.0.1');
});
