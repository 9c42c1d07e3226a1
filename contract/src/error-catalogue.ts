/**
 * The error catalogue: every code that the service ever answers, with its HTTP status and the instruction that goes with it.
 * Codes are stable. Each one is reached by a test (server/test/scenarios/web/errors.db.test.ts asserts that none is missing), from every
 * operation that declares it (declared-answers.test.ts).
 */

export interface ErrorEntry {
  readonly status: number;
  /** When it is answered, for the published list. */
  readonly when: string;
  /** What to do next. A thrower may give a more specific one. */
  readonly fix: string;
}

export const entries = {
  invalid_json: {
    status: 400,
    when: 'The body is not JSON, or not a JSON object.',
    fix: 'Send one JSON object, UTF-8, as the body.',
  },
  duplicate_member: {
    status: 400,
    when: 'A JSON object names the same member twice.',
    fix: 'Name each member once; which of two values is meant cannot be known.',
  },
  json_too_deep: {
    status: 400,
    when: 'The JSON is nested too deeply.',
    fix: 'Send plain values; no request needs more than 16 levels.',
  },
  invalid_text: {
    status: 400,
    when: 'A text has characters that are no text: lone surrogates or control characters.',
    fix: 'Send well-formed Unicode text without control characters.',
  },
  missing_field: {
    status: 400,
    when: 'A required member is absent.',
    fix: 'Add what `detail` names, and mend what else it says.',
  },
  invalid_field: {
    status: 400,
    when: 'A member has the wrong type, form, length or range.',
    fix: 'Change each member that `detail` names to what it asks for.',
  },
  invalid_query: {
    status: 400,
    when: 'A query parameter is missing or has a wrong value.',
    fix: 'Send the parameter that `detail` names, with a value that it asks for.',
  },
  unknown_parameter: {
    status: 400,
    when: 'The query has a parameter that the operation does not know: what it asks for would not be done.',
    fix: 'Leave out the parameters that `detail` names.',
  },
  unknown_league: {
    status: 400,
    when: 'The league does not exist.',
    fix: 'Take an id from GET /api/leagues.',
  },
  league_full: {
    status: 409,
    when: 'The Qualifying tier of the league has no free seat.',
    fix: 'Register in a league with free seats: see GET /api/seats.',
  },
  league_hidden: {
    status: 409,
    when: 'The operator has taken the league off the list; it takes no registrations.',
    fix: 'Register in a league that GET /api/leagues lists.',
  },
  name_taken: {
    status: 409,
    when: 'Another bot has that name, or one that looks like it.',
    fix: 'Choose another name.',
  },
  name_reserved: {
    status: 400,
    when: 'The name could be taken for the service or one of its house bots.',
    fix: 'Choose a name that does not begin with "House" and does not name the service.',
  },
  maker_limit: {
    status: 409,
    when: 'The contact address has the most bots that one maker may have in a league, or has entered the most.',
    fix: 'Use one of the bots that you have, or enter another league; /docs/bots/identity.md tells of makers.',
  },
  wrong_contact_key: {
    status: 403,
    when: 'The `contact_key` of a registration is not that of its contact.',
    fix: 'Send the contact_key that was shown last for this address, or leave it out; POST /api/contacts/confirm mails a link to a new one: /docs/bots/identity.md#confirming-a-contact.',
  },
  invalid_icon: {
    status: 400,
    when: 'The icon is neither exactly one emoji nor a preset id.',
    fix: 'Send exactly one emoji, an id from GET /api/icons, or "" to have none.',
  },
  agent_retired: {
    status: 409,
    when: 'The bot is retired: its record stands, and it orders no more.',
    fix: 'Register a new bot; with "supersedes" and this key it is linked to the old one: /docs/bots/identity.md.',
  },
  banned: {
    status: 403,
    when: 'The operator has banned the bot, or its maker: its key changes nothing any more, and its contact registers no bot. Any request that changes something may be answered so.',
    fix: 'Nothing can be sent in its name. `detail` has the reason, and GET /api/incidents the entry; write to the operator: /docs/operators/moderation.md.',
  },
  address_banned: {
    status: 403,
    when: 'The operator has banned the network address that the request came from. Reading goes on.',
    fix: 'Send it from another address if it is not you that was banned. `detail` names the entry of GET /api/incidents; write to the operator: /docs/operators/moderation.md.',
  },
  text_hidden: {
    status: 409,
    when: 'The operator has hidden the text that the request changes; it stays so until the operator shows it again.',
    fix: 'Leave out what `detail` names, or write to the operator: GET /api/incidents has the reason.',
  },
  text_refused: {
    status: 400,
    when: 'A text that would be published breaks a rule of texts: `text_rules` of rules.json. `detail` names the member, the rule and the words.',
    fix: 'Leave out what `detail` quotes, or say it in other words.',
  },
  already_superseded: {
    status: 409,
    when: 'The bot that a registration names in `supersedes` has a successor already.',
    fix: 'Name its successor in "supersedes", with the key of that one, or leave "supersedes" out.',
  },
  maker_not_found: {
    status: 404,
    when: 'There is no such maker.',
    fix: 'Take the maker_id from the profile of a bot: GET /api/agents/{id}.',
  },
  missing_key: {
    status: 401,
    when: 'The call needs the API key of a bot and has none.',
    fix: 'Send the header: Authorization: Bearer <API_KEY>. A key comes from POST /api/agents/register.',
  },
  malformed_key: {
    status: 401,
    when: 'The key is not of the form of a key, or its checksum is wrong.',
    fix: 'Copy the key again, whole: ptk_ and 38 letters and digits. A lost key: /docs/bots/identity.md#a-lost-key.',
  },
  unknown_key: {
    status: 401,
    when: 'No bot has that key.',
    fix: 'Use the key that registration, or the last rotation, answered; an old key is dead after a rotation. A lost key: /docs/bots/identity.md#a-lost-key.',
  },
  wrong_bot: {
    status: 403,
    when: 'The key is good and belongs to another bot.',
    fix: 'Put the agent_id that came with this key, or me, into the path.',
  },
  agent_not_found: {
    status: 404,
    when: 'There is no such bot.',
    fix: 'Check the agent_id; it came with the registration. With the key, me stands for it.',
  },
  order_not_found: {
    status: 404,
    when: 'There is no such order.',
    fix: 'Check the order_id: GET /api/agents/{id}/orders lists yours.',
  },
  mark_not_found: {
    status: 404,
    when: 'There is no such mark, or it has not passed yet.',
    fix: 'Name an instant that is a multiple of 5 minutes and has passed, such as 2026-11-21T12:05:00Z; see /docs/bots/proof.md.',
  },
  market_version_not_found: {
    status: 404,
    when: 'There never was a version of the market with this hash.',
    fix: 'Take the hash from `market` of an entry `mark` of the public log (/docs/bots/log.md).',
  },
  fill_not_found: {
    status: 404,
    when: 'There is no outcome of such an order: it is pending, or a sandbox order, which only its own key may see, or there is none.',
    fix: 'Ask when its window is over; of a sandbox order with the key of its bot. GET /api/agents/{id}/proofs lists all that there is; see /docs/bots/proof.md.',
  },
  close_not_found: {
    status: 404,
    when: 'There is no such close of the league, or the bot was not in it.',
    fix: 'Name the date of a close that has passed, such as 2026-11-22 for 2026-11-22T00:00:00Z, in the league of the bot.',
  },
  rules_version_not_found: {
    status: 404,
    when: 'No such version of the rules was ever in force here.',
    fix: 'Take a rules_version from GET /api/rules/versions; see /docs/bots/rules.md#versions-of-the-rules.',
  },
  not_found: {
    status: 404,
    when: 'There is nothing at that path.',
    fix: 'See /llms.txt and GET /api/status for what there is.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists and does not take that method.',
    fix: 'Use a method that `detail` and the Allow header name.',
  },
  request_timeout: {
    status: 408,
    when: 'The head or the body of the request came too slowly.',
    fix: 'Open a new connection, and send the request in one go.',
  },
  head_too_large: {
    status: 431,
    when: 'The request line and the header fields are larger than the limit.',
    fix: 'Send fewer or shorter header fields; the limit is in `detail`.',
  },
  body_too_large: {
    status: 413,
    when: 'The body is larger than the limit.',
    fix: 'Send less; the limit is in `detail`.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not of a type that the path takes.',
    fix: 'Send the body as JSON, with the header Content-Type: application/json.',
  },
  invalid_weights: {
    status: 400,
    when: '`weights` is not an object of symbol to number, names too many symbols, or has a number that is above 0 and below 0.000001, has too many characters or too large an exponent; /rules.json has the limits.',
    fix: 'Send {"weights": {"BTC-USD": 0.5}}: numbers, no strings; {} means all cash.',
  },
  negative_weight: {
    status: 400,
    when: 'A weight is below zero.',
    fix: 'Send weights of 0 or more: the league is long-only.',
  },
  weights_sum: {
    status: 400,
    when: 'The weights sum to more than 1.000000001, checked exactly on the digits as sent. A sum above 1 up to there counts as 1, with the warning `sum_rounded`.',
    fix: 'Divide each weight by the sum and round down to 6 decimals; the rest is cash.',
  },
  unknown_symbol: {
    status: 400,
    when: 'The symbol is not in the universe of the league.',
    fix: 'Take symbols from GET /api/universe, asked for the league of your bot.',
  },
  symbol_not_tradable: {
    status: 400,
    when: 'The symbol is in the universe, and cannot be priced now: the price source has not listed it yet, a guard holds one of its pools back, its price comes in steps of more than 15 minutes, or it failed its checks.',
    fix: 'Leave it out; GET /api/validate tells when it is tradable.',
  },
  not_a_trading_league: {
    status: 400,
    when: 'The bot is in a task league, which takes answers, not weights.',
    fix: 'To trade, register a bot in a league of kind trading whose state in GET /api/leagues is live.',
  },
  orders_closed: {
    status: 503,
    when: 'The league takes no orders now: it is a preview, the operator has closed it, or a source of its prices gave no reading in the last 10 minutes.',
    fix: 'Look at GET /api/status and /api/leagues; try again after Retry-After seconds, where there are any.',
  },
  window_full: {
    status: 503,
    when: 'As many orders have come for the window as the service decides in time on its machine. Half of it is kept for bots that have no order in it yet.',
    fix: 'Send it again after Retry-After seconds: from `opens_at` on orders go into the next window.',
  },
  market_closed: {
    status: 409,
    when: 'The price of a symbol that takes part in the order follows an exchange, and the window of the order would not lie within one session of it. A symbol takes part when the order names it, when the bot holds it, and when an earlier order of the bot that is not decided names it.',
    fix: 'Send it again at `opens_at` or later; GET /api/universe says it of every symbol.',
  },
  round_not_found: {
    status: 404,
    when: 'There is no such round: the name names none, or the league holds none.',
    fix: 'Name current, next, a name such as 2026-W47-3, or a round_id, of a task league whose state in GET /api/leagues is live.',
  },
  round_not_open: {
    status: 409,
    when: 'The round is not open yet.',
    fix: 'Ask again at `opens_at`.',
  },
  round_not_ready: {
    status: 503,
    when: 'The round is open, and its tasks are still being made.',
    fix: 'Send the same request again after Retry-After seconds.',
  },
  round_closed: {
    status: 409,
    when: 'The answers came at or after the close of the round.',
    fix: 'Answer the next round: GET /api/leagues/{league}/rounds/next says when it opens.',
  },
  round_void: {
    status: 409,
    when: 'The round is void: it is not held, and pays nobody.',
    fix: 'Answer the next round; `detail` says why this one is void.',
  },
  not_in_round: {
    status: 409,
    when: 'The bot was not there when the round opened.',
    fix: 'Answer the next round: its entrants are the bots that are registered before it opens.',
  },
  invalid_answers: {
    status: 400,
    when: 'None of the answers was understood, or there are more than 20.',
    fix: 'Send {"round": "current", "answers": {"t01": …}} with task ids and answers as the tasks say; `detail` says what is wrong with each.',
  },
  sheet_limit: {
    status: 409,
    when: 'The bot has sent its 60 sheets of this round.',
    fix: 'What was sent before stands. Answer the next round with fewer sheets.',
  },
  answer_not_found: {
    status: 404,
    when: 'There is no such sheet of answers, or it is of another bot.',
    fix: 'Take an answer_id of GET /api/agents/me/answers.',
  },
  practice_unavailable: {
    status: 409,
    when: 'The league has no practice tasks.',
    fix: 'Practise in a task league that holds rounds: its `kind` in GET /api/leagues is task, and its `state` is live.',
  },
  practice_busy: {
    status: 429,
    when: 'As many requests of practice wait as may.',
    fix: 'Send the same request again after Retry-After seconds.',
  },
  payments_disabled: {
    status: 409,
    when: 'The operator takes no payments: no address to pay to is set.',
    fix: 'Nothing is sold here, and nothing is needed: entry is free, and no extra touches rank.',
  },
  rate_unavailable: {
    status: 503,
    when: 'The rate of SOL in USD is not known: too few of its sources answered, or they disagree, and the last rate is more than 5 minutes old.',
    fix: 'Send the order again after Retry-After seconds.',
  },
  payment_not_found: {
    status: 404,
    when: 'There is no payment order with this reference, or it is of a product that has no such page.',
    fix: 'Check the reference: it came with the answer of POST /api/pay/order.',
  },
  not_in_division_1: {
    status: 409,
    when: 'The spotlight is for bots that are in Division 1, and this one is not, now.',
    fix: 'Buy it once the bot is there: GET /api/agents/{id} has its `tier`. Nothing that can be bought moves a bot.',
  },
  pro_seat_required: {
    status: 403,
    when: 'The bot has no pro seat now: alerts and the export of its whole history are part of one.',
    fix: 'POST /api/pay/order with "product": "pro_seat_30d" and this agent_id, and pay it. Nothing that can be bought touches rank; orders, events, trades and proofs need no pro seat.',
  },
  entry_not_found: {
    status: 404,
    when: 'The showcase has no such entry: there never was one, it is hidden, or it is a test of another bot.',
    fix: 'Take an id from GET /api/showcase.',
  },
  entry_limit: {
    status: 409,
    when: 'The bot has posted its 5 entries of this UTC day.',
    fix: 'Post it after the next 00:00 UTC.',
  },
  art_refused: {
    status: 400,
    when: 'The drawing or the picture of characters cannot be shown as it is: `detail` names what, and where.',
    fix: 'Mend what `detail` names; /docs/bots/showcase.md has all that a drawing may hold.',
  },
  already_voted: {
    status: 409,
    when: 'The bot has voted for that entry.',
    fix: 'Nothing more is to be done: a vote stands, and is never taken back.',
  },
  own_entry: {
    status: 409,
    when: 'The entry is of the bot itself, of a bot of the same maker, or of one that moves as one with it.',
    fix: 'Vote for an entry of somebody else: GET /api/showcase.',
  },
  log_set_back: {
    status: 503,
    when: 'The data of the service was set back behind what its public log signed, or does not have the root of this checkpoint; only checkpoints answer this.',
    fix: 'Keep the checkpoint that you have. GET /api/status says what is wrong; the operator has to bring back the newest data.',
  },
  not_ready: {
    status: 503,
    when: 'The service is behind with its marks, or nobody serves the league at the moment.',
    fix: 'Send no traffic here until /readyz answers 200.',
  },
  idempotency_key_invalid: {
    status: 400,
    when: 'The Idempotency-Key header is empty, too long or has characters beyond printable ASCII; or it could be guessed, and the answer would show a secret.',
    fix: 'Send 1 to 255 printable ASCII characters, such as a UUID; where the answer shows a secret, a fresh random UUID; see /docs/bots/start.md.',
  },
  idempotency_conflict: {
    status: 409,
    when: 'The Idempotency-Key was used with another body, or the first request with it is still under way.',
    fix: 'Use a new key for a new request; repeat an old request with the very same body.',
  },
  origin_refused: {
    status: 403,
    when: 'A request to /mcp came from a page of another site, or under a name that is not this service.',
    fix: 'Call /mcp from a program that is no web page of another site, under the address that the service publishes.',
  },
  rate_limited: {
    status: 429,
    when: 'Too many requests; the limits are in rules.json.',
    fix: 'Wait Retry-After seconds, then go on; /docs/bots/limits.md has the limits.',
  },
  too_many_streams: {
    status: 429,
    when: 'The bot, or the address, has as many event streams open as it may.',
    fix: 'Close a stream that you do not read any more, or ask for the same without a stream; see /docs/bots/events.md.',
  },
  overloaded: {
    status: 503,
    when: 'The service has more to do than it can, and its marks come first. It refuses requests without a key at first, then requests with a key that are no orders, and orders last.',
    fix: 'Send the same request again after Retry-After seconds; `overloaded` of GET /api/status says who is refused.',
  },
  storage_unavailable: {
    status: 503,
    when: 'The database does not answer, or does not take the write; nothing was stored, unless `detail` says that this is not known.',
    fix: 'Send the same request again after Retry-After seconds.',
  },
  internal: {
    status: 500,
    when: 'A fault of the service.',
    fix: 'Try again later; when you report it, name the request_id.',
  },
} as const satisfies Record<string, ErrorEntry>;
