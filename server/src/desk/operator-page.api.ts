/**
 * The operator's page at /operator, rendered by the server: it works without scripts, and no script of anyone runs in it.
 *
 * Whoever is signed in has a cookie that the browser sends to this path alone and with requests of this site alone. A form is taken only
 * with the key of the session in it and the origin of the page on it. To whoever comes from elsewhere nothing is at these addresses.
 */
import { ApiError } from 'papertape-contract/errors';
import type { Request } from 'papertape-contract/call';
import { document, unlisted } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import type { RawReply } from 'papertape-contract/replies';
import { h } from 'preact';
import { htmlType } from '../html/layout.tsx';
import { botIdPattern } from '../lib/ids.ts';
import { SetupError } from '../lib/setup-error.ts';
import { outboxFolder } from '../mail/outbox.ts';
import { leagueById } from '../league/catalogue.ts';
import { checkReason } from '../operator/checks.ts';
import type { Services } from '../web/services.ts';
import { actByName, type ActField } from './acts.ts';
import { deskForm, readForm } from './desk-form.ts';
import { deskFile, deskPage, toDesk } from './desk-frame.tsx';
import { DeskPage, type DeskPageProps } from './desk-page.tsx';
import { loadOverview } from './overview.job.ts';
import { sameText } from './same-text.ts';
import type { Session } from './sessions.ts';
import { RefusedPage, SignInPage } from './sign-in-page.tsx';

type Deps = Services;
type Form = Request & { readonly bytes: Buffer };

const common = { freshness: 'private', answer: document(htmlType) } as const;

export const showDesk = unlisted({
  ...common,
  path: '/operator',
  query: {
    about: optionalText({}, { description: 'Fills in the forms about a bot.', example: 'agt_0000000000000000' }),
  },
  async handle({ query, ...request }, deps: Deps) {
    originOf(request, deps);
    const session = deps.desk.sessionOf(request);
    if (!session) return await signIn(deps, 200);
    const { told } = session;
    session.told = undefined;
    const about = query.about !== undefined && botIdPattern.test(query.about) ? query.about : undefined;
    return await desk(deps, 200, session, { told, about });
  },
});

export const signInAtDesk = unlisted({
  ...common,
  method: 'post',
  path: '/operator/sign-in',
  takesForm: true,
  async handle(request: Form, deps: Deps) {
    const { desk: door, log } = deps;
    const origin = originOf(request, deps);
    const refused = await ofOtherSite(request, origin, deps);
    if (refused) return refused;
    const waitMs = door.attempts.waitMs(request.client);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      const problem = `Too many wrong tokens came from this address. The next one is looked at in ${Math.ceil(seconds / 60)} minutes.`;
      return await signIn(deps, 429, problem, { 'Retry-After': String(seconds) });
    }
    if (!door.isToken(readForm(request.bytes)(deskForm.token))) {
      door.attempts.failed(request.client);
      log.warn("a wrong token was sent to the operator's page");
      return await signIn(deps, 401, 'That is not the token.');
    }
    door.attempts.succeeded(request.client);
    log.info("the operator signed in at the operator's page");
    return toDesk({ 'Set-Cookie': door.cookie(origin, door.sessions.begin()) });
  },
});

export const signOutAtDesk = unlisted({
  ...common,
  method: 'post',
  path: '/operator/sign-out',
  takesForm: true,
  async handle(request: Form, deps: Deps) {
    const origin = originOf(request, deps);
    const found = await signedIn(request, origin, deps);
    if (!('formKey' in found)) return found;
    deps.desk.sessions.end(deps.desk.kept(request));
    return toDesk({ 'Set-Cookie': deps.desk.cookie(origin) });
  },
});

export const actAtDesk = unlisted({
  ...common,
  method: 'post',
  path: '/operator/act',
  takesForm: true,
  async handle(request: Form, deps: Deps) {
    const session = await signedIn(request, originOf(request, deps), deps);
    if (!('formKey' in session)) return session;
    const { db, config, storage, log, desk: door } = deps;
    const given = readForm(request.bytes);
    const act = actByName.get(given(deskForm.act));
    if (!act) return await refused(deps, 422, 'The form names no act. Load the page again.');
    try {
      if (act.isForGood && given(deskForm.sure) !== 'yes')
        throw new SetupError(`${act.name} is for good.`, 'Tick the box that says so, and send the form again.');
      const reason = act.isPublic === false ? '' : checkReason(given(deskForm.reason));
      const fields: Record<ActField, string> = { ...noFields };
      for (const field of act.fields) fields[field] = given(field).trim();
      const told = await door.oneAtATime(async () => {
        const done = await act.run(db, fields, reason, outboxFolder(config));
        await storage.flushIntake();
        return done;
      });
      log.info("an act was asked for at the operator's page", { act: act.name });
      if (act.file !== undefined) return deskFile(act.file, told);
      session.told = told;
      return toDesk();
    } catch (e) {
      if (!(e instanceof SetupError)) throw e;
      return await desk(deps, 422, session, {
        problem: { status: 422, detail: `${e.message} ${e.fix}` },
        again: { act: act.name, given },
      });
    }
  },
});

/** Throws ApiError where there is no such page for this request. */
function originOf(request: Request, { desk: door }: Deps): string {
  const origin = door.originFor(request);
  if (origin === undefined) throw new ApiError('not_found', 'There is nothing at this address.');
  return origin;
}

/** The session of a form that the page itself sent; else what to answer. */
async function signedIn(request: Form, origin: string, deps: Deps): Promise<Session | RawReply> {
  const other = await ofOtherSite(request, origin, deps);
  if (other) return other;
  const session = deps.desk.sessionOf(request);
  if (!session)
    return await signIn(deps, 401, 'You are signed out, and nothing was done. Sign in and send the form again.');
  return sameText(readForm(request.bytes)(deskForm.formKey), session.formKey)
    ? session
    : await refused(deps, 403, 'The form is not one of this session. Load the page again and send it from there.');
}

/** Browsers say which page a form was sent from; what does not say it is no form of the page. */
async function ofOtherSite({ headers }: Request, origin: string, deps: Deps): Promise<RawReply | undefined> {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  if (headers['origin'] === origin && site === 'same-origin') return undefined;
  return await refused(
    deps,
    403,
    `The form was not sent from a page of ${origin}. Open ${origin}/operator and send it there.`,
  );
}

async function signIn(deps: Deps, status: number, detail?: string, more: Readonly<Record<string, string>> = {}) {
  return deskPage(
    status,
    h(SignInPage, detail === undefined ? {} : { problem: { status, detail } }),
    await deps.pageFrame(),
    more,
  );
}

async function refused(deps: Deps, status: number, detail: string): Promise<RawReply> {
  return deskPage(status, h(RefusedPage, { status, detail }), await deps.pageFrame());
}

async function desk(
  deps: Deps,
  status: number,
  { formKey }: Session,
  more: Pick<DeskPageProps, 'told' | 'problem' | 'about' | 'again'>,
): Promise<RawReply> {
  const { backups, clock, config, leagues, load, room, storage, streams, version, webhooks } = deps;
  const overview = await loadOverview({
    leagues,
    storage,
    dataDir: config.dataDir,
    counted: () => {
      const { level, signals } = load.figures();
      return {
        load: { level, busy: signals.busy },
        room: room.figures(clock.now()),
        streams: streams.count(),
        webhooks: webhooks.figures(),
        backups: backups.figures(),
        residentBytes: process.memoryUsage.rss(),
        upSeconds: process.uptime(),
        version,
      };
    },
  });
  const { symbols } = overview;
  const props = { overview, formKey, symbols, leagueIds: [...leagueById.keys()], ...more };
  return deskPage(status, h(DeskPage, props), await deps.pageFrame());
}

const noFields: Readonly<Record<ActField, string>> = {
  symbol: '',
  league: '',
  seats: '',
  agent_id: '',
  date: '',
  who: '',
  text: '',
  entry: '',
  round: '',
  task: '',
};
