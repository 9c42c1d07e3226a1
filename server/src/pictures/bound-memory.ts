/**
 * A WebAssembly module that may take no more than so much memory: the limit is written into its memory section. What asks for more
 * gets none, and fails by itself instead of growing the process (https://webassembly.github.io/spec/core/binary/modules.html#memory-section).
 *
 * Example: a module of which the section says `at least 17 pages` -> the same, with `at least 17 and at most 4096 pages`.
 */
const memorySection = 5;
const headBytes = 8;

/** @param pagesMax of 65,536 bytes each. Throws where the module has not exactly one memory of its own without a limit. */
export function boundMemory(wasm: Uint8Array, pagesMax: number): Uint8Array {
  let at = headBytes;
  while (at < wasm.length) {
    const [size, body] = unsigned(wasm, at + 1);
    if (wasm[at] !== memorySection) {
      at = body + size;
      continue;
    }
    const [count, flag] = unsigned(wasm, body);
    if (count !== 1 || wasm[flag] !== 0) throw new Error('the module has another memory than is known');
    const [least, end] = unsigned(wasm, flag + 1);
    const section = [1, 1, ...written(least), ...written(pagesMax)];
    return Buffer.concat([
      wasm.subarray(0, at),
      Uint8Array.from([memorySection, ...written(section.length), ...section]),
      wasm.subarray(end),
    ]);
  }
  throw new Error('the module has no memory of its own');
}

/** LEB128. @returns the number, and where the next byte is. */
function unsigned(bytes: Uint8Array, from: number): readonly [value: number, next: number] {
  let value = 0;
  let at = from;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

function written(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [value] : [low + 128, ...written((value - low) / 128)];
}
