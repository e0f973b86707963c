import { after, before, type Change, edits, words } from "../scratch";

/** Recipe: adds an endpoint that the contract describes and the back end serves. */
export const endpoint: Change = {
  "contract/users/own-account.ts": edits(
    before(
      "export const ownAccountEndpoints = [\n",
      `export const greetMe = endpoint({
  name: "greetMe",
  method: "POST",
  path: "wp/v2/users/me/greetings/{time}",
  summary: "Greet the account",
  access: "user",
  body: z.object({ loud: z.boolean() }),
  answer: { status: 200, json: z.object({ greeting: z.string() }) },
});

`,
    ),
    after("  exportMe,\n", "  greetMe,\n"),
  ),
  "backend/users/routes.ts": after(
    "    exportMe: exportAccount,\n",
    `    greetMe: async ({ params, body, caller }) => ({
      greeting: \`good \${params.time}, \${caller.id}\${body.loud ? "!" : ""}\`,
    }),
`,
  ),
};

/** Recipe: adds a role that staff grant, with a link in the private area. */
export const role: Change = {
  "contract/roles.ts": before(
    "} as const satisfies Record<string",
    `  mentor: {
    label: "a mentor",
    given: "staff",
    secondFactor: "free",
    links: [{ name: "ranking", href: "/dashboard/edit-profile" }],
  },
`,
  ),
  "messages/it.json": words({ "staff.log.value.role.mentor": "tutor" }),
  "messages/en.json": words({ "staff.log.value.role.mentor": "mentor" }),
  "backend/documents/messages/it.json": words({
    "log.value.role.mentor": "tutor",
    "tables.roles.mentor": "tutor",
  }),
  "backend/documents/messages/en.json": words({
    "log.value.role.mentor": "mentor",
    "tables.roles.mentor": "mentor",
  }),
};

/** Recipe: adds an error code with its messages. */
export const errorCode: Change = {
  "contract/errors.ts": after("  file_unsafe: 422,\n", "  file_upside_down: 422,\n"),
  "messages/it.json": words({ "errors.file_upside_down": "Il file è capovolto." }),
  "messages/en.json": words({ "errors.file_upside_down": "The file is upside down." }),
};

/** Recipe: adds an email with a button. */
export const mail: Change = {
  "messages/it.json": words({ "staff.act.mail.open_day": "Porte aperte" }),
  "messages/en.json": words({ "staff.act.mail.open_day": "Open day" }),
  "backend/mail/messages/it.json": words({
    "templates.open_day": {
      subject: "Porte aperte a {place}",
      preview: "Ti aspettiamo.",
      title: "Porte aperte",
      paragraphs: ["Vieni a {place}."],
      button: "Guarda il programma",
    },
  }),
  "backend/mail/messages/en.json": words({
    "templates.open_day": {
      subject: "Open day in {place}",
      preview: "You are welcome.",
      title: "Open day",
      paragraphs: ["Come to {place}."],
      button: "See the programme",
    },
  }),
  "backend/mail/render.ts": after(
    `  confirm: "/registration/confirm",\n`,
    `  open_day: "/evento",\n`,
  ),
};
