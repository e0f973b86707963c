/** Returns the key prefix of an edition's reminders to evaluators in the outbox. */
export const reminderKind = (year: number) => `evaluation_reminder:${year}`;
