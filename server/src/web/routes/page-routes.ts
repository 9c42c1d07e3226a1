/** Pages for people. */
import type { Routes } from '../http.ts';
import type { RouteDeps } from './deps.ts';

export function pageRoutes(_routes: Routes, _deps: RouteDeps): void {}
