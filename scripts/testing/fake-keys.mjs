// @ts-check
// API keys of the tests' site for the fake services (tests/support/fakes).
export const GOOGLE_CLIENT_ID = "slancio-test.apps.googleusercontent.com";
export const FACEBOOK_APP = { id: "1029384756", secret: "a secret of the tests' app" };
export const CAPTCHA = { siteKey: "test-site-key", secret: "a secret of the tests' captcha" };

/**
 * Returns the configuration of a site whose external services are fakes at `url`. The captcha stays off, because
 * `CAPTCHA` is not set.
 *
 * @param {string} url
 */
export function standInEnvironment(url) {
  return {
    STAND_INS_URL: url,
    GOOGLE_CLIENT_ID,
    GOOGLE_ISSUER_URL: url,
    FACEBOOK_APP_ID: FACEBOOK_APP.id,
    FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
    FACEBOOK_GRAPH_URL: url,
    CAPTCHA_VERIFY_URL: `${url}/recaptcha/api/siteverify`,
  };
}
