import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import { Table } from "@/components/ui/page/table";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Person } from "@/contract/staff/people";
import { messageOr } from "@/lib/i18n/message-of";
import listRows from "../list/list-rows.module.css";
import { useWhen } from "../shell/use-when";
import styles from "./person.module.css";

type Consent = Person["consents"][number];
const WITH_SENDING = ["rules", "applicants_notice"];
const COLUMNS = ["what", "state", "document", "fingerprint", "source", "when"] as const;
/** Number of characters shown at the start and at the end of a hash. */
const ENDS = 4;

/** Lists every consent of a person, with a link to the document that the person accepted, as legal proof. */
export function Consents({ person: { consents } }: { person: Person }) {
  const t = useTranslations("staff.person");
  return (
    <div className={styles.consents}>
      <h2>{t("consents")}</h2>
      {consents.length === 0 ? (
        <p>{t("noConsents")}</p>
      ) : (
        <Table caption={t("consents")}>
          <thead className={listRows.heads}>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {t(`consent.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {consents.map((consent) => (
              <Row key={`${consent.kind} ${consent.at}`} consent={consent} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}

function Row({ consent }: { consent: Consent }) {
  const t = useTranslations("staff.person");
  const { day, time } = useWhen();
  const { kind, accepted, holds, document, sha256, version, file, language, at } = consent;
  // Consents that are given by sending an application have no stored source.
  const source = consent.source ?? (WITH_SENDING.includes(kind) ? "sending" : null);
  const said = (group: "kind" | "source", word: string) => messageOr(t, `${group}.${word}`, word);
  const state = accepted ? (holds ? "holds" : "before") : "refused";
  return (
    <tr className={listRows.card}>
      <th scope="row">{said("kind", kind)}</th>
      <td>
        <Status tone={state === "holds" ? "done" : "off"}>{t(`given.${state}`)}</Status>
      </td>
      <td>
        {document ? `${document.split("/").at(-1)}${language ? `, ${language}` : ""}` : <None />}
        {version !== null && file && (
          <>
            {", "}
            <a href={file}>{t("version", { version })}</a>
          </>
        )}
      </td>
      <td>
        {sha256 ? (
          <code title={sha256}>{`${sha256.slice(0, ENDS)}…${sha256.slice(-ENDS)}`}</code>
        ) : (
          <None />
        )}
      </td>
      <td>{source ? said("source", source) : <None />}</td>
      <td>
        <time dateTime={at}>{`${day(at)}, ${time(at)}`}</time>
      </td>
    </tr>
  );
}

function None() {
  const t = useTranslations("staff.person");
  return (
    <>
      <span aria-hidden="true">{"–"}</span>
      <VisuallyHidden>{t("none")}</VisuallyHidden>
    </>
  );
}
