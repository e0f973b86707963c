import { requireConfiguration } from "./configuration";
import { backendWarnings } from "./transport";

/*
 * The launcher runs this file before it builds or starts anything, to check the configuration: node --import tsx
 * lib/api/check-configuration.ts
 */

await requireConfiguration();
for (const warning of await backendWarnings()) console.error(warning);
