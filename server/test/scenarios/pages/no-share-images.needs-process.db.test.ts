/** An install that has left out the optional package that draws pictures: it runs, and no page names an image that cannot be drawn. */
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endAll, launch, repository } from '../../acceptance/service-process.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { get } from '../../harness/http.ts';

afterEach(endAll);

/** The service as npm lays it out, without one package. @param without its scope: nothing else is of it. */
async function installWithout(without: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'papertape-without-'));
  const server = join(folder, 'server');
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  for (const part of ['dist', 'assets', 'package.json'])
    await cp(join(repository, 'server', part), join(server, part), { recursive: true });
  const all = await readdir(join(repository, 'node_modules'));
  expect(all).toContain(without);
  for (const name of all.filter((each) => each !== without))
    await symlink(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of ['docs', 'README.md', 'CHANGELOG.md', 'examples', 'package.json'])
    await symlink(join(repository, name), join(folder, name));
  return folder;
}

const named = (html: string): string[] =>
  [...html.matchAll(/(og:image[\w:]*|twitter:card)" content="([^"]*)"/g)].map(([, name, of]) => `${name} ${of}`);

test('without @resvg/resvg-wasm pages name no share image, and whoever asks for one is told that there is none', async () => {
  const folder = await installWithout('@resvg');
  const database = await createTestDatabase();
  try {
    const service = launch(['serve'], database.env, join(folder, 'server/dist/main.js'));
    const url = await service.opened;
    if (url === undefined) throw new Error((await service.exited).stderr);
    for (const path of ['/', '/leagues', '/leagues/spot_crypto', '/fr/seats']) {
      const { status, text } = await get({ url }, path);
      expect([path, status, named(text)]).toEqual([path, 200, ['twitter:card summary']]);
      expect(text).toContain('<meta property="og:title"');
    }
    expect((await get({ url }, '/og/home.png')).status).toBe(404);
    service.kill('SIGTERM');
    expect((await service.exited).code).toBe(0);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
