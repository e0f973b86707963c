import "next";
import "next/types/global";
import type { HTMLAttributes } from "react";
import type { CriteriaWords } from "./contract/evaluation/criteria";
import type { ReasonWords } from "./contract/evaluation/reason-words";
import type { Language } from "./contract/languages";
import type { NamesByPlace } from "./contract/project/field-names";
import type { OptionWords } from "./contract/project/option-messages";
import type messages from "./messages/it.json";

declare module "next-intl" {
  interface AppConfig {
    Locale: Language;
    Messages: typeof messages & {
      fields: NamesByPlace;
      criteria: CriteriaWords;
      reasons: ReasonWords;
      options: OptionWords;
    };
  }
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /**
       * Custom element that shows a time of the programme on the visitor's clock. lib/browser/first-frame.ts defines
       * the element.
       */
      "local-time": HTMLAttributes<HTMLElement> & Record<`data-${string}`, string | number>;
    }
  }
}
