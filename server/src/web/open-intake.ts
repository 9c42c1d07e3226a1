/** The intake as the service has it: who may write, by whose time, and what is forgotten when something was found stored. */
import type { IntakeStorage } from '../storage/intake-write.ts';
import { createIntake, type WatchedIntake } from '../storage/intake.ts';
import type { prepareStorage } from '../storage/prepare.ts';

/** What is in memory of what is stored. */
interface Memory {
  readonly registry: { readonly forgetAll: () => void };
  readonly ready: { readonly dropAll: () => void };
  readonly own: { readonly dropAll: () => void };
}

/** @param memory asked for when something was stored that was not known to be: then it may be behind. */
export function openIntake(
  storage: Awaited<ReturnType<typeof prepareStorage>> & { readonly orders?: IntakeStorage | undefined },
  time: IntakeStorage['time'],
  memory: () => Memory,
  answersKeptMs: number,
): WatchedIntake {
  return createIntake(
    storage.orders
      ? { ...storage.orders, time, answersKeptMs }
      : { ...storage, mayWrite: () => storage.lock.isHeld(), time, answersKeptMs },
    {
      onFoundStored() {
        const { registry, ready, own } = memory();
        registry.forgetAll();
        ready.dropAll();
        own.dropAll();
      },
    },
  );
}
