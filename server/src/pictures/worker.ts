/** The thread that draws, so that no request and no mark waits for a drawing. Started by drawing-thread.ts. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../lib/text.ts';
import { openDrawing, type Draw, type Picture } from './draw.ts';
import type { Said } from './drawing-thread.ts';

const draw = await openDrawing().catch(leftOut);
const say = (said: Said): void => parentPort?.postMessage(said);

parentPort?.on('message', (picture: Picture) => {
  try {
    say({ png: draw(picture) });
  } catch (e) {
    // Memory that it cannot have ends the module at once, without a word.
    const isOut = e instanceof WebAssembly.RuntimeError;
    say({ fault: isOut ? 'it takes more memory than a picture may have' : messageOf(e) });
  }
});
say('ready');

/** Each picture is given up where an install has left out what draws them (`npm install --omit=optional`), and why is told. */
function leftOut(e: unknown): Draw {
  if (!messageOf(e).startsWith("Cannot find package '@resvg/resvg-wasm'")) throw e;
  return () => {
    throw new Error('the package @resvg/resvg-wasm, which draws pictures, is not installed');
  };
}
