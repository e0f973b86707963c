import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { pdf, video } from "../made-files/files";

type Words = (key: string, values?: Record<string, string | number | Date>) => string;
type Path = (path: string) => string;

/** Returns a pattern for the part of a message before a variable, such as a time. */
export function beginning(sentence: string, mark = "§"): RegExp {
  const [start = ""] = sentence.split(mark);
  return new RegExp(start.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

/** Returns functions that find and fill in the parts of the applicant's pages by label and role. */
export function applicationOf(page: Page, t: Words, path: Path) {
  const bar = () => page.getByRole("region", { name: t("project.state.label") });

  function field(name: string): Locator {
    return page.getByLabel(t(`fields.label.${name}`), { exact: true });
  }

  async function choose(name: string, value: string) {
    const group = page.getByRole("radiogroup", { name: t(`fields.label.${name}`) });
    await group.getByRole("radio", { name: t(`options.${value}`), exact: true }).check();
  }

  async function saved() {
    await expect(bar().getByText(beginning(t("project.state.saved", { time: "§" })))).toBeVisible();
  }

  /** Returns the input element of a file field. The field's label changes with its upload state. */
  function fileInput(name: string): Locator {
    const title = t(`fields.label.${name}`);
    return page
      .getByRole("region", { name: title, exact: true })
      .getByLabel(new RegExp(`^${title}: `));
  }

  function upload(name: string): Locator {
    return page.getByRole("region", { name: t(`fields.label.${name}`), exact: true });
  }

  async function open(step: string) {
    await page.goto(path(`/dashboard/project/${step}`));
    await expect(
      page.getByRole("heading", { level: 1, name: t(`steps.title.${step}`), exact: true }),
    ).toBeVisible();
  }

  async function fillContactText(phone: string) {
    await field("referente_nome_e_cognome").fill("Giulia Ferraro");
    await field("referente_ruolo").fill("CEO");
    await field("referente_email").fill("giulia@example.org");
    await field("referente_telefono").fill(phone);
    await choose("referente_age", "age-30_50");
  }

  return {
    bar,
    field,
    choose,
    saved,
    fileInput,
    upload,
    open,
    save: () =>
      bar()
        .getByRole("button", { name: t("project.save"), exact: true })
        .click(),
    next: (step: string) =>
      bar()
        .getByRole("link", { name: t(`steps.next.${step}`) })
        .click(),
    /** Sends the application on the review page, and waits for the confirmation. */
    async send() {
      await page.goto(path("/dashboard/project/review"));
      await bar()
        .getByRole("button", { name: t("project.review.send"), exact: true })
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        t("project.review.sentTitle"),
      );
    },

    async fillIdea(nome = "Filò", stage = "stage-prototype") {
      await field("nome").fill(nome);
      await field("idea").fill("Un’etichetta tessuta che racconta da dove viene un capo.");
      await field("tipologia_impresa").selectOption("ti-startup_altro");
      await field("tipologia_altro").fill("Cooperativa di comunità");
      await field("anno_costituzione").fill("2025");
      await choose("costituita", "yes");
      await choose("femminile", "yes");
      await field("stage").selectOption(stage);
      await field("industry").selectOption("industry-cleantech");
      await field("tech").selectOption("tech-other");
      await field("tech_altro").fill("Tessitura conduttiva");
      await saved();
    },

    async fillChallenge() {
      await choose("sustainableretail", "yes");
      await field("obiettivi").fill("Dieci botteghe entro un anno.");
      await field("sustainableretail_video").fill("https://video.example.org/filo");
      await saved();
    },

    async fillDocuments() {
      await fileInput("pitch").setInputFiles({
        name: "filo-pitch.pdf",
        mimeType: "application/pdf",
        buffer: await pdf({ pages: 14 }),
      });
      await fileInput("video").setInputFiles({
        name: "filo-due-minuti.mp4",
        mimeType: "video/mp4",
        buffer: video("clip.mp4"),
      });
      for (const name of ["pitch", "video"]) {
        // Wait longer, because the server can check another file first.
        await expect(upload(name).getByText(t("uploads.state.done"))).toBeVisible({
          timeout: 35_000,
        });
      }
    },

    /** Fills in the fields of the contact person without waiting for the save. */
    fillContactText,

    async fillContact(phone: string) {
      await fillContactText(phone);
      await saved();
    },

    async addMember(name: string, phone: string) {
      await page
        .getByRole("button", { name: t("steps.team.addFirst") })
        .or(page.getByRole("button", { name: t("steps.team.add"), exact: true }))
        .click();
      const form = page.getByRole("group", { name: t("steps.team.newTitle") });
      await form.getByLabel(t("steps.member.name")).fill(name);
      await form.getByLabel(t("steps.member.role")).fill("CTO");
      await form.getByLabel(t("steps.member.phone")).fill(phone);
      await form.getByLabel(t("steps.member.age")).selectOption("age-under_30");
      await form.getByLabel(t("steps.member.info")).selectOption("gb_ref-friend");
      await form.getByRole("button", { name: t("steps.team.put") }).click();
      await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
    },
  };
}

/** Returns a unique phone number. The product treats people with equal phone numbers as the same person. */
export function newPhone(): string {
  return `+39 3${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
}
