/** What the site is configured with; a missing key or version is said in the form. */
export type CaptchaConfig = {
  siteKey: string | null;
  /** Only "2" is known. */
  version: string | null;
  /** Where to report that it does not work. */
  mail: string;
};

/** "Captcha errors: no key, no version, failed to load script, failed to execute" (part 8). */
export type CaptchaTrouble = "noKey" | "noVersion" | "notLoaded" | "notExecuted";
