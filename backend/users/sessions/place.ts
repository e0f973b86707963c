import type { Dependencies } from "../../dependencies";

const LENGTH_MAX = 60;

/**
 * Returns the location of the request's sender as the reverse proxy reports it, or an empty string if no header is
 * configured. Some proxies percent-encode characters outside ASCII.
 */
export function placeOf(
  { headers }: Request,
  { PLACE_HEADER }: Pick<Dependencies["config"], "PLACE_HEADER">,
): string {
  const said = PLACE_HEADER ? (headers.get(PLACE_HEADER) ?? "") : "";
  return decoded(said)
    .replaceAll(/[^\p{L}\p{M}\p{N} .,'’()/-]/gu, "")
    .trim()
    .slice(0, LENGTH_MAX);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
