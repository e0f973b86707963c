/** A cookie without secrets: `1` while the browser sees as somebody else, over or not (docs/decisions/0045). */
export const SEEING_HINT = "seeing_as";
