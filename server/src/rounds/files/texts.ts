/** Files that are text: CSV (RFC 4180), mails (RFC 5322), calendars (RFC 5545). Line ends are CRLF. */
const end = '\r\n';

export function csv(rows: readonly (readonly (string | number)[])[]): Buffer {
  const field = (value: string | number): string => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return Buffer.from(rows.map((row) => row.map(field).join(',') + end).join(''));
}

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** `2031-03-14`; the mail is of 09:00 UTC. */
  readonly day: string;
  readonly lines: readonly string[];
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export function eml({ from, to, subject, day, lines }: Mail): Buffer {
  const [year = '', month = '', date = ''] = day.split('-');
  const headers = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${Number(date)} ${months[Number(month) - 1]} ${year} 09:00:00 +0000`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return Buffer.from([...headers, '', ...lines, ''].join(end));
}

export interface Event {
  readonly id: string;
  readonly title: string;
  /** Minutes since 1970-01-01T00:00Z. */
  readonly start: number;
  readonly end: number;
  readonly cancelled: boolean;
}

/** Times are in UTC. */
export function ics(owner: string, events: readonly Event[]): Buffer {
  const lines = events.flatMap(({ id, title, start, end: finish, cancelled }) => [
    'BEGIN:VEVENT',
    `UID:${id}`,
    'DTSTAMP:20300101T000000Z',
    `DTSTART:${basic(start)}`,
    `DTEND:${basic(finish)}`,
    `SUMMARY:${title}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]);
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Papertape//Rounds//EN',
    `X-WR-CALNAME:${owner}`,
    ...lines,
    'END:VCALENDAR',
    '',
  ];
  return Buffer.from(all.join(end));
}

function basic(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '') + 'Z';
}
