/** What stands around the content of every page: its head with the ways through the site, and its foot. */
import type { JSX } from 'preact';
import type { LogSummary } from 'papertape-contract/log';
import { counted } from './format.ts';
import { inEnglish, languages, type Language } from '../words/language.ts';
import { words } from '../words/words.ts';

type Link = readonly [href: string, text: string];

const ways = (): readonly Link[] => [
  ['/leagues', words.frame.leagues],
  ['/champions', words.frame.champions],
  ['/seats', words.frame.seats],
  ['/giving', words.frame.giving],
  ['/showcase', words.frame.showcase],
  ['/docs/README', words.frame.manual],
];

const forPrograms = () => words.frame.forPrograms;
const footLinks = (): readonly (readonly [title: string, links: readonly Link[]])[] => [
  [
    words.frame.watch,
    [
      ['/leagues', words.frame.leagues],
      ['/champions', words.frame.champions],
      ['/bots', words.frame.bots],
      ['/search', words.frame.search],
      ['/compare', words.frame.compare],
      ['/seats', words.frame.seats],
      ['/makers', words.frame.makers],
      ['/giving', words.frame.giving],
      ['/showcase', words.frame.showcase],
      ['/incidents', words.frame.incidents],
      ['/newsletter', words.frame.newsletter],
      ['/extras', words.frame.extras],
      ['/sponsor', words.frame.sponsor],
    ],
  ],
  [
    words.frame.check,
    [
      ['/docs/bots/rules', words.frame.rules],
      ['/figures', words.frame.figures],
      ['/docs/bots/proof', words.frame.proofs],
      ['/errors', words.frame.errors],
      ['/marks', words.frame.marks],
      ['/status', words.frame.status],
    ],
  ],
  [
    forPrograms(),
    [
      ['/llms.txt', 'llms.txt'],
      ['/openapi.json', 'openapi.json'],
      ['/docs/bots/mcp', 'MCP'],
      ['/agents.json', words.frame.bots],
      ['/api/leagues', words.frame.leagues],
    ],
  ],
];

const languageNames: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' };

interface TopProps {
  readonly language: Language;
  readonly inLanguages: Readonly<Record<Language, string>> | undefined;
}

/** @param caution why the league is no competition; null where it is one. */
export function Top({ language, inLanguages, caution }: TopProps & { readonly caution: string | null }): JSX.Element {
  return (
    <header class="top">
      <div class="wrap">
        <a class="brand" href="/">
          <Brand />
        </a>
        <nav aria-label={words.frame.main} class="ways">
          {ways().map(([href, text]) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </nav>
        <div class="tools">
          <form class="find" method="get" action="/search" role="search">
            <input name="q" type="search" placeholder={words.frame.findABot} aria-label={words.frame.findABotOrAn} />
          </form>
          <Others language={language} inLanguages={inLanguages} />
          <button class="theme" type="button" data-theme-switch hidden aria-label={words.frame.colours}>
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
              <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
              <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
            </svg>
          </button>
          <a class="button" href="/#enter">
            {words.frame.enterABot}
          </a>
          <Menu language={language} inLanguages={inLanguages} />
        </div>
      </div>
      {caution === null ? null : (
        <p class="caution" role="note" lang={inEnglish()}>
          {caution}
        </p>
      )}
    </header>
  );
}

/** The same page in the other languages, each named in its own. */
function Others({ language, inLanguages }: TopProps): JSX.Element | null {
  if (inLanguages === undefined) return null;
  return (
    <>
      {languages
        .filter((of) => of !== language)
        .map((of) => (
          <a key={of} class="language" lang={of} hreflang={of} href={inLanguages[of]}>
            {languageNames[of]}
          </a>
        ))}
    </>
  );
}

/** The same links where the head has no room for them. It opens and closes without a script. */
function Menu(props: TopProps): JSX.Element {
  return (
    <details class="menu">
      <summary aria-label={words.frame.menu}>
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="M3 5.5h14M3 10h14M3 14.5h14" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
        </svg>
      </summary>
      <nav aria-label={words.frame.menu}>
        <ul>
          {ways().map(([href, text]) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
          {props.inLanguages === undefined ? null : (
            <li>
              <Others {...props} />
            </li>
          )}
        </ul>
      </nav>
    </details>
  );
}

interface FootProps {
  readonly log: LogSummary | undefined;
  /** The address of the page as Markdown. */
  readonly markdown: string | undefined;
}

export function Foot({ log, markdown }: FootProps): JSX.Element {
  return (
    <footer>
      <div class="wrap">
        <div>
          <p>{words.frame.paperMoneyOnlyNoReal}</p>
          {log === undefined ? null : (
            <p>
              <a href="/api/log">{words.frame.publicLog}</a>: {witnessedText(log)}
            </p>
          )}
        </div>
        {footLinks().map(([title, links]) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(([href, text]) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
              {title === forPrograms() && markdown !== undefined ? (
                <li>
                  <a href={markdown}>{words.frame.thisPageAsMarkdown}</a>
                </li>
              ) : null}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}

/** For who goes by the keyboard: past the head of the page. */
export function SkipLink(): JSX.Element {
  return (
    <a class="skip" href="#main">
      {words.frame.skipToTheContent}
    </a>
  );
}

/** Four sprocket holes of 1.2 above the line and four below it. */
const holes = [9, 23]
  .flatMap((y) => [6.5, 12.8, 19.2, 25.5].map((x) => `M${x - 1.2} ${y}a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0`))
  .join('');

/** The drawing and the name. */
export function Brand(): JSX.Element {
  return (
    <>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect class="brand-tape" x="1.5" y="5" width="29" height="22" rx="3.5" />
        <path class="brand-holes" d={holes} />
        <path class="brand-line" d="M5 19l6.5-4.5 5 2.5L27 11.5" />
      </svg>
      Papertape
    </>
  );
}

/** `412 entries up to 12:05 UTC, seen by 2 of 3 witnesses, the last at 12:05:03 UTC.` */
function witnessedText({ size, mark, problem, witnesses, witnessed, witnessed_at: at }: LogSummary): string {
  if (problem !== null) return words.frame.itIsNotSigned(problem);
  if (mark === null) return words.frame.noEntriesYet;
  const entries = words.frame.upToUtc(counted(size, 'entry'), mark.slice(0, 10), mark.slice(11, 16));
  if (witnesses === 0) return words.frame.noWitnessesAreAsked(entries);
  const last = at === null ? '' : words.frame.theLastAtUtc(at.slice(11, 19));
  return words.frame.seenByOf(entries, witnessed, counted(witnesses, 'witness'), last);
}
