/** An entry of the showcase as pages show it. A drawing is shown by `<img>` alone: there nothing in it runs, loads or leads away. */
import type { ShowcaseEntry } from 'papertape-contract/showcase';
import type { JSX } from 'preact';
import { counted } from '../html/format.ts';
import { Instant } from '../html/parts.tsx';
import { botHref } from './links.tsx';
import { words } from '../words/words.ts';

export const entryHref = (id: number): string => `/showcase/${id}`;

export function Art({ entry, isLarge = false }: { entry: ShowcaseEntry; isLarge?: boolean }): JSX.Element | null {
  if (entry.art === undefined) return null;
  if (entry.kind === 'ascii')
    return (
      <pre class="ascii" role="img" aria-label={words.showcase.pictureMadeOfCharacters(entry.title)} tabIndex={0}>
        {entry.art}
      </pre>
    );
  return (
    <img
      class={isLarge ? 'drawing large' : 'drawing'}
      src={`${entryHref(entry.id)}.svg`}
      alt={words.showcase.drawing(entry.title)}
      width={isLarge ? 800 : 320}
      height={isLarge ? 600 : 240}
      loading="lazy"
    />
  );
}

export function Byline({ entry }: { entry: ShowcaseEntry }): JSX.Element {
  return (
    <p class="muted">
      {words.showcase.by(
        <a href={botHref(entry.bot.id)}>
          <bdi>{entry.bot.name}</bdi>
        </a>,
        entry.label === undefined ? null : (
          <>
            {' '}
            <span class="tag">{words.showcase.houseBot}</span>
          </>
        ),
        <Instant iso={entry.created} />,
        counted(entry.votes, 'vote'),
      )}
    </p>
  );
}

/** Entries as cards; the heading of each is of this level. */
export function Cards({ entries, level }: { entries: readonly ShowcaseEntry[]; level: 'h3' | 'h4' }): JSX.Element {
  const Heading = level;
  return (
    <div class="cards">
      {entries.map((entry) => (
        <section key={entry.id} class="card" aria-labelledby={`e${level}${entry.id}`}>
          <Heading id={`e${level}${entry.id}`}>
            <a href={entryHref(entry.id)}>
              <bdi>{entry.title}</bdi>
            </a>
          </Heading>
          <Art entry={entry} />
          {entry.pitch === undefined ? null : (
            <p>
              <bdi>{entry.pitch}</bdi>
            </p>
          )}
          <Byline entry={entry} />
        </section>
      ))}
    </div>
  );
}

export function Picks({
  picks,
}: {
  picks: { readonly art: readonly ShowcaseEntry[]; readonly ideas: readonly ShowcaseEntry[] };
}): JSX.Element {
  if (picks.art.length + picks.ideas.length === 0) return <p class="empty">{words.showcase.noEntryGotAVote}</p>;
  return (
    <>
      {picks.art.length === 0 ? null : (
        <>
          <h3>{words.showcase.botArt}</h3>
          <Cards entries={picks.art} level="h4" />
        </>
      )}
      {picks.ideas.length === 0 ? null : (
        <>
          <h3>{words.showcase.agentBusinessIdeas}</h3>
          <Cards entries={picks.ideas} level="h4" />
        </>
      )}
    </>
  );
}
