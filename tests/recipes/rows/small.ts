import { after, type Change, words } from "../scratch";
import { text } from "./content-type";

/** Recipe: adds an option to a choice list of the application form. */
export const option: Change = {
  "contract/project/options.ts": after(`  "stage-marketplace",\n`, `  "stage-franchise",\n`),
  "contract/project/option-messages.it.json": words({ "stage-franchise": "In franchising" }),
  "contract/project/option-messages.en.json": words({ "stage-franchise": "Franchised" }),
};

/** Recipe: adds an article in both languages. */
export const article: Change = {
  "content/it/posts/la-gru.md": text("La gru", "Una gru che si piega."),
  "content/en/posts/la-gru.md": text("The crane", "A crane that folds."),
};

/** Recipe: adds a redirect from an old address to another site. */
export const redirect: Change = {
  "lib/middleware/redirects.ts": after(
    `  ...inEach("/workshop", workshop),\n`,
    `  "/officina": "https://officina.example/",\n`,
  ),
};
