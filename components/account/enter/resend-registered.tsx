"use client";

import { useState } from "react";
import { registeredEmail } from "./registered-email";
import { ResendForm } from "./resend-form";

/** The resend button after a registration: to its address while the tab remembers it. */
export function ResendRegistered() {
  const [email] = useState(registeredEmail);
  return <ResendForm email={email} />;
}
