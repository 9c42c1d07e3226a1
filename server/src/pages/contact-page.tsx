/** The page behind a link that confirms a contact: which bots are the reader's own? And what was done with the answer. */
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant } from '../html/parts.tsx';
import { iso } from '../lib/clock.ts';
import { contactForm } from './contact-form.ts';
import { BotLink, LeagueLink } from './links.tsx';
import { words } from '../words/words.ts';

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
    <Layout title={words.entry.whichBotsAreYoursPapertape} description={words.entry.confirmTheContactAddressOf}>
      <section aria-labelledby="contact-title">
        <h1 id="contact-title">{words.entry.whichBotsAreYours}</h1>
        <p class="lead">
          {bots.length === 0 ? words.entry.youHaveSaidOfEvery : words.entry.theseBotsWereRegisteredWith}
        </p>
        {bots.length === 0 ? null : <p>{words.entry.aBotThatIsYours}</p>}
        <form method="post" action={`/contact/${token}`}>
          {bots.map((bot) => (
            <OneBot bot={bot} />
          ))}
          {isMore ? <p>{words.entry.thereAreMoreTheseAre(count(limits.contactBotsListedMax))}</p> : null}
          {hasKey ? (
            <p>
              <label>
                {words.entry.makeANewContactKey(<input type="checkbox" name={contactForm.newKey} value="yes" />)}
              </label>
            </p>
          ) : null}
          <Buttons hasBots={bots.length > 0} />
        </form>
        <p class="muted">{words.entry.theLinkToThisPage}</p>
      </section>
    </Layout>
  );
}

function OneBot({ bot }: { bot: ShownBot }): JSX.Element {
  const { botId, name, league, registeredAt, retiredAt } = bot;
  return (
    <fieldset>
      <legend>
        {words.entry.inEntered(
          <BotLink bot={{ agent_id: botId, name }} />,
          <LeagueLink league={league} />,
          <Instant iso={iso(registeredAt)} />,
          retiredAt === null ? '' : words.entry.retired,
        )}
      </legend>
      <label>{words.entry.mine(<input type="radio" name={botId} value="mine" required />)}</label>{' '}
      <label>{words.entry.notMine(<input type="radio" name={botId} value="not_mine" />)}</label>
    </fieldset>
  );
}

function Buttons({ hasBots }: { hasBots: boolean }): JSX.Element {
  if (!hasBots)
    return (
      <p>
        <button type="submit">{words.entry.confirmTheAddress}</button>
      </p>
    );
  return (
    <p>
      <button type="submit">{words.entry.saveWhatIChose}</button>{' '}
      <button type="submit" name={contactForm.all} value="mine" formNoValidate>
        {words.entry.allOfThemAreMine}
      </button>{' '}
      <button type="submit" name={contactForm.all} value="none" formNoValidate>
        {words.entry.noneOfThemIsMine}
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
    <Layout title={words.entry.yourAddressIsConfirmedPapertape} description={words.entry.theContactAddressIsConfirmed}>
      <section aria-labelledby="confirmed-title">
        <h1 id="confirmed-title">{words.entry.yourAddressIsConfirmed}</h1>
        {confirmed.length === 0 ? null : (
          <>
            <p>{words.entry.confirmed(counted(confirmed.length, 'bot'))}</p>
            <Bots bots={confirmed} />
          </>
        )}
        {disowned === 0 ? null : <p>{words.entry.takenOffYourList(counted(disowned, 'bot'))}</p>}
        {left.length === 0 ? null : (
          <>
            <p>
              {words.entry.notConfirmedBecauseYouHave(
                limits.botsPerMakerAndLeagueMax,
                limits.botsEverPerMakerAndLeagueMax,
              )}
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
      <p class="lead">{words.entry.yourContactKeyShownThis}</p>
      <p>
        <code class="key">{contactKey}</code>
      </p>
      <p>{words.entry.sendItAsWhenYou(<code>contact_key</code>)}</p>
    </>
  );
}

function Bots({ bots }: { bots: readonly ShownBot[] }): JSX.Element {
  return (
    <ul>
      {bots.map(({ botId, name, league }) => (
        <li>{words.entry.inWord(<BotLink bot={{ agent_id: botId, name }} />, <LeagueLink league={league} />)}</li>
      ))}
    </ul>
  );
}
