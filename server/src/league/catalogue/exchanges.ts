/**
 * When exchanges are closed, as data: 2024 to 2030, by their own dates.
 *
 * New York: "NYSE Group announces holiday and early closings calendar" of each year, up to 2028; 2029 and 2030 by the same rules (NYSE Rule
 * 7.2). Toronto: TMX, "Trading hours and market holidays", and by the same rules for the years that are not announced. An exchange may
 * close on a day that nobody foresaw (a mourning day): that is a new line here.
 */

export const exchangeIds = ['NYSE', 'TSX'] as const;
export type ExchangeId = (typeof exchangeIds)[number];

export interface ExchangeDates {
  readonly name: string;
  /** Name of the IANA time zone, whose rules decide when summer time begins and ends. */
  readonly timeZone: string;
  /** No session, by year: `MM-DD`. */
  readonly holidays: Readonly<Record<number, string>>;
  /** The session ends early. */
  readonly halfDays: Readonly<Record<number, string>>;
}

export const exchangeDates: Readonly<Record<ExchangeId, ExchangeDates>> = {
  NYSE: {
    name: 'New York Stock Exchange',
    timeZone: 'America/New_York',
    holidays: {
      2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
      2025: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
      2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
      2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
      2028: '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25',
      2029: '01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 11-22 12-25',
      2030: '01-01 01-21 02-18 04-19 05-27 06-19 07-04 09-02 11-28 12-25',
    },
    halfDays: {
      2024: '07-03 11-29 12-24',
      2025: '07-03 11-28 12-24',
      2026: '11-27 12-24',
      2027: '11-26',
      2028: '07-03 11-24',
      2029: '07-03 11-23 12-24',
      2030: '07-03 11-29 12-24',
    },
  },
  TSX: {
    name: 'Toronto Stock Exchange',
    timeZone: 'America/Toronto',
    holidays: {
      2024: '01-01 02-19 03-29 05-20 07-01 08-05 09-02 10-14 12-25 12-26',
      2025: '01-01 02-17 04-18 05-19 07-01 08-04 09-01 10-13 12-25 12-26',
      2026: '01-01 02-16 04-03 05-18 07-01 08-03 09-07 10-12 12-25 12-28',
      2027: '01-01 02-15 03-26 05-24 07-01 08-02 09-06 10-11 12-27 12-28',
      2028: '01-03 02-21 04-14 05-22 07-03 08-07 09-04 10-09 12-25 12-26',
      2029: '01-01 02-19 03-30 05-21 07-02 08-06 09-03 10-08 12-25 12-26',
      2030: '01-01 02-18 04-19 05-20 07-01 08-05 09-02 10-14 12-25 12-26',
    },
    halfDays: {
      2024: '12-24',
      2025: '12-24',
      2026: '12-24',
      2027: '12-24',
      2028: '',
      2029: '12-24',
      2030: '12-24',
    },
  },
};
