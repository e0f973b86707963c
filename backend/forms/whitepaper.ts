import type { requestWhitepaper } from "@/contract/forms";
import { whitepaperRequests } from "../db/schema/mail";
import { publishedDocument } from "../documents/published-document";
import { requireHuman } from "../http/captcha";
import { clientAddress } from "../http/client-address";
import { accountLimit, addressLimit } from "../http/limits";
import { countOne, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { queueMail } from "../mail/outbox";

/**
 * Stores a whitepaper request and mails the link to the whitepaper, at most five times an hour per email address. Above
 * the limit, the request is not stored, no mail is sent, and no error is shown. This prevents filling another person's
 * mailbox. The mail contains no text from the request.
 */
export async function sendWhitepaper(call: Call<typeof requestWhitepaper>) {
  const { db, config, body, language } = call;
  const now = call.now();
  await takeOne(db, addressLimit("whitepaper", clientAddress(call)), now);
  await requireHuman(config, body.captcha);
  const perPerson = accountLimit("whitepaper", body.email);
  if ((await countOne(db, perPerson, now)) > perPerson.max) return { status: "accepted" as const };
  await db.transaction(async (tx) => {
    await tx.insert(whitepaperRequests).values({
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      company: body.company,
      role: body.role,
      newsletter: body.newsletter,
      ...(await publishedDocument(config.WEB_PRIVACY_PDF, language)),
      createdAt: now,
    });
    await queueMail(tx, { template: "whitepaper", userId: null, recipient: body.email, language });
  });
  call.notifyMailWorker();
  return { status: "accepted" as const };
}
