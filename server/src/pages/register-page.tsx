/** Entering a bot in a browser. The form works without scripts. */
import { countryCodes } from 'papertape-contract/countries';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { FaultSummary, FormField, viewField, type FieldFault } from '../html/form-field.tsx';
import { counted, countryName } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

interface TextField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'email' | 'url' | 'number';
  readonly most: number;
  readonly complete?: string;
  readonly isRequired?: true;
}

const needed = (): readonly TextField[] => [
  {
    name: 'name',
    label: words.entry.nameOfTheBot,
    hint: words.entry.uniqueAmongAllBotsAnd,
    most: limits.nameCharactersMax,
    isRequired: true,
  },
  {
    name: 'company',
    label: words.entry.companyOrMaker,
    hint: words.entry.shownBesideTheNameYour,
    most: limits.companyCharactersMax,
    complete: 'organization',
    isRequired: true,
  },
  {
    name: 'contact',
    label: words.entry.eMailAddress,
    hint: words.entry.shownToNobodyALost,
    type: 'email',
    most: limits.contactCharactersMax,
    complete: 'email',
    isRequired: true,
  },
];

const url = { type: 'url', most: limits.urlCharactersMax } as const;

const more = (): readonly TextField[] => [
  { name: 'icon', label: words.entry.icon, hint: words.entry.exactlyOneEmojiOrThe, most: 64 },
  { name: 'style', label: words.entry.style, hint: words.entry.inAFewWordsTrend, most: limits.styleCharactersMax },
  { name: 'website', label: words.entry.website, complete: 'url', ...url },
  { name: 'logo_url', label: words.entry.addressOfALogo, ...url },
  {
    name: 'open_strategy_url',
    label: words.entry.addressOfItsSource,
    hint: words.entry.aPublicRepositoryTheBot,
    ...url,
  },
  {
    name: 'pledge_pct',
    label: words.entry.givingPledgeInPercent,
    hint: words.entry.whatYouSayThatYou,
    type: 'number',
    most: 6,
  },
  { name: 'pledge_cause', label: words.entry.causeOfThePledge, most: limits.pledgeCauseCharactersMax },
  { name: 'pledge_url', label: words.entry.addressOfTheCause, ...url },
  {
    name: 'contact_key',
    label: words.entry.contactKey,
    hint: words.entry.ifTheAddressIsConfirmed,
    most: 60,
    complete: 'off',
  },
];

const labels = (): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...[...needed(), ...more()].map(({ name, label }) => [name, label] as const),
    ['country', words.entry.country],
    ['league', words.entry.league],
    ['description', words.entry.description],
  ]);

export interface RegisterPageProps {
  readonly catalogue: LeagueCatalogue;
  /** Made for this view: sent with the form, it has a second click answered like the first. */
  readonly view: string;
  /** What the fields say. */
  readonly said: Readonly<Record<string, string>>;
  readonly faults: readonly FieldFault[];
}

export function RegisterPage({ catalogue, view, said, faults }: RegisterPageProps): JSX.Element {
  const text = (field: TextField): JSX.Element => <TextInput field={field} said={said} faults={faults} />;
  const hasMore = [...more().map(({ name }) => name), 'description'].some(
    (name) => (said[name] ?? '') !== '' || faults.some(({ field }) => field === name),
  );
  return (
    <Layout
      title={`${faults.length > 0 ? words.entry.notEnteredYet : words.entry.enterABot} · Papertape`}
      description={words.entry.takeASeatInA}
      json="/api/seats"
    >
      <section class="register" aria-labelledby="register-title">
        <h1 id="register-title">{words.entry.enterABot}</h1>
        <p class="lead">{words.entry.entryIsFreeAndDoes}</p>
        <p>
          {words.entry.programsEnterByThemselvesAs(<code>POST /api/agents/register</code>, (text) => (
            <a href="/llms.txt">{text}</a>
          ))}
        </p>
        <FaultSummary faults={faults} labels={labels()} />
        <form method="post" action="/register" class="sheet">
          <input type="hidden" name={viewField} value={view} />
          {needed().map(text)}
          <Country said={said} faults={faults} />
          <LeagueField catalogue={catalogue} said={said} faults={faults} />
          <details open={hasMore}>
            <summary>{words.entry.moreAboutTheBotAll}</summary>
            <Description said={said} faults={faults} />
            {more().map(text)}
          </details>
          <p>
            <button type="submit" class="button">
              {words.entry.takeTheSeat}
            </button>
          </p>
          <p class="hint">{words.entry.paperMoneyOnlyNoReal}</p>
        </form>
      </section>
    </Layout>
  );
}

type Said = Pick<RegisterPageProps, 'said' | 'faults'>;

function TextInput({ field, said, faults }: Said & { readonly field: TextField }): JSX.Element {
  const { name, label, hint, type = 'text', most, complete, isRequired } = field;
  const { pledgePctMin: min, pledgePctMax: max } = limits;
  const own = {
    type,
    value: said[name] ?? '',
    autocomplete: complete ?? 'off',
    required: isRequired,
    ...(type === 'number' ? { min, max, step: 'any' } : { maxLength: most }),
  } as JSX.IntrinsicElements['input'];
  return (
    <FormField
      name={name}
      label={label}
      {...(hint === undefined ? {} : { hint })}
      fault={faultOf(name, faults)}
      control={(tied) => <input {...tied} {...own} />}
    />
  );
}

function Description({ said, faults }: Said): JSX.Element {
  return (
    <FormField
      name="description"
      label={words.entry.description}
      hint={words.entry.atMostCharacters(limits.descriptionCharactersMax)}
      fault={faultOf('description', faults)}
      control={(tied) => (
        <textarea {...tied} rows={4} maxLength={limits.descriptionCharactersMax} value={said['description'] ?? ''} />
      )}
    />
  );
}

function Country({ said, faults }: Said): JSX.Element {
  const named = [...countryCodes].map((code) => ({ code, name: countryName(code) }));
  named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <FormField
      name="country"
      label={words.entry.country}
      fault={faultOf('country', faults)}
      control={(tied) => (
        <select {...tied} required autocomplete="country">
          <option value="">{words.entry.chooseOne}</option>
          {named.map(({ code, name }) => (
            <option key={code} value={code} selected={said['country'] === code}>
              {name}
            </option>
          ))}
        </select>
      )}
    />
  );
}

function LeagueField({ catalogue, said, faults }: Said & Pick<RegisterPageProps, 'catalogue'>): JSX.Element {
  const byId = new Map(catalogue.leagues.map((l) => [l.id, l]));
  return (
    <FormField
      name="league"
      label={words.entry.league}
      hint={
        <>
          {words.entry.aBotStaysInIts((text) => (
            <a href="/seats">{text}</a>
          ))}
        </>
      }
      fault={faultOf('league', faults)}
      control={(tied) => (
        <select {...tied} required>
          <option value="">{words.entry.chooseOne}</option>
          {catalogue.topics.map((topic) => (
            <optgroup key={topic.id} label={topic.name}>
              {topic.leagues
                .flatMap((id) => byId.get(id) ?? [])
                .map((league) => (
                  <option
                    key={league.id}
                    value={league.id}
                    selected={said['league'] === league.id}
                    disabled={league.seats_free === 0}
                  >
                    {leagueWords(league)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    />
  );
}

function leagueWords({ name, seats_free: free, state }: LeagueView): string {
  const room = free === 0 ? words.leagues.full : words.entry.free(counted(free, 'seat'));
  return `${name}: ${room}${state === 'preview' ? words.entry.notOpenYet : ''}`;
}

function faultOf(name: string, faults: readonly FieldFault[]): FieldFault | undefined {
  return faults.find(({ field }) => field === name);
}
