import { z } from "zod";

/*
 * Zod writes its own code where it may, and tries once whether it may. In a browser our policy says no,
 * and reports the try: there it goes without. It decides when a schema is made, so the files that every
 * other schema is made from import this before they make theirs.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
