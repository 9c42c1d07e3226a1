/** Waits for what a request stores. */
import { ApiError } from 'papertape-contract/errors';

/**
 * Throws ApiError (503) when the database does not take it; an ApiError of the write itself goes through.
 * @param what the end of the sentence: `the change; nothing was changed`.
 */
export async function stored(write: Promise<void>, what: string): Promise<void> {
  try {
    await write;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const headers = { 'Retry-After': '5' };
    throw new ApiError('storage_unavailable', `The database did not take ${what}.`, { cause, headers });
  }
}
