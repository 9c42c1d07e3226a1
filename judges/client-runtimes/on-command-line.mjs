// node|deno|bun on-command-line.mjs PLACES: the journey with the client as that runtime imports it. Prints the steps as JSON.
import process from 'node:process';
import * as client from '../../client/packed/dist/index.js';
import { journey } from './journey.mjs';

console.log(JSON.stringify(await journey(client, JSON.parse(process.argv[2]))));
