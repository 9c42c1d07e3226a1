/**
 * Which methods each path takes. To answer the other methods, and OPTIONS, by routes of their own would make eight routes of each: that costs 3 MB,
 * and this a look at requests that no route takes.
 */
import type { Address } from './nearest-address.ts';

export interface KnownPaths {
  add(address: Address): void;
  /** Every route, in the order in which they came. */
  addresses(): readonly Address[];
  /** The route of a method and a path. */
  addressAt(method: Address['method'], path: string): Address | undefined;
  /** The methods of the path of a request, OPTIONS last; undefined when no route is at that path. */
  methodsAt(url: string): readonly string[] | undefined;
  /** The path of a route as it is declared, `/api/agents/{agent_id}`, which the URL fits; undefined when none does. */
  routeAt(url: string): string | undefined;
  /**
   * Paths without places that a route with places takes for a method that they do not: GET `/api/agents/register`, which is POST's, fits
   * `/api/agents/:agent_id`.
   */
  shadowed(): readonly { readonly path: string; readonly methods: readonly ('GET' | 'HEAD' | 'POST')[] }[];
}

export function createKnownPaths(): KnownPaths {
  const fixed = new Map<string, string[]>();
  const added: Address[] = [];
  const patterns = new Map<string, { readonly pattern: RegExp; readonly methods: string[] }>();

  function methodsOf(path: string): string[] {
    if (path.includes(':')) {
      const known = patterns.get(path);
      if (known) return known.methods;
      const entry = { pattern: patternOf(path), methods: ['OPTIONS'] };
      patterns.set(path, entry);
      return entry.methods;
    }
    const methods = fixed.get(path) ?? ['OPTIONS'];
    fixed.set(path, methods);
    return methods;
  }

  function withPlaces(path: string): readonly string[] | undefined {
    for (const { pattern, methods } of patterns.values()) if (pattern.test(path)) return methods;
    return undefined;
  }

  return {
    add(address) {
      const { path, method } = address;
      added.push(address);
      methodsOf(path).splice(-1, 0, ...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
    },
    addresses: () => added,
    addressAt: (method, path) =>
      added.find((each) => each.method === method && (each.path === path || patternOf(each.path).test(path))),
    methodsAt(url) {
      const path = pathOf(url);
      return fixed.get(path) ?? withPlaces(path);
    },
    routeAt(url) {
      const path = pathOf(url);
      if (fixed.has(path)) return path;
      for (const [route, { pattern }] of patterns) if (pattern.test(path)) return route.replaceAll(/:(\w+)/g, '{$1}');
      return undefined;
    },
    shadowed() {
      return [...fixed].flatMap(([path, own]) => {
        const methods = (['GET', 'HEAD', 'POST'] as const).filter(
          (m) => !own.includes(m) && withPlaces(path)?.includes(m),
        );
        return methods.length === 0 ? [] : [{ path, methods }];
      });
    },
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${literal(path).replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** The dot of `.md` and the like stands for itself. */
function literal(path: string): string {
  return path.replaceAll('.', String.raw`\.`);
}

/** Without its query, and decoded as the router does it. */
function pathOf(url: string): string {
  const path = /^[^?#]*/.exec(url)?.[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
