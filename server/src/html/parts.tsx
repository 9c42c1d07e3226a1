/** Small parts that several pages share. */
import type { ComponentChildren, JSX } from 'preact';
import { iconPath } from './icons.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { countryName, instantText, linkable, signedPercent } from './format.ts';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';

const sourceTitles = (): Readonly<Record<PriceSourceInfo['kind'], string>> => ({
  simulated: words.frame.simulatedPrices,
  replay: words.frame.recordedPrices,
  onchain: words.frame.onChainPrices,
});

/** Which prices are on, and how fast the league's clock runs when it is not real time. */
export function PriceSource({ source, clockSpeed }: { source: PriceSourceInfo; clockSpeed: number }): JSX.Element {
  return (
    <aside class={`source ${source.live ? 'source-live' : 'source-made'}`} aria-label={words.frame.priceSource}>
      <strong>{sourceTitles()[source.kind]}</strong>{' '}
      <details>
        <summary>{words.frame.whatThatMeans}</summary>
        <p>
          {inEnglish() === undefined ? source.note : <span lang={inEnglish()}>{source.note}</span>}
          {clockSpeed === 1 ? null : ` ${clockText(clockSpeed)}`}
        </p>
      </details>
    </aside>
  );
}

function clockText(speed: number): string {
  return speed === 0 ? words.frame.theClockOfThisLeague : words.frame.theClockOfThisLeague2(speed);
}

/** A list of terms and what is told of each; null where there is nothing to tell. */
export type Fact = readonly [term: string, told: ComponentChildren];

export function Facts({ kind, facts }: { kind: string; facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class={kind}>
      {facts.map(([term, told]) =>
        told === null ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{told}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** What stands between backticks is code. */
export function Prose({ text }: { text: string }): JSX.Element {
  return <>{text.split('`').map((piece, i) => (i % 2 === 1 ? <code key={i}>{piece}</code> : piece))}</>;
}

export function Instant({ iso }: { iso: string }): JSX.Element {
  return <time dateTime={iso}>{instantText(iso)}</time>;
}

export function Signed({ value }: { value: number }): JSX.Element {
  return <span class={value > 0 ? 'up' : value < 0 ? 'down' : 'flat'}>{signedPercent(value)}</span>;
}

/** A change that is what the line is about: with an arrow, since colour alone tells nothing. */
export function Delta({ value }: { value: number }): JSX.Element {
  return (
    <span class={value > 0 ? 'delta up' : value < 0 ? 'delta down' : 'delta flat'}>
      {value === 0 ? null : (
        <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">
          <path d={value > 0 ? 'M5 1l5 8H0z' : 'M5 9L0 1h10z'} fill="currentColor" />
        </svg>
      )}
      {signedPercent(value)}
    </span>
  );
}

/** `=3` for a shared rank. */
export function Rank({ rank, tied }: { rank: number; tied: boolean }): JSX.Element {
  if (!tied) return <>{rank}</>;
  return (
    <>
      <span aria-hidden="true" title={words.frame.tied}>
        =
      </span>
      <span class="unseen">{words.frame.tiedAt}</span>
      {rank}
    </>
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The bot's emoji or preset drawing; its first letter when it has neither. */
export function Icon({ icon, name }: { icon: string | null; name: string }): JSX.Element {
  const drawing = icon === null ? undefined : iconPath(icon);
  if (drawing !== undefined) {
    return (
      <span class="icon" aria-hidden="true">
        <img src={drawing} alt="" width="32" height="32" loading="lazy" />
      </span>
    );
  }
  const first = [...graphemes.segment(name)].find((g) => /[\p{L}\p{N}]/u.test(g.segment))?.segment ?? '·';
  return (
    <span class={icon === null ? 'icon letter' : 'icon'} aria-hidden="true">
      {icon ?? first.toLocaleUpperCase('en')}
    </span>
  );
}

export function Country({ code }: { code: string }): JSX.Element {
  return <abbr title={countryName(code)}>{code}</abbr>;
}

/** A link that a bot wrote; nothing when it is no http or https URL. */
export function UntrustedLink({ url, text }: { url: string | null; text?: string }): JSX.Element | null {
  const target = linkable(url);
  if (!target) return null;
  return (
    <a href={target.href} rel="nofollow ugc noopener">
      {text ?? target.host}
    </a>
  );
}

interface PagerProps {
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly href: (page: number) => string;
}

export function Pager({ label, page, pages, href }: PagerProps): JSX.Element | null {
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label={label}>
      {page > 1 ? (
        <a rel="prev" href={href(page - 1)}>
          {words.frame.previous}
        </a>
      ) : (
        <span class="off">{words.frame.previous}</span>
      )}{' '}
      <span>{words.frame.pageOf(page, pages)}</span>{' '}
      {page < pages ? (
        <a rel="next" href={href(page + 1)}>
          {words.frame.next}
        </a>
      ) : (
        <span class="off">{words.frame.next}</span>
      )}
    </nav>
  );
}
