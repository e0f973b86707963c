/** A file to check: its path, the type that its name claims, and the limits of its application field. */
export type CheckJob = {
  path: string;
  /** The file's extension in the contract's spelling, such as ".pdf". */
  extension: string;
  /** The maximum number of slides. Null means any number. */
  slidesMax: number | null;
  /** The maximum duration of a video in seconds. Null means any duration. */
  secondsMax: number | null;
  pixelsMax: number;
  zip: { entries: number; inflatedBytes: number; nesting: number };
  /** The path for the re-encoded picture without metadata. Null keeps the original picture. */
  rewriteTo: string | null;
  /** A folder for temporary files of the file check. */
  scratch: string;
};

/** The result of a file check: the verified type and properties of the content. */
export type Checked = {
  type: string;
  pages?: number;
  duration?: number;
  /** Codecs of the video's picture and sound tracks. */
  codec?: string;
  soundCodec?: string | undefined;
};
