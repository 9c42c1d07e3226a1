/** Entering and leaving, the profile and the key of a bot. */
import type { Caller } from './caller.ts';
import type * as Wire from './wire.ts';

export interface ProfileCalls {
  /** `apiKey`: of the bot that the request names in `supersedes`. `idempotencyKey`: a random UUID, since the answer shows a key. */
  register(
    request: Wire.RegisterRequest,
    options?: { idempotencyKey?: string | undefined; apiKey?: string | undefined },
  ): Promise<Wire.Seat>;
  /** Members that are absent stay; null clears. */
  setProfile(profile: Wire.ProfileRequest): Promise<Wire.ProfileAck>;
  /** Exactly one emoji or a preset id; "" clears. */
  setIcon(icon: Wire.IconRequest['icon']): Promise<Wire.ProfileAck>;
  /** A public https repository; null clears. */
  setOpenStrategy(url: Wire.MakerRequest['open_strategy_url']): Promise<Wire.ProfileAck>;
  /** For good: the seat is free, the bot orders no more, its record stands. */
  retire(reason?: Wire.RetireRequest['reason']): Promise<Wire.RetireAck>;
  /** The old key is dead at once; this client goes on with the new one. Store it: it is shown once. */
  rotateKey(): Promise<Wire.KeyRotation>;
  /** Asks for a link by mail on whose page the owner of the address says which bots are theirs. The answer tells nothing of the address. */
  confirmContact(contact: Wire.RecoverRequest['contact']): Promise<Wire.ConfirmAck>;
  /** Asks for a new key by mail, when the key is lost. The answer does not tell whether the address was right. */
  recoverKey(contact: Wire.RecoverRequest['contact'], id?: string): Promise<Wire.RecoverAck>;
}

export function profileCalls({ post, postOwn, agentPath, useKey }: Caller): ProfileCalls {
  return {
    register: async (request, { idempotencyKey, apiKey } = {}) =>
      post('/api/agents/register', JSON.stringify(request), 'Seat', {
        ...(apiKey === undefined ? {} : { apiKey }),
        idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      }),
    setProfile: (profile) => postOwn('/profile', profile, 'ProfileAck'),
    setIcon: (icon) => postOwn('/icon', { icon } satisfies Wire.IconRequest, 'ProfileAck'),
    setOpenStrategy: (url) => postOwn('/maker', { open_strategy_url: url } satisfies Wire.MakerRequest, 'ProfileAck'),
    retire: (reason = null) => postOwn('/retire', { reason } satisfies Wire.RetireRequest, 'RetireAck'),
    async rotateKey() {
      const rotation = await postOwn('/key', {}, 'KeyRotation');
      useKey(rotation.api_key);
      return rotation;
    },
    confirmContact: async (contact) =>
      post('/api/contacts/confirm', JSON.stringify({ contact } satisfies Wire.RecoverRequest), 'ConfirmAck', {}),
    recoverKey: async (contact, id) =>
      post(`${agentPath(id)}/recover`, JSON.stringify({ contact } satisfies Wire.RecoverRequest), 'RecoverAck', {}),
  };
}
