const suffix = (round: number) => (round === 1 ? "" : `-${round}`);

/**
 * Returns the prefix of the outbox keys of a round's reminders to evaluators. Queries append a colon to the prefix,
 * because the prefix of round 1 is also the start of the other rounds' prefixes.
 */
export const reminderKind = (year: number, round = 1) =>
  `evaluation_reminder:${year}${suffix(round)}`;

/** Returns the prefix of the outbox keys of reminders that staff send to evaluators of a round. */
export const staffReminderKind = (editionId: string, round = 1) =>
  `evaluation-reminder-now:${editionId}${suffix(round)}`;
