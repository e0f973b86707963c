import { requireConfiguration } from "./configuration";
import { backendWarnings } from "./transport";

/*
 * For the launcher, before it starts or builds anything:
 * node --import tsx lib/api/check-configuration.ts
 */

await requireConfiguration();
for (const warning of await backendWarnings()) console.error(warning);
