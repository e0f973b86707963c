import { perProcess } from "./per-process";

/**
 * The programme's time. It is the database's time once the embedded back end has read it, and this machine's time until
 * then.
 */
export const serverTime = perProcess("server-time", () => ({ now: () => new Date() }));
