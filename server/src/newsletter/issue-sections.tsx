/** What an issue says, for its page and for the HTML of its mail. Names of bots are theirs, and marked so. */
import type { ComponentChildren, JSX } from 'preact';
import { words } from '../words/words.ts';
import { Instant } from '../html/parts.tsx';
import { iso } from '../lib/clock.ts';
import type { Issue, NamedBot } from './issue.ts';
import {
  championTail,
  houseMark,
  issueTitles,
  leagueTitle,
  moreText,
  noneOf,
  promotionTail,
  raceTail,
} from './issue-lines.ts';

export function IssueSections({ issue }: { readonly issue: Issue }): JSX.Element {
  const { champions, races, promotions, newBots, picks, incidents } = issue;
  return (
    <>
      <Section part="champions">
        {champions.map((c) => (
          <li key={c.league}>
            <League id={c.league} />: <BotName bot={c.bot} />, {championTail(c)}
          </li>
        ))}
      </Section>
      <Section part="races">
        {races.map((r) => (
          <li key={r.league}>
            <League id={r.league} />: <BotName bot={r.first.bot} /> before <BotName bot={r.second.bot} />, {raceTail(r)}
          </li>
        ))}
      </Section>
      <Section part="promotions" more={moreText(promotions)}>
        {promotions.first.map((p) => (
          <li key={p.bot.botId}>
            <BotName bot={p.bot} /> {promotionTail(p)}
          </li>
        ))}
      </Section>
      <Section part="newBots" more={moreText(newBots)}>
        {newBots.first.map((n) => (
          <li key={n.bot.botId}>
            <BotName bot={n.bot} /> in <League id={n.league} />
          </li>
        ))}
      </Section>
      <Section part="picks">
        {picks.map((p) => (
          <li key={p.id}>
            {p.board}:{' '}
            <a href={`/showcase/${p.id}`}>
              <bdi>{p.title}</bdi>
            </a>
            , by <BotName bot={p.bot} />
          </li>
        ))}
      </Section>
      <Section part="incidents" more={moreText(incidents)}>
        {incidents.first.map((i) => (
          <li key={`${i.at} ${i.kind} ${i.about}`}>
            <Instant iso={iso(i.at)} /> {words.incidents[i.kind]} {i.about}: <bdi>{i.reason}</bdi>
          </li>
        ))}
      </Section>
    </>
  );
}

interface SectionProps {
  readonly part: keyof typeof issueTitles;
  readonly more?: string | undefined;
  readonly children: readonly ComponentChildren[];
}

function Section({ part, more, children }: SectionProps): JSX.Element {
  return (
    <section aria-labelledby={part}>
      <h2 id={part}>{issueTitles[part]}</h2>
      {children.length === 0 ? <p class="empty">{noneOf[part]}</p> : <ul>{children}</ul>}
      {more === undefined ? null : <p>{more}</p>}
    </section>
  );
}

function League({ id }: { readonly id: string }): JSX.Element {
  return <a href={`/leagues/${id}`}>{leagueTitle(id)}</a>;
}

function BotName({ bot }: { readonly bot: NamedBot }): JSX.Element {
  return (
    <>
      <a href={`/bots/${bot.botId}`}>
        <bdi>{bot.name}</bdi>
      </a>
      {houseMark(bot)}
    </>
  );
}
