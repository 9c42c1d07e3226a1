/** What a request changes of what a bot shows of itself. */
import { ApiError } from 'papertape-contract/errors';
import type { ProfileRequest } from 'papertape-contract/profile';

/** Members that are absent stay, null clears. Named as on the wire: the answer repeats them. */
export type Changes = Omit<ProfileRequest, 'logo'> & {
  readonly icon?: string | null;
  readonly open_strategy_url?: string | null;
};

export function profileChanges({ logo, ...rest }: ProfileRequest): Changes {
  if (logo === undefined) return rest;
  if (rest.logo_url !== undefined && logo !== rest.logo_url)
    throw new ApiError('invalid_field', 'logo and logo_url differ; they are the same member: send one.');
  return { ...rest, logo_url: logo };
}
