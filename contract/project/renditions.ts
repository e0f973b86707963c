import { z } from "zod";

/**
 * States of a rendition, which is a converted copy of a file: a video for all browsers, or a PowerPoint deck as PDF. A
 * file without a rendition is shown as uploaded.
 */
export const RENDITION_STATES = ["waiting", "ready", "failed"] as const;
export type RenditionState = (typeof RENDITION_STATES)[number];

/** States of the renditions (converted copies of files) by the id of the original file. */
export const renditionStatesSchema = z.record(z.string(), z.enum(RENDITION_STATES));

/** Parts of a file's rendition that can be downloaded: the video, its poster frame, or the PDF of a deck. */
const RENDITION_KINDS = ["video", "poster", "pdf"] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

/**
 * Value of the query parameter `as` that downloads the captions of a video. The other values of `as` name the parts of
 * a rendition.
 */
export const CAPTIONS = "captions";
export type FilePart = RenditionKind | typeof CAPTIONS;

/**
 * `as` selects a part to download instead of the original file: the converted video, its poster frame, the deck as PDF,
 * or the captions.
 */
export const renditionQuery = z.object({ as: z.enum([...RENDITION_KINDS, CAPTIONS]).optional() });
