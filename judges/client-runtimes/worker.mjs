// A worker: a POST of the places answers with the steps of the journey. in-workerd.mjs lays the client beside it.
import * as client from './client/index.js';
import { journey } from './journey.mjs';

// oxlint-disable-next-line import/no-default-export -- that is what makes a module a worker
export default {
  fetch: async (request) => Response.json(await journey(client, await request.json())),
};
