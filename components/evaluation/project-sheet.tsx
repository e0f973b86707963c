import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TabLink, TabRow } from "@/components/ui/tab-row";
import type { ProjectForEvaluation } from "@/contract/evaluation-schemas";
import { Hints } from "./hints";
import { ProjectFiles } from "./project-files";
import styles from "./project-sheet.module.css";
import { useDates } from "./use-dates";

/** Where the reading of a project begins. */
export const SHEET_TITLE = "project-title";
/** Where the scores are given: on a small screen, under everything there is to read. */
export const SCORES = "scores";

function Answer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.answer}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The left half of the cockpit: the version that was sent, on a white sheet, to be read. */
export function ProjectSheet({ evaluated }: { evaluated: ProjectForEvaluation }) {
  const t = useTranslations("evaluation.sheet");
  const fields = useTranslations("evaluation.fields");
  const options = useTranslations("options");
  const { day } = useDates();
  const { project, sent_at } = evaluated;
  const word = (value: string) => (value ? options(value as "yes") : "");
  const tags = [project.tipologia_impresa, project.stage, project.industry, project.tech];

  const idea = [
    ["idea", project.idea],
    ["tipologia_altro", project.tipologia_altro],
    ["tech_altro", project.tech_altro],
    ["costituita", word(project.costituita)],
    ["anno_costituzione", project.anno_costituzione],
    ["femminile", word(project.femminile)],
  ] as const;
  const challenge = [
    ["sustainableretail", word(project.sustainableretail)],
    ["obiettivi", project.obiettivi],
    ["impatto", project.impatto],
  ] as const;
  const contact = [
    ["referente_nome_e_cognome", project.referente_nome_e_cognome],
    ["referente_ruolo", project.referente_ruolo],
    ["referente_email", project.referente_email],
    ["referente_telefono", project.referente_telefono],
    ["referente_age", word(project.referente_age)],
  ] as const;
  const answers = (rows: readonly (readonly [string, string])[]) =>
    rows
      .filter(([, value]) => value !== "")
      .map(([name, value]) => (
        <Answer key={name} label={fields(name as "idea")}>
          {value.split(/\n+/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Answer>
      ));

  return (
    <article className={styles.sheet} data-theme="light">
      <h1 id={SHEET_TITLE} className={styles.title} tabIndex={-1}>
        {project.nome}
      </h1>
      <ul className={styles.tags}>
        {tags.filter(Boolean).map((tag) => (
          <li key={tag}>{word(tag)}</li>
        ))}
        <li className={styles.sent}>{t("sent", { date: day(sent_at) })}</li>
      </ul>
      {!evaluated.closed && evaluated.evaluation?.recusal == null && (
        <Hints hints={evaluated.hints} />
      )}
      <div className={styles.sections}>
        <TabRow label={t("sections")}>
          <TabLink href={`#${SCORES}`}>{t("section.scores")}</TabLink>
          {(["idea", "challenge", "documents", "contact", "team"] as const).map((id) => (
            <TabLink key={id} href={`#${id}`}>
              {t(`section.${id}`)}
            </TabLink>
          ))}
        </TabRow>
      </div>
      <Section id="idea" title={t("section.idea")}>
        <dl>{answers(idea)}</dl>
      </Section>
      <Section id="challenge" title={t("section.challenge")}>
        <dl>
          {answers(challenge)}
          {project.sustainableretail_video && (
            <Answer label={fields("sustainableretail_video")}>
              <a href={project.sustainableretail_video} rel="noreferrer noopener" target="_blank">
                {project.sustainableretail_video}
              </a>
            </Answer>
          )}
        </dl>
      </Section>
      <Section id="documents" title={t("section.documents")}>
        <ProjectFiles evaluated={evaluated} />
      </Section>
      <Section id="contact" title={t("section.contact")}>
        <dl>{answers(contact)}</dl>
      </Section>
      <Section id="team" title={t("section.team")}>
        <ol className={styles.team}>
          {project.team.map((member) => (
            <li key={`${member.name} ${member.phone}`}>
              <p className={styles.member}>{member.name}</p>
              <p>{member.role}</p>
              <p>{member.phone}</p>
              <p>{word(member.age)}</p>
            </li>
          ))}
        </ol>
      </Section>
    </article>
  );
}
