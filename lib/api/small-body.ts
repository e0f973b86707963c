import { readText } from "@/contract/read-body";
import { failure } from "./failure";

/** The longest body the site's own routes take, in bytes: a provider's tokens take a few thousand. */
const MAX = 65_536;

/**
 * The text of a body that anybody may send to the site, or the response that refuses it. A body that is
 * too long is not read: its connection ends with the response.
 */
export async function readSmall(request: Request): Promise<string | Response> {
  const body = await readText(request, MAX);
  if ("text" in body) return body.text;
  if (body.unread === "cut_off") return failure("not_json");
  const refused = failure("too_large");
  refused.headers.set("Connection", "close");
  return refused;
}
