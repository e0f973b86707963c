import type { Command } from "../run/verb";
import { BACKUP } from "./backup";
import { CONTENT } from "./content";
import { DOCTOR } from "./doctor";
import { EDITION } from "./edition";
import { EVALUATION } from "./evaluation";
import { MAIL } from "./mail";
import { RECEIPT } from "./receipt";
import { RESTORE } from "./restore";
import { USER } from "./user";

export const COMMANDS: readonly Command[] = [
  EDITION,
  USER,
  EVALUATION,
  MAIL,
  RECEIPT,
  CONTENT,
  BACKUP,
  RESTORE,
  DOCTOR,
];
