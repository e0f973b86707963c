import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { outbox } from "@/backend/db/schema/mail";
import { inviteEvaluator } from "@/backend/users/invitation/invite";
import type { testBackend } from "../servers/backend";

/** Two valid passwords for test accounts. */
export const PASSWORD = "tramonto-lampada-viola";
export const OTHER_PASSWORD = "barcone-pesca-ottone";

/** Returns valid registration data with a new email address. */
export function registrationWords(more: object = {}) {
  return {
    first_name: "Giulia",
    last_name: "Ferraro",
    email: `${randomUUID()}@example.org`,
    password: PASSWORD,
    privacy: true,
    ...more,
  };
}

type Bench = Awaited<ReturnType<typeof testBackend>>;

/** Creates test functions that use the API of a test back end as an external client does. */
export function peopleOf({ api, db, clock }: Pick<Bench, "api" | "db" | "clock">) {
  /** Returns the emails to an address in the outbox, oldest first. */
  function mailsTo(email: string) {
    return db
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, email))
      .orderBy(asc(outbox.createdAt));
  }

  /** Returns the token in the newest email that contains a token. */
  async function tokenFor(email: string): Promise<string> {
    const mails = await mailsTo(email);
    return mails.findLast(({ data }) => data.token)?.data.token ?? "";
  }

  /** Registers a user without confirming the email address. */
  async function register(more: object = {}, path = "wp/v2/users/register") {
    const body = registrationWords(more);
    const answer = await api("POST", path, { body });
    return { ...answer, email: body.email };
  }

  function login(email: string, password = PASSWORD, headers: Record<string, string> = {}) {
    return api("POST", "wp/v2/users/login", { body: { email, password }, headers });
  }

  /** Registers a user, confirms the email address, and signs the user in. */
  async function signUp(more: object = {}) {
    const { email } = await register(more);
    const token = await tokenFor(email);
    await api("POST", "wp/v2/users/confirm", { body: { token } });
    const { json } = await login(email);
    return {
      email,
      token: json.access_token as string,
      refreshToken: json.refresh_token as string,
    };
  }

  /** Invites a new evaluator. Returns the token in the link of the invitation email. */
  async function invite() {
    const email = `${randomUUID()}@example.org`;
    const person = { email, firstName: "Ada", lastName: "Riva", language: "it" as const };
    const invitation = await inviteEvaluator(db, person, clock.now);
    if (invitation !== "invited") throw new Error(`not invited: ${invitation}`);
    return { email, token: await tokenFor(email) };
  }

  return { mailsTo, tokenFor, register, login, signUp, invite };
}
