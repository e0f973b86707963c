/** Configuration of the captcha. The form shows an error if the site key or the version is missing. */
export type CaptchaConfig = {
  siteKey: string | null;
  /** The captcha's version. Only "2" is supported. */
  version: string | null;
  /** Email address that the form shows when the captcha does not work. */
  mail: string;
};

/** Failures of the captcha itself, not of the user's answer. Rule: site.captcha-errors. */
export type CaptchaTrouble = "noKey" | "noVersion" | "notLoaded" | "notExecuted";
