/**
 * Loads the embedded back end. Only the bundle of instrumentation.ts contains this module, because each bundle with the
 * back end takes more build time and memory (lib/api/transport.ts).
 */
export const loadBackend = () => import("@/backend/app");
