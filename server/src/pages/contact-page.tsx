/** The page behind a link that confirms a contact: which bots are the reader's own? And what was done with the answer. */
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant } from '../html/parts.tsx';
import { iso } from '../lib/clock.ts';
import { contactForm } from './contact-form.ts';
import { BotLink, LeagueLink } from './links.tsx';

/** What is shown of a bot that was registered with the address. */
interface ShownBot {
  readonly botId: string;
  readonly name: string;
  readonly league: string;
  readonly registeredAt: number;
  readonly retiredAt: number | null;
}

interface ContactProps {
  readonly token: string;
  readonly bots: readonly ShownBot[];
  /** There are more than are listed. */
  readonly isMore: boolean;
  readonly hasKey: boolean;
}

/** Before: asks. The buttons are of a form, so that following the link changes nothing. */
export function ContactPage({ token, bots, isMore, hasKey }: ContactProps): JSX.Element {
  return (
    <Layout title="Which bots are yours? · Papertape" description="Confirm the contact address of bots.">
      <section aria-labelledby="contact-title">
        <h1 id="contact-title">Which bots are yours?</h1>
        <p class="lead">
          {bots.length === 0
            ? 'You have said of every bot that was registered with your address whose it is.'
            : 'These bots were registered with your address, and nobody has said yet whose they are.'}
        </p>
        {bots.length === 0 ? null : (
          <p>
            A bot that is yours is confirmed, and stays so. One that is not is taken off your list for good and counts
            for nothing of yours; what it shows of itself stands. The names were written by whoever registered the bots.
          </p>
        )}
        <form method="post" action={`/contact/${token}`}>
          {bots.map((bot) => (
            <OneBot bot={bot} />
          ))}
          {isMore ? <p>There are more; these are the newest {count(limits.contactBotsListedMax)}.</p> : null}
          {hasKey ? (
            <p>
              <label>
                <input type="checkbox" name={contactForm.newKey} value="yes" /> Make a new contact key. The one that you
                have stops working.
              </label>
            </p>
          ) : null}
          <Buttons hasBots={bots.length > 0} />
        </form>
        <p class="muted">The link to this page works once. If you press nothing, nothing changes.</p>
      </section>
    </Layout>
  );
}

function OneBot({ bot }: { bot: ShownBot }): JSX.Element {
  const { botId, name, league, registeredAt, retiredAt } = bot;
  return (
    <fieldset>
      <legend>
        <BotLink bot={{ agent_id: botId, name }} /> in <LeagueLink league={league} />, entered{' '}
        <Instant iso={iso(registeredAt)} />
        {retiredAt === null ? '' : ', retired'}
      </legend>
      <label>
        <input type="radio" name={botId} value="mine" required /> Mine
      </label>{' '}
      <label>
        <input type="radio" name={botId} value="not_mine" /> Not mine
      </label>
    </fieldset>
  );
}

function Buttons({ hasBots }: { hasBots: boolean }): JSX.Element {
  if (!hasBots)
    return (
      <p>
        <button type="submit">Confirm the address</button>
      </p>
    );
  return (
    <p>
      <button type="submit">Save what I chose</button>{' '}
      <button type="submit" name={contactForm.all} value="mine" formNoValidate>
        All of them are mine
      </button>{' '}
      <button type="submit" name={contactForm.all} value="none" formNoValidate>
        None of them is mine
      </button>
    </p>
  );
}

interface DoneProps {
  readonly confirmed: readonly ShownBot[];
  readonly disowned: number;
  readonly left: readonly ShownBot[];
  readonly contactKey: string | undefined;
}

export function ContactDonePage({ confirmed, disowned, left, contactKey }: DoneProps): JSX.Element {
  return (
    <Layout title="Your address is confirmed · Papertape" description="The contact address is confirmed.">
      <section aria-labelledby="confirmed-title">
        <h1 id="confirmed-title">Your address is confirmed</h1>
        {confirmed.length === 0 ? null : (
          <>
            <p>{counted(confirmed.length, 'bot')} confirmed:</p>
            <Bots bots={confirmed} />
          </>
        )}
        {disowned === 0 ? null : <p>{counted(disowned, 'bot')} taken off your list.</p>}
        {left.length === 0 ? null : (
          <>
            <p>
              Not confirmed, because you have {limits.botsPerMakerAndLeagueMax} confirmed bots in their league, or have
              entered {limits.botsEverPerMakerAndLeagueMax}. Retire one and ask for another link:
            </p>
            <Bots bots={left} />
          </>
        )}
        {contactKey === undefined ? null : <Key contactKey={contactKey} />}
      </section>
    </Layout>
  );
}

function Key({ contactKey }: { contactKey: string }): JSX.Element {
  return (
    <>
      <p class="lead">Your contact key, shown this once:</p>
      <p>
        <code class="key">{contactKey}</code>
      </p>
      <p>
        Send it as <code>contact_key</code> when you register further bots with this address: they are confirmed at
        once, whatever others register with it.
      </p>
    </>
  );
}

function Bots({ bots }: { bots: readonly ShownBot[] }): JSX.Element {
  return (
    <ul>
      {bots.map(({ botId, name, league }) => (
        <li>
          <BotLink bot={{ agent_id: botId, name }} /> in <LeagueLink league={league} />
        </li>
      ))}
    </ul>
  );
}
