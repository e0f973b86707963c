import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { Toaster } from "@/components/ui/overlays/toaster";
import type { Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import type { ActionPreview } from "@/contract/staff/preview";
import { meQuery } from "@/lib/api/query";
import { type Reauthenticate, ReauthenticationContext } from "@/lib/api/reauthenticated";
import { MESSAGES, withWords } from "./render";

/* Helpers for tests of staff actions: a fake back end that returns previews, and a page around a component. */

export const HASH = { one: "1".repeat(64), two: "2".repeat(64) };
export const PLAN: ActionPreview = {
  done: false,
  plan: HASH.one,
  at: "2026-12-31T20:42:00.000Z",
  count: 3,
  effects: [{ name: "extended", count: 3, facts: { until: "2027-01-02T18:00" } }],
  mails: [
    { template: "deadline_extended", language: "it", count: 2 },
    { template: "deadline_extended", language: "en", count: 1 },
  ],
  cancelled: 0,
  against: [],
  line: null,
};
type Body = {
  plan?: string;
  reason?: string;
  typed?: number;
  anyway?: boolean;
  selection?: unknown;
};
export const posted: { path: string; body: Body }[] = [];
export const refusal = (code: string, status: number, data: object = {}) =>
  Response.json({ code, message: code, data: { status, ...data } }, { status });

export function backEnd(answer: (body: Body) => Response, list: object = {}) {
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(list);
    const body = (await request.json()) as Body;
    posted.push({ path: new URL(request.url).pathname, body });
    return answer(body);
  });
}
export const kept = (plan: ActionPreview) => Response.json({ ...plan, done: true, line: 1482 });
export const last = () => posted.at(-1)?.body;

export function page(
  ui: ReactElement,
  language: Language = "it",
  role: Role = "staff",
  proved?: Reauthenticate,
) {
  posted.length = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery(language).queryKey, { roles: ["applicant", role] } as never);
  const { title, keys } = MESSAGES[language].staff;
  const whole = (
    <QueryClientProvider client={client}>
      <ReauthenticationContext value={proved ?? ((work) => work())}>{ui}</ReauthenticationContext>
      <Toaster label={title} closeLabel={keys.close} />
    </QueryClientProvider>
  );
  return { client, ...render(withWords(whole, language)) };
}

export const act = (name: RegExp) => screen.findByRole("button", { name });
