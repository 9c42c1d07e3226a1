/** Endpoints of chains that tell other values than most: noted as they are found, and written into the public log beside the marks. */
import type { Log } from '../lib/log.ts';
import type { Instant } from '../lib/clock.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { appendIncident } from '../operator/operator.job.ts';
import type { OtherValue, PriceSource } from '../sources/source.ts';
import type { Storage } from '../storage/storage.ts';
import { endpointName, foldEndpoints, noteOther, noteSame, type EndpointState } from './endpoints.ts';
import { inTurn } from './in-turn.ts';
import { addCount } from './progress.ts';

export interface EndpointWatch {
  /** What endpoints told otherwise than most. */
  note(others: readonly OtherValue[]): void;
  /** Endpoints that told what most told of a mark, when every endpoint was asked. */
  same(chain: number, hosts: readonly string[], mark: Instant): void;
  /** Writes what was noted. @returns how often each endpoint told something else since the last time. */
  write(stop?: AbortSignal): Promise<Map<string, number>>;
}

export interface EndpointWatchDeps {
  readonly storage: Pick<Storage, 'db' | 'engine'>;
  readonly source: Pick<PriceSource, 'chains'>;
  readonly firstMark: Instant;
  readonly log: Log;
}

type Noted = OtherValue | { readonly same: string; readonly mark: Instant };

export function createEndpointWatch({ storage, source, firstMark, log }: EndpointWatchDeps): EndpointWatch {
  const { chains } = source;
  const { db } = storage;
  let noted: Noted[] = [];
  let state: EndpointState | undefined;

  return {
    note: (others) => void noted.push(...others),
    same(chain, hosts, mark) {
      for (const host of hosts) noted.push({ same: endpointName(chains, { chain, host }), mark });
    },
    async write(stop?: AbortSignal) {
      const taken = noted;
      const counts = new Map<string, number>();
      if (taken.length === 0) return counts;
      noted = [];
      try {
        const known = (state ??= foldEndpoints(await allIncidents(db)));
        const draftsAt = (of: EndpointState, atMark: Instant) =>
          taken.flatMap((each) => draftOf(of, chains, each, atMark) ?? []);
        // Most of what is noted makes no entry: the engine's turn is taken only for one that does.
        if (draftsAt(copyOf(known), firstMark).length === 0) draftsAt(known, firstMark);
        else
          await inTurn(
            storage,
            async (trx, lastMark) => {
              const atMark = lastMark ?? firstMark;
              for (const draft of draftsAt(known, atMark)) {
                await appendIncident(trx, draft);
                const { kind, about, reason } = draft;
                log.warn('an endpoint of a chain is in the public log', { kind, endpoint: about.id, reason });
              }
            },
            stop,
          );
      } catch (e) {
        state = undefined;
        noted = [...taken, ...noted];
        throw e;
      }
      for (const each of taken) if (!('same' in each)) addCount(counts, endpointName(chains, each));
      return counts;
    },
  };
}

function draftOf(
  state: EndpointState,
  chains: PriceSource['chains'],
  each: Noted,
  atMark: Instant,
): Omit<Incident, 'id'> | undefined {
  return 'same' in each ? noteSame(state, each.same, each.mark, atMark) : noteOther(state, chains, each, atMark);
}

function copyOf({ differing, lastAt }: EndpointState): EndpointState {
  return { differing: new Map(differing), lastAt: new Map(lastAt) };
}
