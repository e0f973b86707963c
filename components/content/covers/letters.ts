/** SVG path of a ring that is used as a letter. Its hole is half as high as the ring. */
const RING = "M.5 2A1.5 1.5 0 1 1 3.5 2A1.5 1.5 0 1 1 .5 2Z";

/**
 * SVG paths of capital letters, drawn with a line one unit wide in a box of 4 × 4 units. The box crops longer lines.
 * Every round part is the brand's ring or a section of it.
 */
export const LETTERS: Record<string, string> = {
  A: "M.2 5L2 1L3.8 5M1 3.15H3",
  B: "M.5 4V.5H2.15A.75 .75 0 0 1 2.15 2H.5M2.15 2H2.5A.75 .75 0 0 1 2.5 3.5H.5",
  C: "M3.06 .94A1.5 1.5 0 1 0 3.06 3.06",
  D: "M.5 4V.5H2A1.5 1.5 0 0 1 2 3.5H.5",
  E: "M3.6 .5H.5V3.5H3.6M.5 2H3.2",
  F: "M3.6 .5H.5V4M.5 2.2H3.2",
  G: "M3.06 .94A1.5 1.5 0 1 0 3.5 2.1H2",
  H: "M.5 0V4M3.5 0V4M.5 2H3.5",
  I: "M2 0V4",
  J: "M3.2 0V2.3A1.2 1.2 0 0 1 .8 2.3",
  K: "M.5 0V4M3.9 -.5L1.1 2L3.9 4.5",
  L: "M.5 0V3.5H3.6",
  M: "M.5 4V-1L2 2.4L3.5 -1V4",
  N: "M.5 4V.2L3.5 3.8V0",
  O: RING,
  P: "M.5 4V.5H2.4A.95 .95 0 0 1 2.4 2.4H.5",
  Q: `${RING}M2.3 2.3L4.2 4.2`,
  R: "M.5 4V.5H2.4A.9 .9 0 0 1 2.4 2.3H.5M2 2.3L3.6 4.6",
  S: "M3.4 .5H1.4A.75 .75 0 0 0 1.4 2H2.6A.75 .75 0 0 1 2.6 3.5H.6",
  T: "M0 .5H4M2 .5V4",
  U: "M.5 0V2A1.5 1.5 0 0 0 3.5 2V0",
  V: "M.2 -1L2 3L3.8 -1",
  W: "M.1 -2L1.15 2.6L2 .4L2.85 2.6L3.9 -2",
  X: "M-.2 -.6L4.2 4.6M4.2 -.6L-.2 4.6",
  Y: "M-.2 -.7L2 2L4.2 -.7M2 2V4",
  Z: "M.3 .5H3.2L.8 3.5H3.7",
};
