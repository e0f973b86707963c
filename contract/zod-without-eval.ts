import { z } from "zod";

/*
 * Disables Zod's code generation in browsers. Zod's own test for code generation would violate the content security
 * policy. All schema modules import this module first, because Zod decides when it creates a schema.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
