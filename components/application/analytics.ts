import Cookies from "js-cookie";
import { SAVED_FIELDS } from "@/contract/project/project-fields";
import type { SaveProjectBody } from "@/contract/project/project-schemas";
import type { User } from "@/contract/users/user-schemas";
import type { Changes } from "@/lib/draft/project-form";

export type Applicant = Pick<
  User,
  "id" | "email" | "first_name" | "last_name" | "has_password" | "has_app" | "roles"
>;

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Returns the SHA-256 of the saved application as 64 hex digits. Fields are in the contract's order, so equal
 * applications have equal hashes. Undefined if the page has no Web Crypto (http on a host other than localhost).
 */
export async function projectHash(values: Changes): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const ordered = SAVED_FIELDS.map((field) => [field, values[field] ?? null]);
  const bytes = new TextEncoder().encode(JSON.stringify(ordered));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Adds the event of a manual save to the analytics data layer, before the save request. No tool reads the data layer
 * before consent.
 */
export function pushSaveEvent(user: Applicant, eventId: string | undefined): void {
  const { email, first_name, last_name } = user;
  window.dataLayer ??= [];
  window.dataLayer.push({
    event: "application_submission",
    email,
    first_name,
    last_name,
    event_id: eventId,
  });
}

/**
 * Returns the user's name, email address, and time zone for a save request. Includes the social pixel's ids if the
 * pixel's cookies exist.
 */
export function payloadUser({ email, first_name, last_name }: Applicant): SaveProjectBody["user"] {
  const fbp = Cookies.get("_fbp");
  const fbc = Cookies.get("_fbc");
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const own = { ...(time_zone && { time_zone }), ...(fbp && { fbp }), ...(fbc && { fbc }) };
  return { email, first_name, last_name, ...own };
}
