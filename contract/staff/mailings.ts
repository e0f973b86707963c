import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";
import { subjectsSchema } from "./letters";
import { mailCountsSchema } from "./mails";

/* What leaves to many at once is read as one. */

/** How many days back, and how many of them at most. */
export const MAILING_DAYS = 30;
export const MAILINGS_SHOWN = 12;

const mailingSchema = z
  .object({
    template: z.string(),
    /** The letter it is; null of a reminder, an outcome or an invitation, whose mails of one day are one mailing. */
    letter: z.string().nullable(),
    /** What a letter is called in each language it was written in; else empty. */
    subjects: subjectsSchema,
    /** The day in Rome on which its mails were queued, and when the last of them was. */
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
