import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { keyHoldersOf } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { appendAuditEntry } from "../audit-log/entries";
import { consents, identities, sessions, users } from "../db/schema/accounts";
import { files, projects } from "../db/schema/applications";
import { makeRenditions } from "../files/renditions/make-renditions";
import { putBytes } from "../store/put-bytes";

const bench = await testBackend();
const { api, db, clock, makeUser } = bench;
const { mailsTo, login, signUp } = peopleOf(bench);
const { signUpProved } = keyHoldersOf(bench);

describe("the profile", () => {
  test("the interests question is closed for an account whose registration asked it, and open for all others", async () => {
    for (const [answer, isClosed] of [
      [{ interest: null }, true],
      [{}, false],
    ] as const) {
      const { token } = await signUp(answer);
      const { json } = await api("GET", "wp/v2/users/me/", { token });
      expect(json).toMatchObject({ interest: null, interests_modal_closed: isClosed });
    }
  });

  test("the profile shows exactly the fields of the account", async () => {
    const { email, token } = await signUp({ interest: "academy" });
    const { status, json, headers } = await api("GET", "wp/v2/users/me/", { token });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.any(String),
      email,
      first_name: "Giulia",
      last_name: "Ferraro",
      roles: ["applicant"],
      newsletter: false,
      privacy: true,
      interest: "academy",
      interests_modal_closed: false,
      language: "it",
      last_update: clock.now.toISOString(),
      has_password: true,
      providers: [],
      has_passkey: false,
      has_app: false,
      needs_second_factor: false,
    });
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("a profile update sets the given fields, keeps absent ones and drops undeclared ones", async () => {
    const { token } = await signUp();
    const start = clock.now;
    clock.now = new Date(start.getTime() + 5000);
    const body = {
      first_name: " Ada ",
      interest: "both",
      language: "en",
      interests_modal_closed: true,
      roles: ["evaluator"],
      email: "other@example.org",
    };
    const { status, json } = await api("POST", "wp/v2/users/me/", { token, body });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      first_name: "Ada",
      last_name: "Ferraro",
      interest: "both",
      language: "en",
      interests_modal_closed: true,
      roles: ["applicant"],
      last_update: clock.now.toISOString(),
    });
    expect(json.email).not.toBe("other@example.org");
    clock.now = start;
    const emptied = await api("POST", "wp/v2/users/me/", { token, body: { interest: null } });
    expect(emptied.json).toMatchObject({ interest: null, language: "en" });
  });

  test("a profile update with invalid fields changes nothing", async () => {
    const { token } = await signUp();
    const body = { first_name: "Ada", last_name: "", interest: "money", newsletter: "yes" };
    const { status, json } = await api("POST", "wp/v2/users/me/", { token, body });
    expect(status).toBe(422);
    expect(json.data.fields).toEqual({
      last_name: "required",
      interest: "invalid_choice",
      newsletter: "invalid_type",
    });
    expect((await api("GET", "wp/v2/users/me/", { token })).json.first_name).toBe("Giulia");
  });

  test("a change of the newsletter consent is recorded", async () => {
    const { token } = await signUp();
    for (const newsletter of [true, true, false]) {
      await api("POST", "wp/v2/users/me/", { token, body: { newsletter } });
    }
    const { json } = await api("GET", "wp/v2/users/me/", { token });
    const rows = await db
      .select()
      .from(consents)
      .where(and(eq(consents.userId, json.id), eq(consents.kind, "newsletter")));
    expect(rows.map(({ accepted }) => accepted).sort()).toEqual([false, false, true]);
  });
});

describe("change of the password", () => {
  const change = (token: string, current_password: string, password: string) =>
    api("POST", "wp/v2/users/me/password", { token, body: { current_password, password } });

  test("a password change requires the current password and ends the other sessions", async () => {
    const { email, token } = await signUp();
    const other = (await login(email)).json;
    expect((await change(token, PASSWORD, OTHER_PASSWORD)).status).toBe(204);
    expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(200);
    const me = await api("GET", "wp/v2/users/me/", { token: other.access_token });
    expect(me.status).toBe(401);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
    expect((await mailsTo(email)).some((mail) => mail.template === "password_changed")).toBe(true);
  });

  test("a password change with a wrong current password gets 403, and with a weak new one 422", async () => {
    const { token } = await signUp();
    expect((await change(token, OTHER_PASSWORD, PASSWORD)).json.code).toBe("wrong_password");
    expect((await change(token, PASSWORD, "ferraro1")).json.code).toBe("weak_password");
  });

  test("a password change is refused after ten wrong current passwords", async () => {
    const { token } = await signUp();
    for (let i = 0; i < 10; i++) await change(token, OTHER_PASSWORD, PASSWORD);
    expect((await change(token, PASSWORD, OTHER_PASSWORD)).status).toBe(429);
  });
});

describe("the list of sessions", () => {
  test("the list shows all sessions, and all except the current one can be ended", async () => {
    const { email, token } = await signUp();
    const agent = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/128.0" };
    const other = (await login(email, PASSWORD, agent)).json;
    const list = await api("GET", "wp/v2/users/me/sessions", { token });
    expect(list.status).toBe(200);
    expect(list.json).toHaveLength(2);
    expect(list.json.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(list.json.map(({ device }: { device: string }) => device)).toContain(
      "Firefox · Windows",
    );
    expect((await api("DELETE", "wp/v2/users/me/sessions", { token })).status).toBe(204);
    expect((await api("GET", "wp/v2/users/me/sessions", { token })).json).toHaveLength(1);
    expect((await api("GET", "wp/v2/users/me/", { token: other.access_token })).status).toBe(401);
  });
});

describe("deactivation of an account", () => {
  const deactivate = (token: string, body?: object) =>
    api("DELETE", "wp/v2/users/me/", { token, body });

  test("a deactivation requires the password and ends all sessions", async () => {
    const { email, token } = await signUp();
    for (const body of [undefined, {}, { password: OTHER_PASSWORD }]) {
      const { status, json } = await deactivate(token, body);
      expect([status, json.code]).toEqual([403, "wrong_password"]);
    }
    expect((await deactivate(token, { password: PASSWORD })).status).toBe(204);
    expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
    expect((await login(email)).json.code).toBe("account_deactivated");
  });

  test("a deactivation without a password requires a sign-in within the last five minutes", async () => {
    const { token, id, sessionId } = await makeUser();
    const age = (ms: number) =>
      db
        .update(sessions)
        .set({ createdAt: new Date(clock.now.getTime() - ms) })
        .where(eq(sessions.id, sessionId));
    await age(301_000);
    expect((await deactivate(token, {})).json.code).toBe("wrong_password");
    await age(299_000);
    expect((await deactivate(token, {})).status).toBe(204);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.deactivatedAt).toEqual(clock.now);
  });
});

describe("sign-in providers of an account", () => {
  const sso = { provider: "google", access_token: "{}", google_id: "1" };

  test("a provider without configured keys is answered with 503 and Retry-After", async () => {
    const { token } = await signUpProved();
    for (const answer of [
      await api("POST", "wp/v2/users/sso/", { body: sso }),
      await api("POST", "wp/v2/users/me/providers", { token, body: sso }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([503, "unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("the last way to sign in cannot be removed, not even by two simultaneous requests", async () => {
    const { id, token } = await makeUser();
    await db.insert(identities).values([
      { provider: "google", subject: `g-${id}`, userId: id },
      { provider: "facebook", subject: `f-${id}`, userId: id },
    ]);
    const unlink = (provider: string) =>
      api("DELETE", "wp/v2/users/me/providers", { token, body: { provider } });
    const both = await Promise.all([unlink("google"), unlink("facebook")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.json.code).toBe("link_required");
    expect((await api("GET", "wp/v2/users/me/", { token })).json.providers).toHaveLength(1);
  });

  test("an account with a password can remove each provider", async () => {
    const { token } = await signUpProved();
    const { json } = await api("GET", "wp/v2/users/me/", { token });
    await db.insert(identities).values({ provider: "google", subject: "s-1", userId: json.id });
    const body = { provider: "google" };
    const answer = await api("DELETE", "wp/v2/users/me/providers", { token, body });
    expect([answer.status, answer.json.providers]).toEqual([200, []]);
  });
});

describe("the data export of an account", () => {
  async function unzip(response: Response) {
    const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
    const entries: Record<string, string> = {};
    for await (const entry of zip.eachEntry()) {
      const stream = await zip.openReadStreamPromise(entry);
      entries[entry.fileName] = (await buffer(stream)).toString();
    }
    return entries;
  }

  test("a data export contains profile, projects, emails and consents of the account, and no secret", async () => {
    const { email, token } = await signUp();
    const stranger = await signUp();
    const { status, headers, response } = await api("GET", "wp/v2/users/me/export", { token });
    expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.zip"$/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    const entries = await unzip(response);
    expect(Object.keys(entries).sort()).toEqual([
      "account.json",
      "changes.json",
      "consents.json",
      "evaluations.json",
      "mails.json",
      "profile.json",
      "projects.json",
      "requests.json",
      "whitepaper.json",
    ]);
    expect(JSON.parse(entries["profile.json"] ?? "").email).toBe(email);
    expect(JSON.parse(entries["mails.json"] ?? "")[0].kind).toBe("confirm");
    const all = Object.values(entries).join("\n");
    expect(all).not.toContain(stranger.email);
    expect(all).not.toMatch(/argon2|token/);
  });

  test("a data export contains staff's changes to the account without their names", async () => {
    const { id, token } = await makeUser();
    const act = { actor: "Rita Neri", reason: "giuria", now: clock.now };
    const data = { role: "evaluator" };
    await appendAuditEntry(db, act, { act: "user.grant", target: { user: id }, data });
    const { response } = await api("GET", "wp/v2/users/me/export", { token });
    const { "changes.json": acts = "" } = await unzip(response);
    expect(JSON.parse(acts)).toEqual([
      { at: clock.now.toISOString(), act: "user.grant", data, reason: "giuria" },
    ]);
  });

  test("a data export contains the files of the account's projects, byte for byte", async () => {
    const { token } = await signUp();
    const { json } = await api("GET", "wp/v2/users/me/", { token });
    const edition = await bench.makeEdition();
    const [project] = await db
      .insert(projects)
      .values({ editionId: edition.id, userId: json.id, fields: { nome: "Filò" } })
      .returning();
    const captions = { language: "it" as const, cues: [{ start: 0, end: 1, text: "Ciao" }] };
    const file = { field: "pitch", size: 9, type: "application/pdf", sha256: "0" } as const;
    const video = {
      ...file,
      name: "filo.mp4",
      field: "video",
      type: "video/mp4",
      captions,
    } as const;
    const rows = await db
      .insert(files)
      .values([
        { ...file, projectId: project?.id ?? "", name: "../../è.pdf" },
        { ...file, projectId: project?.id ?? "", name: "lost.pdf", field: "logo" },
        { ...video, projectId: project?.id ?? "" },
      ])
      .returning();
    for (const { id, name } of rows) {
      if (name !== "lost.pdf") await putBytes(bench.deps.store, id, Buffer.from("the bytes"));
    }
    await makeRenditions(bench.deps, async (folder) => {
      const main = join(folder, "main.mp4");
      await writeFile(main, "the copy");
      return { ok: true, main, poster: null };
    });
    const { response } = await api("GET", "wp/v2/users/me/export", { token });
    const entries = await unzip(response);
    const names = Object.keys(entries).filter((name) => name.startsWith("files/"));
    expect(names).toEqual([
      expect.stringMatching(/^files\/2026\/pitch-[0-9a-f]{8}-\.\._\.\._è\.pdf$/),
      expect.stringMatching(/^files\/2026\/video-[0-9a-f]{8}-filo\.vtt$/),
      expect.stringMatching(/^files\/2026\/video-[0-9a-f]{8}-filo\.mp4$/),
      expect.stringMatching(/^files\/2026\/video-[0-9a-f]{8}-filo\.converted\.mp4$/),
    ]);
    expect(entries[names[3] ?? ""]).toBe("the copy");
    expect(entries[names[1] ?? ""]).toContain("Ciao");
    expect(entries[names[0] ?? ""]).toBe("the bytes");
    expect(JSON.parse(entries["projects.json"] ?? "")[0]).toMatchObject({
      edition: 2026,
      draft: { nome: "Filò" },
      files: [{ name: "../../è.pdf" }, { name: "lost.pdf" }, { name: "filo.mp4" }],
    });
  });
});
