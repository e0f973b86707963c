import { z } from "zod";

/*
 * Disables Zod's code generation in browsers. To test whether a browser allows generated code, Zod runs some, and this
 * test violates the content security policy. Every schema module imports this module first, because Zod runs the test
 * when it creates a schema.
 */
if (typeof document !== "undefined") z.config({ jitless: true });
