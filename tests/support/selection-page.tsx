import { vi } from "vitest";
import { Selection } from "@/components/staff/selection/selection";
import type { Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import type { Selection as Answer, DecisionMails } from "@/contract/staff/selection";
import { selectionAnswer } from "./people/results";
import { PLAN, page, posted } from "./staff-actions";

type Acting = (body: { plan?: string }) => Response;

/** Renders the whole selection page with a fake back end that returns `answer`. */
export function openSelection(
  answer: Answer | Response,
  language: Language = "it",
  role: Role = "director",
  acting: Acting = () => Response.json(PLAN),
  standing: readonly object[] = [],
) {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      const body = await request.json();
      posted.push({ path: pathname, body });
      return acting(body);
    }
    if (pathname.endsWith("/mails")) return Response.json(MAILS);
    if (pathname.endsWith("/standstill")) {
      return Response.json({ at: PLAN.at, checks: standing });
    }
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return page(<Selection />, language, role);
}
const MAILS: DecisionMails = {
  kinds: [
    {
      template: "decision_semifinalist",
      outcome: "selected",
      count: 20,
      languages: [
        { language: "it", count: 18 },
        { language: "en", count: 2 },
      ],
      subject: "Il tuo progetto è in semifinale",
    },
  ],
  mail: {
    from: "Slancio <ciao@slancio.example>",
    to: "Giulia Ferraro <giulia@example.org>",
    subject: "Il tuo progetto è in semifinale",
    language: "it",
    title: "Sei in semifinale",
    paragraphs: ["Ciao Giulia."],
    details: [],
    button: "Apri la tua area",
    note: null,
    footer: "Slancio",
  },
  of: 20,
  refused: [{ id: "p9", name: "Terra Nuda" }],
};
/** Returns an API response in which all places of the semifinal are decided. */
export function decided() {
  const answer = selectionAnswer();
  const stage = answer.results?.stages.find((one) => one.stage === "semifinalist");
  if (stage) Object.assign(stage, { planned: 20, tie: null });
  return answer;
}
