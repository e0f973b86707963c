import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { applicationsFilterSchema } from "@/contract/staff/applications";
import { Link } from "@/lib/i18n/navigation";
import { searchOf } from "../list/list-address";
import { screenNamed } from "../shell/screens";
import styles from "./figures.module.css";

/** Renders one group of statistics with its heading. Each group prints on a separate page. */
export function Panel({
  title,
  aside,
  wide = false,
  level: Heading = "h2",
  children,
}: {
  title: string;
  aside?: string;
  wide?: boolean;
  /** The heading's element; `h3` for a group inside another section. */
  level?: "h2" | "h3";
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.panel} data-wide={wide} aria-labelledby={id}>
      <div className={styles.panelHead}>
        <Heading id={id} className={styles.panelTitle}>
          {title}
        </Heading>
        {aside && <p className={styles.aside}>{aside}</p>}
      </div>
      {children}
    </section>
  );
}

/** Returns the URL of the list of applications with a filter; undefined if the list has no such filter. */
export function applicationsHref(filter: Record<string, string>): string | undefined {
  const known = searchOf(applicationsFilterSchema, new URLSearchParams(filter));
  if (Object.keys(known).length < Object.keys(filter).length) return undefined;
  return `${screenNamed("applications").path}?${new URLSearchParams(known)}`;
}

/** Renders a count. If the count is null, renders a text that says that the count is hidden. */
export function Shown({ value }: { value: number | null }) {
  const t = useTranslations("staff.figures");
  const format = useFormatter();
  return value === null ? <small>{t("hidden")}</small> : format.number(value);
}

/** Renders a count that links to the list of the counted applications. */
export function Count({
  value,
  filter,
  label,
}: {
  /** The count; null for a hidden count, which has no link. */
  value: number | null;
  filter: Record<string, string> | null;
  /** The accessible name before the number, which says what the number counts. */
  label: string;
}) {
  const format = useFormatter();
  const href = filter && value ? applicationsHref(filter) : undefined;
  if (value === null || !href)
    return (
      <span className={styles.count}>
        <Shown value={value} />
      </span>
    );
  const text = format.number(value);
  return (
    <Link className={styles.count} href={href} aria-label={`${label}: ${text}`}>
      {text}
    </Link>
  );
}
