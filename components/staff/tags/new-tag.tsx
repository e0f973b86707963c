"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import { TAG_NAME_MAX, TAGS_MAX, type Tag } from "@/contract/staff/tag-schemas";
import { createTag, listTags } from "@/contract/staff/tags";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import styles from "./tags.module.css";

/**
 * Field and button that create a tag. Not an HTML form, because the field can be inside the form of a dialog; Enter
 * creates the tag.
 *
 * @param onCreated called with the new tag
 */
export function NewTag({ onCreated }: { onCreated?: (tag: Tag) => void }) {
  const t = useTranslations("staff.tags");
  const locale = useLocale();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function create() {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const tag = await call(createTag, { locale, body: { name } });
      setName("");
      showToast(t("created", { name: tag.name }));
      await client.invalidateQueries({ queryKey: [listTags.name] });
      onCreated?.(tag);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.create}>
      {failure && failure.code !== "invalid_fields" && (
        <FormAlert heading={t("failed")} code={failure.code} />
      )}
      <TextField
        name="tag-name"
        label={t("new")}
        help={t("nameHelp")}
        autoComplete="off"
        maxLength={TAG_NAME_MAX}
        limit={TAGS_MAX}
        value={name}
        error={failure?.fields.name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void create();
        }}
      />
      <Button
        small
        variant="secondary"
        busy={busy}
        busyLabel={t("creating")}
        onClick={() => void create()}
      >
        {t("create")}
      </Button>
    </div>
  );
}
