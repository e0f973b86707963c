/** Configuration of the captcha. The form shows an error if the key or version is missing. */
export type CaptchaConfig = {
  siteKey: string | null;
  /** Only "2" is supported. */
  version: string | null;
  /** Address for reports that the captcha does not work. */
  mail: string;
};

/** Failures of the captcha itself. Rule: site.captcha-errors. */
export type CaptchaTrouble = "noKey" | "noVersion" | "notLoaded" | "notExecuted";
