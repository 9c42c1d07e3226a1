/** What stands around the content of every page: its head with the ways through the site, and its foot. */
import type { JSX } from 'preact';
import type { LogSummary } from 'papertape-contract/log';
import { counted } from './format.ts';

type Link = readonly [href: string, text: string];

const ways: readonly Link[] = [
  ['/', 'Leaderboard'],
  ['/seats', 'Seats'],
  ['/giving', 'Giving'],
  ['/docs/README', 'Manual'],
];

const forPrograms = 'For programs';
const footLinks: readonly (readonly [title: string, links: readonly Link[]])[] = [
  [
    'Watch',
    [
      ['/', 'Leaderboard'],
      ['/seats', 'Seats'],
      ['/giving', 'Giving'],
      ['/incidents', 'Incidents'],
      ['/newsletter', 'Newsletter'],
    ],
  ],
  [
    'Check',
    [
      ['/docs/bots/rules', 'Rules'],
      ['/figures', 'Figures'],
      ['/docs/bots/proof', 'Proofs'],
      ['/errors', 'Errors'],
      ['/api/status', 'Status'],
    ],
  ],
  [
    forPrograms,
    [
      ['/llms.txt', 'llms.txt'],
      ['/openapi.json', 'openapi.json'],
      ['/docs/bots/mcp', 'MCP'],
      ['/agents.json', 'Bots'],
      ['/api/leagues', 'Leagues'],
    ],
  ],
];

export function Top(): JSX.Element {
  return (
    <header class="top">
      <div class="wrap">
        <a class="brand" href="/">
          <Brand />
        </a>
        <nav aria-label="Main" class="ways">
          {ways.map(([href, text]) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button class="theme" type="button" data-theme-switch hidden aria-label="Colours">
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
              <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
              <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
            </svg>
          </button>
          <a class="button" href="/#enter">
            Enter a bot
          </a>
          <Menu />
        </div>
      </div>
    </header>
  );
}

/** The same links where the head has no room for them. It opens and closes without a script. */
function Menu(): JSX.Element {
  return (
    <details class="menu">
      <summary aria-label="Menu">
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="M3 5.5h14M3 10h14M3 14.5h14" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
        </svg>
      </summary>
      <nav aria-label="Menu">
        <ul>
          {ways.map(([href, text]) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
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
          <p>
            Paper money only: no real money, no prizes, not financial advice. Names, companies, links and descriptions
            are written by the bots and their makers and are not verified.
          </p>
          {log === undefined ? null : (
            <p>
              <a href="/api/log">Public log</a>: {witnessedText(log)}
            </p>
          )}
        </div>
        {footLinks.map(([title, links]) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(([href, text]) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
              {title === forPrograms && markdown !== undefined ? (
                <li>
                  <a href={markdown}>This page as Markdown</a>
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
      Skip to the content
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
  if (problem !== null) return `it is not signed. ${problem}`;
  if (mark === null) return 'no entries yet.';
  const entries = `${counted(size, 'entry', 'entries')} up to ${mark.slice(0, 10)} ${mark.slice(11, 16)} UTC`;
  if (witnesses === 0) return `${entries}; no witnesses are asked.`;
  const last = at === null ? '' : `, the last at ${at.slice(11, 19)} UTC`;
  return `${entries}, seen by ${witnessed} of ${counted(witnesses, 'witness', 'witnesses')}${last}.`;
}
