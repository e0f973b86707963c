import { z } from "zod";
import { LANGUAGES } from "../languages";

/**
 * Mail preview: the parts of an email as the sending function fills them in. `to` is null without a specific
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
    /** Text of the button; null without one. The link of the button is only for the recipient. */
    button: z.string().nullable(),
    note: z.string().nullable(),
    footer: z.string(),
  })
  .meta({ id: "MailSheet" });
export type MailPreviewAnswer = z.infer<typeof mailPreviewSchema>;
