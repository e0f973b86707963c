import { z } from "zod";
import { LANGUAGES } from "../languages";

/**
 * Preview of an email: its parts as the recipient receives them. `to` is null if the preview is for no specific
 * recipient.
 */
export const mailPreviewSchema = z
  .object({
    from: z.string(),
    to: z.string().nullable(),
    subject: z.string(),
    language: z.enum(LANGUAGES),
    title: z.string(),
    paragraphs: z.array(z.string()),
    details: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Text of the email's button; null without a button. Only the recipient gets the button's link. */
    button: z.string().nullable(),
    note: z.string().nullable(),
    footer: z.string(),
  })
  .meta({ id: "MailSheet" });
export type MailPreviewAnswer = z.infer<typeof mailPreviewSchema>;
