import type { Dependencies } from "../../dependencies";

const LENGTH_MAX = 60;

/**
 * Where a request comes from, in the words of the proxy in front; empty where the configuration names no header. Some
 * proxies write what is no ASCII with percent signs.
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
