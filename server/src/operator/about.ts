/** What an incident or an action of the operator is about: the kind says what the id names. */
export interface About {
  readonly kind: 'symbol' | 'close' | 'league' | 'bot';
  /** A symbol, a league's id, a bot's id, or a close as `spot_crypto/2026-11-23`. */
  readonly id: string;
}
