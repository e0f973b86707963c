/**
 * Pages that may load a third party: a provider's sign-in or the captcha (lib/policy-sources.cjs). A
 * client navigation keeps the policy of the page one came from, which does not admit them.
 */
const FULL_LOAD = [
  "/login",
  "/registration",
  "/login/password-recovery",
  "/community-event",
  "/dashboard/edit-profile",
];

/** Whether a link to a page (its path without language) has to be a full load. */
export function needsFullLoad(path: string): boolean {
  return FULL_LOAD.includes(path.split(/[?#]/, 1)[0] ?? path);
}
