/** A file to check: its path, the type its name claims, and the limits of its field. */
export type CheckJob = {
  path: string;
  /** The file extension in the contract's spelling, such as ".pdf". */
  extension: string;
  /** The maximum number of slides; null: any number. */
  slidesMax: number | null;
  /** The maximum duration of a video in seconds; null: any duration. */
  secondsMax: number | null;
  /** The maximum number of pixels of a picture. */
  pixelsMax: number;
  zip: { entries: number; inflatedBytes: number; nesting: number };
  /** The path for the re-encoded picture without metadata; null: keep the original. */
  rewriteTo: string | null;
  /** A folder for temporary files of the check. */
  scratch: string;
};

/** The verified type and properties of the content. */
export type Checked = {
  type: string;
  pages?: number;
  duration?: number;
  /** Codecs of the video's picture and sound. */
  codec?: string;
  soundCodec?: string | undefined;
};
