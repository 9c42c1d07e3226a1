/** Asking for a placement, and what is said of one that was asked for. */
import { limits } from 'papertape-contract/limits';
import { placements } from 'papertape-contract/product-ids';
import type { JSX } from 'preact';
import { FaultSummary, FormField, viewField, type FieldFault } from '../html/form-field.tsx';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

type Placement = (typeof placements)[number];

const placementWords = (): Readonly<Record<Placement, string>> => ({
  home_banner: words.shop.homeBanner,
  league_sponsor: words.shop.leagueSponsor,
  sidebar: words.shop.sidebar,
  newsletter: words.shop.inTheNewsletter,
  creators: words.shop.creators,
});

const labels = () => ({
  placement: words.shop.placement,
  company: words.shop.company,
  contact: words.shop.eMailAddress,
  url: words.shop.website,
  message: words.shop.message,
});

export interface SponsorPageProps {
  /** Made for this view: sent with the form, it has a second click answered like the first. */
  readonly view: string;
  /** What the fields say. */
  readonly said: Readonly<Record<string, string>>;
  readonly faults: readonly FieldFault[];
}

export function SponsorPage({ view, said, faults }: SponsorPageProps): JSX.Element {
  return (
    <Layout title={words.shop.sponsorPapertape} description={words.shop.askForAPlacement}>
      <section class="register" aria-labelledby="sponsor-title">
        <h1 id="sponsor-title">{words.shop.sponsor}</h1>
        <p class="lead">{words.shop.placementsAreAgreed}</p>
        <p>
          {words.shop.noSponsorTouchesARank((part) => (
            <a href="/docs/bots/extras">{part}</a>
          ))}
        </p>
        <FaultSummary faults={faults} labels={labels()} />
        <AskForm view={view} said={said} faults={faults} />
      </section>
    </Layout>
  );
}

function AskForm({ view, said, faults }: SponsorPageProps): JSX.Element {
  const faultOf = (name: string): FieldFault | undefined => faults.find(({ field }) => field === name);
  const text = (
    name: 'company' | 'contact' | 'url',
    own: JSX.IntrinsicElements['input'],
    hint?: string,
  ): JSX.Element => (
    <FormField
      name={name}
      label={labels()[name]}
      {...(hint === undefined ? {} : { hint })}
      fault={faultOf(name)}
      control={(tied) => <input {...tied} {...own} value={said[name] ?? ''} />}
    />
  );
  return (
    <form method="post" action="/sponsor" class="sheet">
      <input type="hidden" name={viewField} value={view} />
      <FormField
        name="placement"
        label={labels().placement}
        fault={faultOf('placement')}
        control={(tied) => (
          <select {...tied} required>
            {placements.map((id) => (
              <option key={id} value={id} selected={said['placement'] === id}>
                {placementWords()[id]}
              </option>
            ))}
          </select>
        )}
      />
      {text('company', {
        type: 'text',
        autocomplete: 'organization',
        required: true,
        maxLength: limits.companyCharactersMax,
      })}
      {text(
        'contact',
        { type: 'email', autocomplete: 'email', required: true, maxLength: limits.contactCharactersMax },
        words.shop.forTheOperatorOnly,
      )}
      {text('url', { type: 'url', autocomplete: 'url', maxLength: limits.urlCharactersMax }, words.shop.optional)}
      <FormField
        name="message"
        label={labels().message}
        hint={words.shop.whatAndForHowLong}
        fault={faultOf('message')}
        control={(tied) => (
          <textarea {...tied} rows={5} required maxLength={limits.inquiryCharactersMax} value={said['message'] ?? ''} />
        )}
      />
      <label class="unseen" aria-hidden="true">
        {words.extras.leaveThisEmpty(<input type="text" name="fax" autocomplete="off" tabIndex={-1} />)}
      </label>
      <p>
        <button type="submit" class="button">
          {words.shop.send}
        </button>
      </p>
      <p class="hint">{words.shop.nothingIsPublished(<code>POST /api/sponsor-inquiry</code>)}</p>
    </form>
  );
}

/** @param id of the inquiry. */
export function SponsorAskedPage({ id }: { readonly id: string }): JSX.Element {
  return (
    <Layout title={words.shop.askedPapertape} description={words.shop.theOperatorHasIt} isIndexed={false}>
      <section aria-labelledby="asked-title">
        <h1 id="asked-title">{words.shop.theOperatorHasIt}</h1>
        <p class="lead">{words.shop.answersByMail(<code>{id}</code>)}</p>
        <p>
          <a href="/">{words.shop.goToTheFrontPage}</a>
        </p>
      </section>
    </Layout>
  );
}
