"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { z } from "zod";
import { TextField } from "@/components/forms/fields/text-field";
import { describeFields } from "@/components/forms/form-errors";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import { INTEREST } from "@/contract/project/options";
import { updateMe } from "@/contract/users/own-account";
import { profileSchema, type User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { meQuery } from "@/lib/api/query";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import {
  InterestField,
  NameFields,
  NewsletterBox,
  usePersonFields,
} from "../sign-in/person-fields";
import { useSubmit } from "../use-submit";
import { UnsavedGuard } from "./unsaved-guard";

/** A radio group without a choice submits no value. The schema reads this as "not answered". */
const schema = profileSchema
  .pick({ first_name: true, last_name: true, newsletter: true })
  .required()
  .extend({ interest: z.enum(INTEREST, { error: "invalid_choice" }).nullish() });

/** Form for the user's names, interest, and newsletter choice. A separate form changes the email address. */
export function ProfileForm({ user }: { user: User }) {
  const t = useTranslations("profile");
  const account = useTranslations("account");
  const locale = useLocale();
  const client = useQueryClient();
  const router = useRouter();
  const { first_name, last_name, newsletter, interest } = user;
  const form = useZodForm(schema, {
    shouldFocusError: true,
    defaultValues: { first_name, last_name, newsletter, interest },
  });
  const { field } = describeFields(form, usePersonFields());
  const { onSubmit, failure, busy } = useSubmit(form, async (values) => {
    const stored = await call(updateMe, {
      locale,
      body: { ...values, interest: values.interest ?? null },
    });
    client.setQueryData(meQuery(locale).queryKey, stored);
    form.reset(values);
    showToast(t("saved"));
    // Refresh the header, which shows the user's name.
    router.refresh();
  });

  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <UnsavedGuard unsaved={form.formState.isDirty && !busy} />
      <Refusal heading={t("failed")} failure={failure} />
      <NameFields first={field("first_name")} last={field("last_name")} />
      <TextField
        name="email"
        label={account("email")}
        help={t("emailHelp")}
        value={user.email}
        readOnly
      />
      <InterestField field={field("interest")} />
      <NewsletterBox field={form.register("newsletter")} />
      <div>
        <Button type="submit" busy={busy} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}
