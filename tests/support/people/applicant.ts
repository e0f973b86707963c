import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { newAccount, ownAddress, type Person } from "../browser/visitors";
import { pdf, video } from "../made-files/files";
import { metadata, TUS } from "../made-files/tus";
import { newPhone } from "./application";
import { fullDraft } from "./project";

/** An applicant who uses the API instead of pages. */
export type ApiApplicant = Person & {
  api: (method: string, path?: string, body?: unknown) => Promise<Response>;
};

/**
 * Creates an account with an application that is partial, complete, or sent.
 *
 * @param nome the project's name
 * @param account options of `newAccount`
 * @param fields other values of a complete application
 */
export async function newApplicant(
  part: "begun" | "complete" | "sent",
  nome = "Filò",
  account: Parameters<typeof newAccount>[0] = {},
  fields: Parameters<typeof fullDraft>[0] = {},
): Promise<ApiApplicant> {
  const person = await newAccount(account);
  const site = `${account.siteUrl ?? process.env.E2E_BASE_URL}/wp-json/wp/v2`;
  const login = await fetch(`${site}/users/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...ownAddress() },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };

  async function api(method: string, path = "", body?: unknown): Promise<Response> {
    const response = await fetch(`${site}/project${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} project${path}: ${response.status}`).toBe(true);
    return response;
  }

  async function upload(field: string, filename: string, bytes: Buffer) {
    const response = await fetch(`${site}/project/files`, {
      method: "POST",
      headers: {
        ...headers,
        ...TUS,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Length": String(bytes.length),
        "Upload-Metadata": metadata({ field, filename, filetype: "application/octet-stream" }),
      },
      body: new Uint8Array(bytes),
    });
    expect(response.status, `upload of ${filename}`).toBe(201);
  }

  if (part === "begun") await api("POST", "", { nome });
  else {
    const draft = fullDraft({ nome, referente_telefono: newPhone(), ...fields });
    const team = draft.team?.map((member) => ({ ...member, phone: newPhone() }));
    await api("POST", "", { ...draft, team });
    await upload("pitch", "filo-pitch.pdf", await pdf({ pages: 12 }));
    await upload("video", "filo.mp4", video("clip.mp4"));
  }
  if (part === "sent") await api("POST", "/send");
  return { ...person, api };
}

/** Runs an edition command on the site under test, with a reason for the audit log. */
export async function editionCommand(...args: string[]): Promise<void> {
  const command = ["--import", "tsx", "backend/commands/edition.ts", ...args];
  await promisify(execFile)(process.execPath, [...command, "--reason", "browser test", "--yes"]);
}

/** Returns the day in Rome that is the given number of days from today, in the format of commands. */
export function romeDay(daysFromToday: number): string {
  const at = new Date(Date.now() + daysFromToday * 86_400_000);
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Rome" }).format(at);
}
