import type { z } from "zod";
import type { registrationSchema } from "@/contract/users/user-schemas";

/** The registration input without the password. It is stored so that the person can correct the address. */
export type Registered = Pick<
  z.output<typeof registrationSchema>,
  "first_name" | "last_name" | "email" | "interest" | "newsletter"
> & {
  /** The path that the person wanted to open before the registration, or "". */
  going: string;
};

/*
 * The last submitted registration, for the next page. It stays in memory only, never in storage or a URL, so it is lost
 * when the tab closes.
 */
let last: Registered | undefined;

export function rememberRegistered(registered: Registered): void {
  last = registered;
}

export function registered(): Registered | undefined {
  return last;
}
