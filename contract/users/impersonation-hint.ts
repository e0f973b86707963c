/**
 * Cookie without secrets: `1` during an impersonation, even if the impersonation has expired
 * (docs/decisions/0045).
 */
export const IMPERSONATION_HINT = "seeing_as";
