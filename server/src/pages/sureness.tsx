/** How sure a rank is, as a picture in a row of the board and as a sentence above it. */
import type { JSX } from 'preact';
import type { Board, BoardRow } from 'papertape-contract/board';
import { count, counted } from '../html/format.ts';
import { words } from '../words/words.ts';

const picture = { width: 96, height: 12 };

interface SurenessProps {
  readonly row: Pick<BoardRow, 'rank' | 'rank_interval' | 'provisional'>;
  /** How many bots the board ranks. */
  readonly places: number;
}

/** A track over all places, a band over those that the bot's record leaves possible, and a dot at its own. */
export function Sureness({ row: { rank, rank_interval: interval, provisional }, places }: SurenessProps): JSX.Element {
  if (provisional) return <span class="range">{words.league.tooEarly}</span>;
  if (interval === null) return <span class="range">{words.league.notOfAWeek}</span>;
  const isOpen = interval.from === 1 && interval.to === places && places > 1;
  const shown = isOpen
    ? words.league.anyPlace
    : interval.from === interval.to
      ? words.league.sure(count(interval.from))
      : words.league.to(count(interval.from), count(interval.to));
  const x = (place: number): number =>
    Math.round((places < 2 ? 0.5 : (place - 1) / (places - 1)) * picture.width * 10) / 10;
  return (
    <>
      <svg
        class={isOpen ? 'sure open' : 'sure'}
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        width={picture.width}
        height={picture.height}
        aria-hidden="true"
      >
        <path class="all" d={`M0 6H${picture.width}`} />
        <path class="could" d={`M${x(interval.from)} 6H${x(interval.to)}`} />
        <circle class="is" cx={x(rank)} cy="6" r="4.5" />
      </svg>
      <span class="range">{shown}</span>
    </>
  );
}

/** What the records of all rows of the page say together; null before anything can be said. */
export function sureText({ rows, total }: Board): string | null {
  const told = rows.filter((r) => !r.provisional && r.rank_interval !== null);
  if (told.length === 0) return null;
  const open = told.filter((r) => r.rank_interval?.from === 1 && r.rank_interval.to === total).length;
  if (open === told.length) return words.league.theRecordsDoNotTell;
  if (open === 0) return null;
  return words.league.ofWithARecordCould(counted(told.length, 'bot'), count(open));
}
