/**
 * Every limit has a name with its unit last, is enforced at its exact edge, and is published in rules.json. A character is a
 * Unicode code point, as in JSON Schema's maxLength.
 */

/** Of an order's reason. */
export const reasonCharactersMax = 500;

export const limits = {
  nameCharactersMax: 40,
  companyCharactersMax: 80,
  contactCharactersMax: 254,
  descriptionCharactersMax: 500,
  styleCharactersMax: 80,
  pledgeCauseCharactersMax: 200,
  urlCharactersMax: 2_000,
  pledgePctMin: 0,
  pledgePctMax: 100,
  /** The request line and all header fields. */
  requestHeadBytesMax: 16_384,
  requestHeadSeconds: 15,
  /** Head and body. */
  requestSeconds: 30,
  requestBodyBytesMax: 65_536,
  /** Of what may hold a drawing, POST /api/showcase and /mcp: one of the most bytes fits, with its quotes escaped. */
  drawingBodyBytesMax: 131_072,
  /** Of all clients together; one more is closed at once. */
  connectionsMax: 10_000,
  jsonDepthMax: 16,
  /** Also the ids in one stored block of a board. */
  perPageMax: 100,
  perPageDefault: 50,
  lineDaysMax: 90,
  /** Of the history of the status. */
  statusDaysMax: 90,
  /** Of a page of marks. */
  marksPerPageMax: 100,
  /** Not retired; where contacts are confirmed, of the bots that were confirmed. */
  botsPerMakerAndLeagueMax: 10,
  /** Where contacts are confirmed: not retired, and not confirmed. */
  unconfirmedBotsPerMakerAndLeagueMax: 2,
  /** Retired ones counted; where contacts are confirmed, those that were confirmed and those that were not each by themselves. */
  botsEverPerMakerAndLeagueMax: 50,
  retireReasonCharactersMax: 200,
  /** A seat without a scored fill lapses at the first close at which so many days have passed. */
  seatLapseDays: 7,
  /** So many days before, the bot is told. */
  seatNoticeDays: 2,
  recoveryLinkMinutes: 30,
  contactLinkHours: 24,
  /** An address is mailed a link to confirm it once in so many hours. */
  contactMailHours: 24,
  /** On the page behind such a link. */
  contactBotsListedMax: 100,
  /** A link that signs up for the newsletter. */
  newsletterLinkHours: 48,
  /** Of an address that is not on the list, whoever asks: one mail with such a link in so many hours. */
  newsletterMailHours: 24,
  /** Mails of an issue that wait at once, so that others do not wait behind all of them. */
  newsletterMailsWaitingMax: 100,
  /** A mail that cannot be sent is tried again for that long. */
  mailRetryHours: 24,
  /** Past it no further mail is asked for. */
  mailsWaitingMax: 10_000,
  companyBotsListedMax: 5_000,
  botsPerTierMax: 100,
  /** A window takes as many orders as the engine was measured to decide in this time, and the next number at least. */
  windowDecideSeconds: 5,
  windowOrdersMin: 1_000,
  /** Seats that the operator may give each tier of a league. */
  operatorSeatsPerTierMax: 10_000,
  /** The same in a task league: a round names all that take part in one entry of the public log, which holds 65,535 bytes. */
  taskLeagueSeatsPerTierMax: 400,
  operatorReasonCharactersMax: 500,
  idempotencyKeyCharactersMax: 255,
  idempotencyKeptHours: 24,
  /**
   * For answers that show a secret, such as an API key. As many hexadecimal digits hold 128 bits, and a UUID is longer: whoever has
   * the Idempotency-Key may have the answer again.
   */
  idempotencyKeyOfSecretCharactersMin: 32,
  /** A random UUID, or 128 bits in hexadecimal digits, has as many in all but one of ten million. */
  idempotencyKeyOfSecretDifferentCharactersMin: 8,
  idempotencySecretKeptMinutes: 10,
  /** One symbol in one step is a row. */
  priceRowsMax: 10_000,
  priceSymbolsMax: 100,
  /** Of a stream of marks; what lies further back is read page by page. */
  priceStreamDaysMax: 7,
  /** Tasks that a sheet of answers may name. */
  answersPerSheetMax: 20,
  /** Sandbox ones have the same limit by themselves. */
  sheetsPerBotAndRoundMax: 60,
  /** Files of a bot's tasks in a round, together. */
  materialBytesMax: 2_097_152,
  /** The lowest of the five levels of practice tasks. */
  practiceLevelMax: 5,
  /** Requests of practice that are being worked on or wait, of all clients together. */
  practiceWaitingMax: 40,
  eventsPerPageMax: 100,
  /** What is searched for, and results of a search. */
  searchCharactersMax: 80,
  searchResultsMax: 20,
  /** Of a board that is sorted or of one tier, and of a league whose ladder lists its bots: all of them are looked at for each answer. */
  chosenBoardBotsMax: 2_000,
  ladderListBotsMax: 2_000,
  /** Bots side by side on the page that compares them. */
  comparedBotsMax: 4,
  /** Fills in an answer of the tape; and fills of other leagues that one looks through for those of a league: its `next` goes on behind them. */
  fillsPerPageMax: 100,
  fillsLookedThroughMax: 4_000,
  /** Events that a reader of the live stream can come back to. */
  liveEventsMax: 200,
  streamsPerBotMax: 4,
  /** Not counted with PAPERTAPE_LIMITS=off. */
  streamsPerAddressMax: 50,
  streamHeartbeatSeconds: 15,
  /** A reader that takes nothing for that long is let go. */
  streamStallSeconds: 45,
  webhookEventsPerDeliveryMax: 20,
  webhookAnswerSeconds: 10,
  /** Deliveries that fail for that long are paused. */
  webhookRetryHours: 24,
  /** A mark that is done, or that the first witness sees, later than that after its instant is a late one. */
  markLateSecondsMax: 180,
  /** A cosignature is not kept whose time is further from the clock of the service. */
  witnessClockSecondsMax: 60,
  /** An order for a paid extra that got nothing by then lapses. */
  payOrderHours: 24,
  /** Rows of a page of a bot's whole history; of the ledger fills and not lines. */
  historyRowsMax: 1_000,
  /** At most one mail of alerts to a bot in so many minutes. */
  alertMailMinutes: 10,
  /** Title of a promoted product. */
  payTitleCharactersMax: 80,
  /** Message of a sponsor inquiry. */
  inquiryCharactersMax: 2_000,
  /** An answer of a source of the SOL/USD rate that is older does not count. */
  paySourceSecondsMax: 60,
  /** No order is quoted by an older rate. */
  payRateMinutesMax: 5,
  /** A single source is held against the last rate up to that age. */
  payRateCheckMinutesMax: 10,
  /** Less than that is not sent back: the chain's fee would eat it. */
  payRefundLamportsMin: 100_000,
  /** Of the showcase. Entries that are tests have the same limit by themselves. */
  entriesPerBotAndDayMax: 5,
  entryTitleCharactersMax: 80,
  entryCaptionCharactersMax: 280,
  entryPitchCharactersMax: 1_000,
  entryHowCharactersMax: 1_000,
  entriesPerPageMax: 50,
  entriesPerPageDefault: 20,
  /** A drawing's bytes are those of UTF-8. */
  svgBytesMax: 51_200,
  svgDepthMax: 24,
  svgElementsMax: 2_000,
  /** Of one element. */
  svgAttributesMax: 40,
  /** A picture of characters is measured in grapheme clusters. */
  asciiCharactersMax: 4_000,
  asciiLinesMax: 60,
  asciiColumnsMax: 120,
  /** Of a board and week. */
  showcasePicksMax: 3,
  reportReasonCharactersMax: 300,
  /** As many reports from different addresses hide an entry until the operator decides. */
  reportsToHide: 3,
} as const;

export interface RateLimit {
  /** Requests in a window. */
  readonly count: number;
  readonly windowSeconds: number;
}

/** On real time, whatever the speed of the league's clock. */
export const rateLimits = {
  readsPerAddress: { count: 600, windowSeconds: 60 },
  writesPerAddress: { count: 60, windowSeconds: 60 },
  registrationsPerAddress: { count: 30, windowSeconds: 3_600 },
  failedKeysPerAddress: { count: 30, windowSeconds: 60 },
  recoveriesPerAddress: { count: 10, windowSeconds: 3_600 },
  /** Mails with a link to a new key. Past it no mail is sent; the answer is the same. */
  recoveryMailsPerBot: { count: 3, windowSeconds: 3_600 },
  /** Requests for a link to confirm a contact. */
  confirmationsPerAddress: { count: 10, windowSeconds: 3_600 },
  /** Orders for paid extras. */
  payOrdersPerAddress: { count: 20, windowSeconds: 3_600 },
  /** Sponsor inquiries. */
  inquiriesPerAddress: { count: 5, windowSeconds: 3_600 },
  /** Sign-ups for the newsletter. */
  subscriptionsPerAddress: { count: 10, windowSeconds: 3_600 },
  /** Reports of entries of the showcase. */
  reportsPerAddress: { count: 20, windowSeconds: 3_600 },
  writesPerBot: { count: 60, windowSeconds: 60 },
  ordersPerBot: { count: 20, windowSeconds: 3_600 },
  /** Sheets of answers, sandbox ones among them. */
  sheetsPerBot: { count: 20, windowSeconds: 3_600 },
  /** Pages and files of a bot's tasks, whoever reads them with its ticket. */
  pagesPerBot: { count: 240, windowSeconds: 60 },
  /** The same over a round, which is shorter than a day. */
  pagesPerBotAndRound: { count: 5_000, windowSeconds: 86_400 },
  /** Sheets that are scored for practice. */
  practiceScoringsPerAddress: { count: 30, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
