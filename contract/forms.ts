import { z } from "zod";
import { endpoint } from "./endpoint";
import { acceptedSchema, booleanSchema, captchaSchema, emailSchema, requiredLine } from "./fields";

export const whitepaperRequestSchema = z.object({
  first_name: requiredLine(),
  last_name: requiredLine(),
  email: emailSchema,
  company: requiredLine(),
  role: requiredLine(),
  privacy: acceptedSchema,
  newsletter: booleanSchema.default(false),
  captcha: captchaSchema.optional(),
});

export const requestWhitepaper = endpoint({
  name: "requestWhitepaper",
  method: "POST",
  path: "wp/v2/whitepaper_requests",
  summary: "Ask for the event's whitepaper: a mail brings the link",
  access: "anyone",
  body: whitepaperRequestSchema,
  answer: { status: 202, json: z.object({ status: z.literal("accepted") }) },
  errors: ["invalid_fields", "captcha_failed"],
});
