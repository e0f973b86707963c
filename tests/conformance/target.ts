import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { desc, eq } from "drizzle-orm";
import { outbox } from "@/backend/db/schema/mail";

/**
 * A back end that implements the contract. With BACKEND_URL and DEMO_FILE, the tests send HTTP requests to that back
 * end and use the demo's accounts and mailbox. Otherwise they call the embedded back end in this process.
 */
export type Target = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Returns the one-time token in the newest email to an address. */
  mailToken: (email: string) => Promise<string>;
  /** Returns the email address and password of an evaluator. */
  evaluator: () => Promise<{ email: string; password: string }>;
  /**
   * Returns a new evaluator without scores. Null for a running demo, because closed evaluations cannot be reopened
   * there.
   */
  newEvaluator: () => Promise<{ email: string; password: string } | null>;
};

export const PASSWORD = "rincorsa-verde-quaranta-7";

export async function openTarget(): Promise<Target> {
  const backendUrl = process.env.BACKEND_URL;
  return backendUrl ? remote(backendUrl) : embedded();
}

async function embedded(): Promise<Target> {
  const { evaluationBench } = await import("../support/people/evaluation");
  const { backend, db, makeUser, makeSent } = await evaluationBench();
  const { hashPassword } = await import("@/backend/users/passwords/password");
  for (let count = 0; count < 3; count++) await makeSent();
  async function evaluator() {
    const passwordHash = await hashPassword(PASSWORD);
    const { email } = await makeUser({ roles: ["evaluator"], passwordHash });
    return { email, password: PASSWORD };
  }
  return {
    fetch: (path, init) =>
      backend.fetch(
        new Request(`https://slancio.example/wp-json/${path}`, { ...init, ...half(init) }),
      ),
    async mailToken(email) {
      const [mail] = await db
        .select()
        .from(outbox)
        .where(eq(outbox.recipient, email))
        .orderBy(desc(outbox.createdAt))
        .limit(1);
      return mail?.data.token ?? "";
    },
    evaluator,
    newEvaluator: evaluator,
  };
}

function half(init?: RequestInit) {
  return init?.body instanceof ReadableStream ? { duplex: "half" as const } : {};
}

type Demo = {
  mailbox: string;
  accounts: { email: string; password: string; role: string }[];
};

async function remote(backendUrl: string): Promise<Target> {
  const demo: Demo = JSON.parse(await readFile(process.env.DEMO_FILE ?? ".data/demo.json", "utf8"));
  return {
    fetch: (path, init) => fetch(`${backendUrl.replace(/\/$/, "")}/wp-json/${path}`, init),
    async mailToken(email) {
      for (let attempt = 0; attempt < 100; attempt++) {
        const mails: { to: { address: string }[]; text: string }[] = await fetch(
          new URL("/api/email", demo.mailbox),
        ).then((response) => response.json());
        const mail = mails.findLast(({ to }) => to.some(({ address }) => address === email));
        const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
        if (token) return token;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no mail for ${email}`);
    },
    async evaluator() {
      const account = demo.accounts.find(({ role }) => role === "evaluator");
      if (!account) throw new Error("the demo has no evaluator");
      return account;
    },
    newEvaluator: async () => null,
  };
}

/** Creates a client that sends JSON requests and returns the status and JSON of each response. */
export function clientOf(target: Target) {
  async function api(
    method: string,
    path: string,
    {
      token,
      json,
      body,
      headers,
    }: {
      token?: string;
      json?: unknown;
      body?: string | Uint8Array<ArrayBuffer>;
      headers?: Record<string, string>;
    } = {},
  ) {
    const response = await target.fetch(path, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(json !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
    });
    const text = await response.clone().text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    // biome-ignore lint/suspicious/noExplicitAny: responses of every shape are inspected
    const answer: any = isJson && text ? JSON.parse(text) : undefined;
    return { status: response.status, json: answer, headers: response.headers, response };
  }

  async function signIn(email: string, password = PASSWORD) {
    const { json } = await api("POST", "wp/v2/users/login", { json: { email, password } });
    return json as { access_token: string; refresh_token: string };
  }

  /** Creates an applicant without an application: registers, confirms the email address, and signs in. */
  async function newApplicant() {
    const email = `conf-${randomUUID()}@example.org`;
    await api("POST", "wp/v2/users/register", {
      json: { first_name: "Ada", last_name: "Riva", email, password: PASSWORD, privacy: true },
    });
    await api("POST", "wp/v2/users/confirm", { json: { token: await target.mailToken(email) } });
    const pair = await signIn(email);
    return { email, token: pair.access_token, refreshToken: pair.refresh_token };
  }

  async function evaluatorToken() {
    const { email, password } = await target.evaluator();
    return (await signIn(email, password)).access_token;
  }

  async function newEvaluatorToken() {
    const account = await target.newEvaluator();
    return account && (await signIn(account.email, account.password)).access_token;
  }

  return { api, signIn, newApplicant, evaluatorToken, newEvaluatorToken };
}

/** Returns values for every field of an application except files. The phone number is unique. */
export function completeFields() {
  const phone = () =>
    `+39 3${Math.floor(Math.random() * 1e9)
      .toString()
      .padStart(9, "0")}`;
  return {
    nome: "Filò",
    idea: "Un’etichetta tessuta che racconta da dove viene un capo.",
    tipologia_impresa: "ti-startup_innovativa",
    femminile: "yes",
    stage: "stage-prototype",
    industry: "industry-cleantech",
    tech: "tech-iot",
    sustainableretail: "no",
    referente_nome_e_cognome: "Ada Riva",
    referente_ruolo: "CEO",
    referente_email: "ada@example.org",
    referente_telefono: phone(),
    referente_age: "age-30_50",
    team: [{ name: "Bo Li", role: "CTO", phone: phone(), age: "age-under_30", info: "gb_ref-web" }],
  };
}
