import { requireConfiguration } from "./configuration";

/*
 * For the launcher, before it starts or builds anything:
 * node --import tsx lib/api/check-configuration.ts
 */

await requireConfiguration();
