/**
 * Node's HTTP, loaded so that a WebSocket client and the `fetch` of the web do not come with it: to import `node:http` reads all that it
 * exports, and two of its exports load them, which takes 8 MB or more. That nothing else imports it is a rule of the house (`http-by-lib`).
 */
export const { Agent: HttpAgent, createServer, request: httpRequest } = process.getBuiltinModule('node:http');
