import { perProcess } from "./per-process";

/** What time the programme has it: the database's once the embedded back end knows it, else this machine's. */
export const serverTime = perProcess("server-time", () => ({ now: () => new Date() }));
