/**
 * Fixed lists of values for the application's fields (rule application.options). Requests and the database use these
 * values; the texts are in option-messages.{language}.json.
 */

export const TIPOLOGIA_IMPRESA = [
  "ti-startup_ideazione",
  "ti-startup_innovativa",
  "ti-startup_pmi",
  "ti-startup_altro",
] as const;

export const STAGE = [
  "stage-concept",
  "stage-development",
  "stage-prototype",
  "stage-ready",
  "stage-marketplace",
] as const;

export const TECH = [
  "tech-iot",
  "tech-reality",
  "tech-bigdata_ai",
  "tech-blockchain",
  "tech-computing",
  "tech-other",
] as const;

export const INDUSTRY = [
  "industry-biotech",
  "industry-cleantech",
  "industry-deeptech",
  "industry-edtech",
  "industry-fintech",
  "industry-food",
  "industry-marketing",
  "industry-media",
  "industry-proptech",
  "industry-transport",
  "industry-other",
] as const;

export const AGE = ["age-under_30", "age-30_50", "age-over_50"] as const;

/**
 * Ways in which a team member heard of the programme. `gb_ref-product` means that the member already knew the
 * programme.
 */
export const INFO = [
  "gb_ref-search_engine",
  "gb_ref-social",
  "gb_ref-friend",
  "gb_ref-product",
  "gb_ref-web",
  "gb_ref-adv",
  "gb_ref-other",
] as const;

export const YES_NO = ["yes", "no"] as const;

export const INTEREST = ["call_for_ideas", "academy", "both"] as const;
