import { readText } from "@/contract/read-body";
import { failure } from "./failure";

/** Maximum bytes of a body for the site's own routes. A provider's tokens take a few thousand bytes. */
const MAX = 65_536;

/**
 * Returns the text of a body that any client can send to the site, or the response that rejects it. Does not read a body
 * above the limit: the connection closes with the response.
 */
export async function readSmall(request: Request): Promise<string | Response> {
  const body = await readText(request, MAX);
  if ("text" in body) return body.text;
  if (body.unread === "cut_off") return failure("not_json");
  const refused = failure("too_large");
  refused.headers.set("Connection", "close");
  return refused;
}
