/**
 * Node's HTTP, loaded so that a WebSocket client and the `fetch` of the web do not come with it: to import `node:http` reads all that it
 * exports, and two of its exports load them, which takes 8 MB.
 */
export const { createServer, request: httpRequest } = process.getBuiltinModule('node:http');
