/** What the operator may do by hand: what /rules.json says of it. */
import { limits } from 'papertape-contract/limits';

export function operatorSection(): Readonly<Record<string, unknown>> {
  return {
    public:
      'every act needs a reason and is an entry of GET /api/incidents and the page /incidents, with its instant; no entry is ever changed',
    reason_characters: { min: 1, max: limits.operatorReasonCharactersMax },
    when: 'at the first mark at or after the instant at which it was asked for',
    acts: {
      symbols: 'suspend, resume, delist (see suspension)',
      close_league:
        'the league takes no new orders (orders_closed, with the reason); pending orders still fill, and registrations go on; until it is opened again',
      hide_league:
        'the league is on no list and takes no registrations (league_hidden); its bots go on, and its boards, bots and proofs can be read by its id; until it is shown again',
      set_capacity: `the seats of each tier of a league, 1 to ${limits.operatorSeatsPerTierMax} (of a task league to ${limits.taskLeagueSeatsPerTierMax}), never fewer than are taken or kept (seats_per_tier of a league); the ladder decides with those of the close`,
      retire: 'a bot is retired with the effect of its own retirement, labelled retired_by: operator',
      ban: 'a bot, a maker or a network address: nothing can be sent in its name any more (banned, address_banned); its bots are retired, pending orders fill, and records stand; until unban',
      hide_text:
        'a notice stands in the place of a text that a bot publishes; the public log keeps what it was told; until show_text',
      reinstate: 'a bot that the operator retired is there again, until the next close, while its seat is free',
      void_close: 'see void_closes',
      end_market:
        'a simulated market whose seed was drawn takes no more orders, for good; when the windows of the last ones are over, its seed and salt are published in the public log, and anybody can make its prices again',
    },
    cannot: 'change an order, a fill, a price, a value, a rank or a key, or delete a fact',
  };
}
