import { z } from "zod";

/*
 * Disables code generation in zod in browsers. Zod first tests whether it can generate code. The content
 * security policy forbids that and would report the attempt. Zod decides when it creates a schema, so the base
 * modules of all schemas import this module first.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
