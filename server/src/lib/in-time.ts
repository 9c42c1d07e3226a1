/**
 * Rejects when the work takes longer than so many milliseconds; what becomes of it then is nobody's concern. A process that was busy itself
 * looks first at what has come meanwhile: timers go before it.
 */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => setImmediate(reject, new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
