/** What an incident or an action of the operator is about: the kind says what the id names. */
export interface About {
  readonly kind: 'symbol' | 'close' | 'league' | 'bot' | 'market' | 'room';
  /** A symbol, a league's id, a bot's id, the name of a feature room, a close as `spot_crypto/2026-11-23`, or the hash of a simulated market's seed. */
  readonly id: string;
}
