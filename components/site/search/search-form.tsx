import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { SEARCH_PATH } from "@/lib/routes/pages";
import { pathFor } from "@/lib/routes/path";
import { QUERY_MAX } from "@/lib/search/words";
import styles from "./search-form.module.css";

/** Renders the search field as a plain form, so that the search works before hydration and without scripts. */
export function SearchForm({ query }: { query: string }) {
  const t = useTranslations("search");
  return (
    <search>
      <form className={styles.form} action={pathFor({ locale: useLocale(), path: SEARCH_PATH })}>
        <label className={styles.label} htmlFor="q">
          {t("label")}
        </label>
        <div className={styles.line}>
          <input
            className={styles.control}
            id="q"
            name="q"
            type="search"
            defaultValue={query}
            maxLength={QUERY_MAX}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="q-hint"
          />
          <Button type="submit" leads>
            {t("submit")}
          </Button>
        </div>
        <p className={styles.hint} id="q-hint">
          {t("hint")}
        </p>
      </form>
    </search>
  );
}
