import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";
import { mailCountsSchema, subjectsSchema } from "./mails";

/* Mailings: groups of emails to many recipients. A list shows each mailing as one row. */

/** Maximum age in days of the mailings that a list shows. The list also shows at most `MAILINGS_SHOWN` mailings. */
export const MAILING_DAYS = 30;
export const MAILINGS_SHOWN = 12;

const mailingSchema = z
  .object({
    template: z.string(),
    /**
     * Id of the letter. Null for mailings of reminders, decisions, or invitations. Such a mailing contains the emails
     * of one template and one day.
     */
    letter: z.string().nullable(),
    /** Subjects of the letter in each of its languages; empty for mailings that are no letter. */
    subjects: subjectsSchema,
    /**
     * Day in Rome on which the mailing's emails were queued. `at` is the time when the last of these emails was queued.
     */
    day: z.iso.date(),
    at: instantSchema,
    count: z.int().min(2),
    states: mailCountsSchema,
  })
  .meta({ id: "Mailing" });
export type Mailing = z.infer<typeof mailingSchema>;

export const listMailings = endpoint({
  name: "listMailings",
  method: "GET",
  path: "wp/v2/staff/mails/mailings",
  summary:
    "What went to more than one person at once, each as one with what became of its mails; the newest first",
  access: "staff",
  answer: { status: 200, json: z.object({ mailings: z.array(mailingSchema).max(MAILINGS_SHOWN) }) },
});
