import type { z } from "zod";
import type { registrationSchema } from "@/contract/users/user-schemas";

/**
 * The submitted values of the registration form, without the password. The next page uses them, so that the person can
 * correct the email address.
 */
export type Registered = Pick<
  z.output<typeof registrationSchema>,
  "first_name" | "last_name" | "email" | "interest" | "newsletter"
> & {
  /** The path that the person wanted to open before the registration, or "". */
  going: string;
};

/*
 * The last submitted registration, which the next page shows. It stays in this tab's memory only, never in storage or a
 * URL, so closing the tab deletes it.
 */
let last: Registered | undefined;

export function rememberRegistered(registered: Registered): void {
  last = registered;
}

export function registered(): Registered | undefined {
  return last;
}
