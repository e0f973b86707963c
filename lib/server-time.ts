import { perProcess } from "./per-process";

/** The programme's time: the database's time once the embedded back end has read it, before that this machine's time. */
export const serverTime = perProcess("server-time", () => ({ now: () => new Date() }));
