/**
 * Name of a cookie with the value `1` during an impersonation. The cookie stays after the impersonation has expired.
 * The cookie contains no secret (docs/decisions/0045).
 */
export const IMPERSONATION_HINT = "seeing_as";
