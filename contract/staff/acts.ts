/* What the journal knows: every act of those who run the programme. */

/** In what capacity somebody acts: at a shell, as configured, by the clock, or about their own account. */
export const ACT_LEVELS = ["command", "configuration", "clock", "owner"] as const;
export type ActLevel = (typeof ACT_LEVELS)[number];

/** Every act, named by what it is done to. */
export const ACTS = [
  "edition.open",
  "edition.configured",
  "edition.date",
  "edition.after-sending",
  "edition.close",
  "edition.clone",
  "edition.remove",
  "edition.extend",
  "edition.unextend",
  "evaluation.reopen",
  "funnel.select",
  "funnel.undo",
  "funnel.correct",
  "funnel.release",
  "mail.retry",
  "user.grant",
  "user.revoke",
  "user.invite",
  "user.reactivate",
  "user.second-factor-reset",
  "user.second-factor-keep",
  "user.erase",
] as const;
export type ActName = (typeof ACTS)[number];
