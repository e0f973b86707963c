import { z } from "zod";

/*
 * Zod generates code where it may, and tries once whether it may. In a browser our policy says no,
 * and reports the attempt, so there it goes without. It decides when a schema is created, so the files that every
 * other schema builds on import this before they create theirs.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
