import { z } from "zod";

/** States of a video's playable rendition. A file without a rendition plays as it was uploaded. */
export const RENDITION_STATES = ["waiting", "ready", "failed"] as const;
export type RenditionState = (typeof RENDITION_STATES)[number];

/** The state of each video's rendition, by the file's id. */
export const renditionStatesSchema = z.record(z.string(), z.enum(RENDITION_STATES));

/** `as`: the rendition's video or its poster frame instead of the file itself. */
export const renditionQuery = z.object({ as: z.enum(["video", "poster"]).optional() });
