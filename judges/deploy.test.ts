/**
 * The files of deploy/ and of a release, judged by what reads them elsewhere: systemd, Compose, the schemas of Kubernetes, of workflows and of
 * CycloneDX. No image can be fetched here: each step of the Dockerfile is run for itself, and what it ends with serves as another user, on a root that is read
 * only, and so does what the unit of systemd starts.
 */
import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runProgram } from './programs.ts';
import { hasSandbox, inSandbox, type Sandbox } from './sandbox.ts';

/**
 * Packages of judges/, which the project itself does without: it is built and checked where they are not installed, so what is used of them
 * stands here.
 */
const packageOf = async <T>(name: string): Promise<T> => (await import(/* @vite-ignore */ name)) as T;

interface Instruction {
  getKeyword(): string;
  getArgumentsContent(): string | null;
}
interface Dockerfiles {
  readonly DockerfileParser: { parse(text: string): { getInstructions(): Instruction[] } };
}
interface Yaml {
  readonly parse: (text: string) => unknown;
  readonly parseAllDocuments: (text: string) => { toJS(): unknown }[];
}
type Model = new (manifest: unknown) => { validate(): void };
interface Bills {
  readonly JsonStrictValidator: new (specVersion: string) => { validate(text: string): Promise<unknown> };
}

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'papertape-deploy-'));
  ends.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const unit = 'deploy/systemd/papertape.service';
const settings = (line: RegExp, text: string): string[] => [...text.matchAll(line)].map((m) => m[1] ?? '');

describe.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the unit of systemd', () => {
  test('is understood, and exposed less than 2.5', () => {
    const there = join(folder(), 'papertape.service');
    // Where it is installed is another place than this one.
    writeFileSync(there, read(unit).replaceAll('/opt/papertape', root));
    const verified = spawnSync('systemd-analyze', ['verify', there], { encoding: 'utf8' });
    expect([verified.status, verified.stderr.split('\n').filter((l) => l.includes('papertape'))]).toEqual([0, []]);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', join(root, unit)], {
      encoding: 'utf8',
    });
    expect(judged.status, judged.stdout.split('\n').slice(-3).join('\n')).toBe(0);
  });

  test.skipIf(!hasSandbox)(
    'starts what serves, with the example of settings, where only its own data can be written',
    async () => {
      const text = read(unit);
      const command = (settings(/^ExecStart=(.+)$/gm, text)[0] ?? '').split(' ');
      const env = Object.fromEntries(
        [
          ...settings(/^Environment=(.+)$/gm, text).flatMap((l) => l.split(' ')),
          ...settings(/^(\w+=.*)$/gm, read('deploy/papertape.env')),
        ].map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      );
      const data = folder();
      chownSync(data, 61_184, 61_184); // one of the users that DynamicUser gives
      const url = await started(
        command.map((c) => (c.endsWith('/node') ? '/opt/node/node' : c)),
        {
          readOnly: { '/opt/papertape': root },
          writable: { [env['DATA_DIR'] ?? '']: data },
          cwd: settings(/^WorkingDirectory=(.+)$/gm, text)[0] ?? '',
          env,
          uid: 61_184,
        },
      );
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    },
  );
});

describe('the container', async () => {
  const { DockerfileParser } = await packageOf<Dockerfiles>('dockerfile-ast');
  const steps = DockerfileParser.parse(read('deploy/docker/Dockerfile')).getInstructions();
  const of = (keyword: string): Instruction[] => steps.filter((s) => s.getKeyword() === keyword);
  /** The words of a command in the form of a list, whatever stands before the list. */
  const words = (instruction: Instruction | undefined): string[] =>
    JSON.parse(/\[.*\]$/.exec(instruction?.getArgumentsContent() ?? '')?.[0] ?? '[]') as string[];

  test.skipIf(!hasSandbox)(
    'its steps make what serves without root on a root that is read only, and its health check tells',
    async () => {
      const [app, data] = [folder(), folder()];
      chmodSync(app, 0o755); // as the one that WORKDIR makes
      const kept = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
      for (const path of kept) {
        mkdirSync(dirname(join(app, path)), { recursive: true });
        cpSync(join(root, path), join(app, path));
      }
      for (const step of of('RUN').filter((s) => !s.getArgumentsContent()?.includes('/data')))
        execFileSync('sh', ['-ec', step.getArgumentsContent() ?? ''], {
          cwd: app,
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      const size = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0]);
      expect(size, 'MB of /app').toBeLessThan(160);

      const env = Object.fromEntries(
        of('ENV').flatMap((s) =>
          (s.getArgumentsContent() ?? '').split(' ').map((p) => p.split('=') as [string, string]),
        ),
      );
      chownSync(data, 1000, 1000);
      const sandbox: Sandbox = {
        readOnly: { '/app': app },
        writable: { '/data': data },
        cwd: '/app',
        // A league's own limits stay on: HOST is every network's.
        env: { ...env, PORT: '0' },
        uid: 1000,
      };
      const health = words(of('HEALTHCHECK')[0]);
      const healthy = async (port: string): Promise<number | null> =>
        await new Promise((done) => {
          inSandbox(health, { ...sandbox, env: { ...env, PORT: port } }).on('close', done);
        });
      const url = await started(words(of('CMD')[0]), sandbox);
      expect(await healthy(new URL(url).port)).toBe(0);
      expect(await healthy('1')).toBe(1);
      expect(of('USER').at(-1)?.getArgumentsContent()).toBe('node');
    },
  );

  test.skipIf(spawnSync('docker-compose', ['version']).status !== 0)(
    'Compose understands the file, which demands a name and a password',
    async () => {
      const { parse } = await packageOf<Yaml>('yaml');
      const compose = (env: Record<string, string>) =>
        spawnSync('docker-compose', ['-f', 'deploy/docker/compose.yaml', 'config'], {
          cwd: root,
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], ...env },
        });
      const { status, stdout, stderr } = compose({ SITE: 'league.example', PASSWORD: 'x' });
      expect(status, stderr).toBe(0);
      const { league } = (parse(stdout) as { services: Record<string, Record<string, unknown>> }).services;
      expect(league).toMatchObject({
        environment: {
          BASE_URL: 'https://league.example',
          DATABASE_URL: 'postgres://papertape:x@database:5432/papertape',
        },
        read_only: true,
        cap_drop: ['ALL'],
      });
      const without = compose({ SITE: 'league.example' });
      expect([without.status, without.stderr]).toMatchObject([
        1,
        expect.stringContaining('the password of the database'),
      ]);
    },
  );
});

test('Kubernetes knows every member of the manifests', async () => {
  const { parseAllDocuments } = await packageOf<Yaml>('yaml');
  const core = await packageOf<Record<'Secret' | 'Service', Model>>('kubernetes-models/v1');
  const apps = await packageOf<Record<'StatefulSet', Model>>('kubernetes-models/apps/v1');
  const kinds = { Secret: core.Secret, Service: core.Service, StatefulSet: apps.StatefulSet };
  const found = parseAllDocuments(read('deploy/kubernetes/papertape.yaml')).map(
    (d) => d.toJS() as { kind: keyof typeof kinds },
  );
  expect(found.map((m) => m.kind)).toEqual(['Secret', 'Service', 'StatefulSet']);
  const judge = (manifest: { kind: keyof typeof kinds }): void => new kinds[manifest.kind](manifest).validate();
  for (const manifest of found) judge(manifest);
  const wrong = structuredClone(found[2]) as { kind: 'StatefulSet'; spec: { replicas: unknown } };
  wrong.spec.replicas = 'one';
  expect(() => judge(wrong)).toThrow(/replicas/);
});

describe('a release', () => {
  test('its workflow is one', async () => {
    const run = (path: string) => runProgram('@action-validator/cli/cli.mjs', [path], { cwd: root });
    expect(await run('.github/workflows/release.yml')).toMatchObject({ code: 0 });
    const wrong = join(folder(), 'wrong.yml');
    writeFileSync(wrong, read('.github/workflows/release.yml').replace('runs-on:', 'runs:'));
    expect((await run(wrong)).code).not.toBe(0);
  });

  test('its notes are the section of its version, and it is refused where tag, packages and section differ', () => {
    const dir = folder();
    const notes = (tag: string, changelog: string) => {
      const file = join(dir, 'CHANGELOG.md');
      writeFileSync(file, changelog);
      return spawnSync(process.execPath, ['scripts/release-notes.mjs', tag, file], { cwd: root, encoding: 'utf8' });
    };
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const good = notes(
      `v${version}`,
      `# Changelog\n\n## [Unreleased]\n\n## [${version}] - 2026-11-23\n\n### Added\n\n- All.\n\n## [0.0.1] - 2026-01-01\n\n- Old.\n`,
    );
    expect([good.status, good.stdout]).toEqual([0, '### Added\n\n- All.\n']);
    const refused: [string, string, RegExp][] = [
      ['next', '', /no tag of a release/],
      ['v99.0.0', '', /package.json has the version/],
      [`v${version}`, '# Changelog\n\n## [Unreleased]\n\n- New.\n', /has no section/],
      [`v${version}`, `## [${version}]\n\n- New.\n`, /lacks its date/],
      [`v${version}`, `## [${version}] - 2026-11-23\n\n`, /says nothing/],
    ];
    for (const [tag, text, why] of refused)
      expect(notes(tag, text)).toMatchObject({ status: 1, stderr: expect.stringMatching(why) as string });
  });

  test('its bill of materials is one of CycloneDX, and names what runs and nothing else', async () => {
    const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const bill = JSON.parse(text) as { specVersion: string; components: { name: string }[] };
    const { JsonStrictValidator } = await packageOf<Bills>('@cyclonedx/cyclonedx-library/Validation');
    expect(await new JsonStrictValidator(bill.specVersion).validate(text)).toBeNull();
    const names = bill.components.map((c) => c.name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
  });
});

/** Starts it at a free port, waits until it is open, and has it ended after the test. @returns where it serves. */
async function started(command: readonly string[], sandbox: Sandbox): Promise<string> {
  const port = await freePort();
  const child: ChildProcess = inSandbox(command, { ...sandbox, env: { ...sandbox.env, PORT: port } });
  let said = '';
  let code: number | null | undefined;
  const ended = new Promise<void>((done) =>
    child.on('close', (status) => {
      code = status;
      done();
    }),
  );
  ends.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await new Promise<void>((found, failed) => {
    const hear = (part: Buffer): void => {
      said += part.toString();
      if (said.includes('"message":"ready"')) found();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void ended.then(() => failed(new Error(`ended with ${code}: ${said}`)));
  });
  return url;
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return String(port);
}
