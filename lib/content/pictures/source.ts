import { PICTURE_BYTES_MAX } from "@/contract/content/media";
import { TooLong } from "../../api/fetch-within";
import { sendContent } from "../../api/transport";
import { config } from "../../config";
import { sendPublic } from "../content";
import { PICTURE_ORIGIN } from "../picture-address";

/** Bytes of a picture, and the version that the back end reports. */
export type Source = { bytes: Uint8Array; version: string | null };

/**
 * Maximum number of redirects that the site follows for a picture, for example to https and then to the host of the
 * file.
 */
const REDIRECTS_MAX = 3;

/**
 * Reads a picture from the content back end, up to the size limit. Returns null if the file does not exist or is too
 * large. Throws if the back end cannot be reached.
 */
export async function readSource(url: URL): Promise<Source | null> {
  const response = await followed(url, answerOf);
  if (!response) return null;
  if (response.status >= 500) throw new Error(`${url.href}: ${response.status}`);
  if (response.status !== 200) return null;
  const version = /^"(.+)"$/.exec(response.headers.get("etag") ?? "")?.[1] ?? null;
  return { bytes: new Uint8Array(await response.arrayBuffer()), version };
}

/**
 * Follows a picture's redirects among the configured content hosts. Returns null if a redirect leads to another host,
 * or after too many redirects.
 */
export async function followed(
  url: URL,
  ask: (url: URL) => Promise<Response | null>,
): Promise<Response | null> {
  let from = url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await ask(from);
    if (!response || response.status < 300 || response.status >= 400) return response;
    const to = URL.parse(response.headers.get("location") ?? "", from);
    // The site follows redirects only to the content's hosts. Otherwise a redirect could choose which server the site
    // requests.
    if (!to || !/^https?:$/.test(to.protocol) || !config.content.hosts.includes(to.host))
      return null;
    from = to;
  }
  return null;
}

async function answerOf(url: URL): Promise<Response | null> {
  try {
    // Credentials are only for the WordPress, never for a host that a redirect leads to.
    const sending = url.origin === PICTURE_ORIGIN ? sendPublic : sendContent;
    return await sending(new Request(url, { redirect: "manual" }), PICTURE_BYTES_MAX);
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}
