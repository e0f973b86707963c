/** The kinds of events in an application's history. */
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

/** The edition's instants that a timeline names; one that is not set is left out. */
export const TIMELINE_DATES = [
  "opens",
  "deadline",
  "evaluation_opens",
  "evaluation_closes",
  "winners",
] as const;
