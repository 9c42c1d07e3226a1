/** The form of /register, answered by a page: it works without scripts. */
import { document, unlisted } from 'papertape-contract/operation';
import type { RawReply } from 'papertape-contract/replies';
import type { RegisterRequest, Seat } from 'papertape-contract/registration';
import { h } from 'preact';
import { htmlType, type MakePageFrame } from '../html/layout.tsx';
import type { Universe } from '../league/universe.ts';
import { systemRandom } from '../lib/system-random.ts';
import { RegisterPage } from '../pages/register-page.tsx';
import { RegisteredPage } from '../pages/registered-page.tsx';
import type { ReadDeps } from '../read/deps.ts';
import { leagueCatalogue } from '../read/league-view.ts';
import type { Idempotency } from '../web/idempotency.ts';
import { formAgain, viewOf } from '../web/read-form.ts';
import { linkPage } from './link-pages.ts';
import type { Moderated } from './moderated.ts';
import { faultOfError, readRegisterForm, type ReadForm } from './register-form.ts';
import type { Registered, Registration } from './register.job.ts';
import { checkEnteredTexts } from './entered-texts.ts';
import { seatOf } from './seat-view.ts';

type Deps = Pick<ReadDeps, 'leagues' | 'baseUrl'> & {
  readonly registration: Registration;
  readonly idempotency: Idempotency;
  readonly moderated: Pick<Moderated, 'checkAddress'>;
  readonly universe: Pick<Universe, 'leagues'>;
  readonly pageFrame: MakePageFrame;
};

export const registerByForm = unlisted({
  method: 'post',
  path: '/register',
  freshness: 'private',
  answer: document(htmlType),
  takesForm: true,
  counts: ['registrationsPerAddress'],
  async handle({ bytes, client, changed }, deps: Deps) {
    // Before the seat is taken: what fails behind it would lose the key.
    const frame = await deps.pageFrame();
    const form = new URLSearchParams(bytes.toString('utf8'));
    const read = readRegisterForm(form);
    const { request } = read;
    if (!request) return await showAgain(deps, read);
    try {
      const seat = await enterOnce(deps, { request, bytes, client, changed, view: viewOf(form) });
      return linkPage(h(RegisteredPage, { seat, baseUrl: deps.baseUrl() }), frame);
    } catch (e) {
      const fault = faultOfError(e);
      if (!fault) throw e;
      return await showAgain(deps, { ...read, faults: [fault] });
    }
  },
});

interface Asked {
  readonly request: RegisterRequest;
  readonly bytes: Buffer;
  readonly client: string;
  readonly changed: (topics: Iterable<string>) => void;
  readonly view: string | undefined;
}

/** A second click has the seat of the first one, from whichever address it comes: whoever has the view has the page. */
async function enterOnce(
  { idempotency, moderated, registration, universe, baseUrl }: Deps,
  { request, bytes, client, changed, view }: Asked,
): Promise<Seat> {
  const seatFor = (r: Registered): Seat => seatOf(r, universe.leagues.get(r.bot.league), baseUrl(), []);
  const done = await idempotency.run(
    { header: view, scope: 'register form', body: bytes, secret: true },
    async (keep) => {
      moderated.checkAddress(client);
      checkEnteredTexts(request);
      const entered = await registration.register(request, (r) => keep({ status: 200, body: seatFor(r) }));
      changed([entered.bot.league]);
      return { status: 200, body: seatFor(entered) };
    },
  );
  return done.body as Seat;
}

/** The form as it was filled in, with a view of its own: the fields are mended, and what was refused took nothing. */
async function showAgain({ leagues, pageFrame }: Deps, { said, faults }: ReadForm): Promise<RawReply> {
  const view = systemRandom(16).toString('hex');
  const page = h(RegisterPage, { catalogue: await leagueCatalogue(leagues), view, said, faults });
  return formAgain(page, await pageFrame());
}
