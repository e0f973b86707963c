import { config } from "./config";

type ThirdParty = { id: string; url: string };
export type ThirdParties = { tagManager: ThirdParty | null; pixel: ThirdParty | null };

const NONE: ThirdParties = { tagManager: null, pixel: null };

/**
 * Returns the third parties that the browser can load after consent. Returns none if a request header refuses tracking
 * (DNT or Global Privacy Control). The server checks these headers, because scripts in the page cannot see a header
 * that a proxy adds. Rule: site.tag-manager.
 */
export function thirdPartiesFor(headers: Headers): ThirdParties {
  const refused = headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1";
  return refused ? NONE : config.thirdParties;
}
