/** What the site is configured with; a missing key or version is reported in the form. */
export type CaptchaConfig = {
  siteKey: string | null;
  /** Only "2" is known. */
  version: string | null;
  /** Where to report that it does not work. */
  mail: string;
};

/** The captcha's own troubles (rule site.captcha-errors). */
export type CaptchaTrouble = "noKey" | "noVersion" | "notLoaded" | "notExecuted";
