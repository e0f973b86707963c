import { config } from "./config";

type ThirdParty = { id: string; url: string };
export type ThirdParties = { tagManager: ThirdParty | null; pixel: ThirdParty | null };

const NONE: ThirdParties = { tagManager: null, pixel: null };

/**
 * What the browser may load after consent: nothing when a header refuses it, since a signal
 * sent by an extension or a proxy is invisible to scripts. Global Privacy Control counts as do-not-track does (rule
 * site.tag-manager).
 */
export function thirdPartiesFor(headers: Headers): ThirdParties {
  const refused = headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1";
  return refused ? NONE : config.thirdParties;
}
