import { HOUR, MINUTE } from "@/contract/durations";
import type { Dependencies } from "./dependencies";
import { renewPagesAtMoments } from "./editions/administer-editions";
import { makeProposals } from "./evaluations/assignment/propose";
import { sendDigests } from "./evaluations/discussion/digest";
import { queueEvaluationReminders } from "./evaluations/reminders";
import { openRounds } from "./evaluations/rounds/open-rounds";
import { eraseAwarded, eraseUnsent, eraseWithdrawn } from "./files/erase-projects";
import { startRenditions } from "./files/renditions/make-renditions";
import { sweepFolder, sweepUploads } from "./files/sweep";
import { deleteExpiredRecords } from "./housekeeping";
import { hurryFromFuture } from "./mail/outbox";
import type { SendMail } from "./mail/transport";
import { queueBeginReminders } from "./project/reminders/begin-reminders";
import { queueReminders } from "./project/reminders/reminders";
import type { Job } from "./scheduling/every";
import { notifyStaff } from "./staff/notices/notify-staff";
import { eraseDue, removeUnconfirmed } from "./users/erase";
import { resealApps } from "./users/second-factor/reseal";
import { resetDue } from "./users/second-factor/reset";

/** Tools of the scheduled jobs. Jobs get the time of each run as an argument. */
export type JobTools = Omit<Dependencies, "now"> & { sendMail: SendMail };

/**
 * All scheduled jobs. A job with `atStart` also runs when a process starts, for example to free space or to apply a
 * changed setting.
 */
export const jobs: readonly Job<JobTools>[] = [
  { name: "queue-reminders", every: MINUTE, run: queueReminders },
  { name: "queue-begin-reminders", every: MINUTE, run: queueBeginReminders },
  { name: "queue-evaluation-reminders", every: MINUTE, run: queueEvaluationReminders },
  { name: "send-digests", every: HOUR, run: sendDigests },
  { name: "open-rounds", every: MINUTE, atStart: true, run: openRounds },
  { name: "notify-staff", every: MINUTE, run: notifyStaff },
  { name: "renew-pages", every: MINUTE, run: renewPagesAtMoments },
  { name: "make-proposals", every: MINUTE, atStart: true, run: makeProposals },
  { name: "recover-mails", every: MINUTE, atStart: true, run: hurryFromFuture },
  {
    name: "start-renditions",
    every: MINUTE,
    everywhere: true,
    atStart: true,
    run: startRenditions,
  },
  { name: "sweep-uploads", every: HOUR, atStart: true, run: sweepUploads },
  { name: "sweep-folder", every: HOUR, everywhere: true, atStart: true, run: sweepFolder },
  {
    name: "keep-house",
    every: HOUR,
    erases: true,
    run: ({ db }, now) => deleteExpiredRecords(db, now),
  },
  { name: "erase-withdrawn", every: HOUR, atStart: true, erases: true, run: eraseWithdrawn },
  { name: "erase-unsent", every: HOUR, atStart: true, erases: true, run: eraseUnsent },
  { name: "erase-awarded", every: HOUR, erases: true, run: eraseAwarded },
  { name: "erase-due", every: HOUR, atStart: true, erases: true, run: eraseDue },
  { name: "reset-factors", every: MINUTE, run: resetDue },
  { name: "reseal-apps", every: HOUR, atStart: true, run: resealApps },
  { name: "remove-unconfirmed", every: HOUR, atStart: true, erases: true, run: removeUnconfirmed },
];
