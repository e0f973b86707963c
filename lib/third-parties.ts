import { config } from "./config";

type ThirdParty = { id: string; url: string };
export type ThirdParties = { tagManager: ThirdParty | null; pixel: ThirdParty | null };

const NONE: ThirdParties = { tagManager: null, pixel: null };

/**
 * What the browser may load once its person has agreed: nothing when a header says no, since a signal
 * of an extension or a proxy is seen by no script. ("A tag manager loads unless do-not-track is set";
 * Global Privacy Control counts the same.)
 */
export function thirdPartiesFor(headers: Headers): ThirdParties {
  const refused = headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1";
  return refused ? NONE : config.thirdParties;
}
