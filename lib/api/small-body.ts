import { readText } from "@/contract/read-body";
import { failure } from "./failure";

/**
 * Maximum size in bytes of a request body for the site's own routes. A sign-in provider's tokens take a few thousand
 * bytes.
 */
const MAX = 65_536;

/**
 * Returns the text of a request's body. Any client can send a request to the site, so a body above the limit is not
 * read: the function then returns the rejecting response, and the connection closes.
 */
export async function readSmall(request: Request): Promise<string | Response> {
  const body = await readText(request, MAX);
  if ("text" in body) return body.text;
  if (body.unread === "cut_off") return failure("not_json");
  const refused = failure("too_large");
  refused.headers.set("Connection", "close");
  return refused;
}
