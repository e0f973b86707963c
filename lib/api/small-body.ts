import { readText } from "@/contract/read-body";
import { failure } from "./failure";

/**
 * Maximum size in bytes of a request body for the site's own routes. A sign-in provider's tokens take a few thousand
 * bytes.
 */
const MAX = 65_536;

/**
 * Returns the text of a request's body. Does not read a body above the limit, because any client can send a request to
 * the site. For such a body, returns the error response instead, which closes the connection.
 */
export async function readSmall(request: Request): Promise<string | Response> {
  const body = await readText(request, MAX);
  if ("text" in body) return body.text;
  if (body.unread === "cut_off") return failure("not_json");
  const refused = failure("too_large");
  refused.headers.set("Connection", "close");
  return refused;
}
