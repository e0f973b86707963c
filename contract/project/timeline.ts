export const TIMELINE_TYPES = [
  "created",
  "saved",
  "file_uploaded",
  "file_refused",
  "file_deleted",
  "sent",
  "sent_again",
  "reverted",
  "withdrawn",
  "restored",
  "mail_sent",
  "mail_failed",
  "extended",
  "seen",
  "decision",
] as const;

/** Dates of the edition that an application's timeline shows. A date that is not set is omitted. */
export const TIMELINE_DATES = [
  "opens",
  "deadline",
  "evaluation_opens",
  "evaluation_closes",
  "round_closes",
  "winners",
] as const;
