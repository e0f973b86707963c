/**
 * Name of a cookie that is `1` during an impersonation, even an expired one. The cookie contains no secret
 * (docs/decisions/0045).
 */
export const IMPERSONATION_HINT = "seeing_as";
