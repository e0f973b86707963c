import { z } from "zod";
import { LANGUAGES } from "../languages";

/** A mail part by part, as the function that sends it fills it in; null where it is nobody's in particular. */
export const mailSheetSchema = z
  .object({
    from: z.string(),
    to: z.string().nullable(),
    subject: z.string(),
    language: z.enum(LANGUAGES),
    title: z.string(),
    paragraphs: z.array(z.string()),
    details: z.array(z.object({ label: z.string(), value: z.string() })),
    /** The words of its button; null where it has none. Where it leads is for whoever gets it. */
    button: z.string().nullable(),
    note: z.string().nullable(),
    footer: z.string(),
  })
  .meta({ id: "MailSheet" });
export type MailSheet = z.infer<typeof mailSheetSchema>;
