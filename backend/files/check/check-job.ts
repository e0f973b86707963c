/** A file to check: where it is, what its name promises and which limits apply to its field. */
export type CheckJob = {
  path: string;
  /** The file extension in the contract's spelling, such as ".pdf". */
  extension: string;
  /** The maximum number of slides; null: any number. */
  slidesMax: number | null;
  /** The maximum seconds of video; null: any. */
  secondsMax: number | null;
  /** The maximum number of pixels of a picture. */
  pixelsMax: number;
  zip: { entries: number; inflatedBytes: number; nesting: number };
  /** Where to write the re-encoded picture, without its metadata; null: it stays as it is. */
  rewriteTo: string | null;
  /** A folder for what the check itself has to write. */
  scratch: string;
};

/** What the content really is. */
export type Checked = {
  type: string;
  pages?: number;
  duration?: number;
  /** Codecs of a video's picture and of its sound. */
  codec?: string;
  soundCodec?: string | undefined;
};
