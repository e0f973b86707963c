import { fileType } from "@/contract/content/media";
import { INERT, policyText } from "@/contract/content-policy";
import { failure, unavailable } from "../../api/failure";
import { fetchWithin } from "../../api/fetch-within";
import { config } from "../../config";
import { sendPublic } from "../content";
import { PICTURE_ORIGIN } from "../picture-address";
import { FILES_PATH } from "../text/own-files";
import { followed } from "./source";

/** Seconds for which caches keep a file from WordPress. */
const AGE = 3600;

/** Headers of WordPress's response that the site passes on. */
const PASSED = ["content-length", "content-range", "accept-ranges", "etag", "last-modified"];

/**
 * Streams a file, or a part of it, from WordPress without keeping it in memory. Returns 404 for a missing file, and 503
 * if WordPress cannot be reached.
 */
export async function fileFrom(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(FILES_PATH.length);
  const type = fileType(path);
  const source = new URL(PICTURE_ORIGIN + path);
  if (!config.content.url || !type || source.origin !== PICTURE_ORIGIN) return failure("not_found");
  const range = request.headers.get("range");
  const headers: Record<string, string> = range ? { Range: range } : {};
  const send = (asked: Request) => fetchWithin(asked, config.content.timeout);
  try {
    const answer = await followed(source, (url) => {
      const asked = new Request(url, { headers, signal: request.signal });
      return url.origin === PICTURE_ORIGIN ? sendPublic(asked, undefined, send) : send(asked);
    });
    if (answer && answer.status >= 500) throw new Error(`${source.href}: ${answer.status}`);
    if (!answer || ![200, 206, 416].includes(answer.status)) return failure("not_found");
    const passed = PASSED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    // Node decompresses the body of an encoded response. Omit its Content-Length header, because it contains the
    // compressed length.
    const isCoded = answer.headers.has("content-encoding");
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        ...Object.fromEntries(passed.filter(([name]) => !isCoded || name !== "content-length")),
        "Content-Type": type,
        "Content-Security-Policy": policyText(INERT),
        "Cache-Control": `public, max-age=${AGE}`,
      },
    });
  } catch (error) {
    return unavailable(error);
  }
}
