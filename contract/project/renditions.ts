import { z } from "zod";

/**
 * States of a rendition: a video that every browser plays, or a PowerPoint deck as PDF. A file without a rendition is shown as
 * it was uploaded.
 */
export const RENDITION_STATES = ["waiting", "ready", "failed"] as const;
export type RenditionState = (typeof RENDITION_STATES)[number];

/** The state of each rendition, by the file's id. */
export const renditionStatesSchema = z.record(z.string(), z.enum(RENDITION_STATES));

/** Kinds of bytes of a rendition. */
const RENDITION_KINDS = ["video", "poster", "pdf"] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

/** Captions as WebVTT, which no conversion makes. */
export const CAPTIONS = "captions";
export type FilePart = RenditionKind | typeof CAPTIONS;

/**
 * `as`: a part of the rendition (the video, its poster frame, the deck as PDF) or the captions of the video, instead of the file
 * itself.
 */
export const renditionQuery = z.object({ as: z.enum([...RENDITION_KINDS, CAPTIONS]).optional() });
