"use client";

import { useSwitch } from "./use-remembered";

/**
 * Storage key of the user's choice to turn keyboard shortcuts on or off. The key names evaluations because formerly
 * only evaluators had shortcuts. A new key would lose the evaluators' stored choices.
 */
const NAME = "evaluation.keys";

/**
 * Returns whether single-key shortcuts are on in the evaluation workspace and the control room, and a function to
 * change it. WCAG 2.1.4: people who use voice control, or press keys by accident, must be able to turn shortcuts off.
 */
export const useShortcutsEnabled = () => useSwitch(NAME);
