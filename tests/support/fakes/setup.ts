import { openFakes } from "./server";

/** Starts the fake services at the configured address, for all tests of a run. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const address = process.env.STAND_INS_URL;
  if (!address) return undefined;
  const { close } = await openFakes(address);
  return close;
}
