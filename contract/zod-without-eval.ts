import { z } from "zod";

/*
 * Disables Zod's code generation in browsers. To find out whether a browser allows generated code, Zod runs generated
 * code, which violates the content security policy. Every schema module imports this module first, because Zod makes
 * the decision when it creates a schema.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
