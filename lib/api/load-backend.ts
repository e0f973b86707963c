/** Loads the embedded back end, which only the instrumentation imports (lib/api/transport.ts). */
export const loadBackend = () => import("@/backend/app");
