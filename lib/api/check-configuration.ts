import { requireConfiguration } from "./configuration";
import { backendWarnings } from "./transport";

/*
 * The launcher checks the configuration with this file before it builds or starts anything: node --import tsx
 * lib/api/check-configuration.ts
 */

await requireConfiguration();
for (const warning of await backendWarnings()) console.error(warning);
