/** The task leagues whose rounds are held. A league is here when its generator, its answers and its pay work from end to end. */
export const leaguesWithRounds: ReadonlySet<string> = new Set<string>([]);
