import type { z } from "zod";
import type { registrationSchema } from "@/contract/users/user-schemas";

/** What was typed into the registration, without the password: for changing a wrong address. */
export type Registered = Pick<
  z.output<typeof registrationSchema>,
  "first_name" | "last_name" | "email" | "interest" | "newsletter"
> & {
  /** Where the person was going; "" for nowhere. */
  going: string;
};

/*
 * The registration that has just been sent, for the page that follows it. In memory only: it goes with
 * the tab, and is in no storage or URL.
 */
let last: Registered | undefined;

export function rememberRegistered(registered: Registered): void {
  last = registered;
}

export function registered(): Registered | undefined {
  return last;
}
