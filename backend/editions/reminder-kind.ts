/** What the keys of an edition's reminders to evaluators begin with in the outbox. */
export const reminderKind = (year: number) => `evaluation_reminder:${year}`;
