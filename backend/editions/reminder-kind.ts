const suffix = (round: number) => (round === 1 ? "" : `-${round}`);

/** Returns the key prefix of a round's reminders to evaluators in the outbox. No prefix continues another one with a colon. */
export const reminderKind = (year: number, round = 1) =>
  `evaluation_reminder:${year}${suffix(round)}`;

/** Returns the key prefix of the reminders that staff send to evaluators of a round. */
export const staffReminderKind = (editionId: string, round = 1) =>
  `evaluation-reminder-now:${editionId}${suffix(round)}`;
