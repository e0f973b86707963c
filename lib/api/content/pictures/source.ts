import { PICTURE_BYTES_MAX } from "@/contract/content/media";
import { config } from "../../../config";
import { TooLong } from "../../fetch-within";
import { sendContent } from "../../transport";

/** The bytes of a picture, and the version that its back end gives them. */
export type Source = { bytes: Uint8Array; version: string | null };

/** How often a picture may have moved: to https, then to where its files are served. */
const REDIRECTS_MAX = 3;

/**
 * Reads a picture from the content's back end, and no further than a picture may be long. Null where there is none to
 * show: the back end has no such file, or one that is too long. Throws when it cannot be reached.
 */
export async function readSource(url: URL): Promise<Source | null> {
  const response = await followed(url);
  if (!response) return null;
  if (response.status >= 500) throw new Error(`${url.href}: ${response.status}`);
  if (response.status !== 200) return null;
  const version = /^"(.+)"$/.exec(response.headers.get("etag") ?? "")?.[1] ?? null;
  return { bytes: new Uint8Array(await response.arrayBuffer()), version };
}

/** The answer, of whichever of the content's own hosts has the file; null where it leads elsewhere, or is too long. */
async function followed(url: URL): Promise<Response | null> {
  let from = url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await answerOf(from);
    if (!response || response.status < 300 || response.status >= 400) return response;
    const to = URL.parse(response.headers.get("location") ?? "", from);
    // Anything else would let a redirect choose whom this site asks.
    if (!to || !/^https?:$/.test(to.protocol) || !config.content.hosts.includes(to.host))
      return null;
    from = to;
  }
  return null;
}

async function answerOf(url: URL): Promise<Response | null> {
  try {
    return await sendContent(new Request(url, { redirect: "manual" }), PICTURE_BYTES_MAX);
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}
