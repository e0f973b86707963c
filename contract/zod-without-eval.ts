import { z } from "zod";

/*
 * Disables Zod's code generation in browsers. To find out whether a browser allows generated code, Zod runs generated
 * code, which violates the content security policy. Zod does this when a schema is created. Therefore every schema
 * module imports this module first.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
