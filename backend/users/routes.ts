import * as invitation from "@/contract/users/invitation";
import * as keys from "@/contract/users/keys";
import * as own from "@/contract/users/own-account";
import * as factor from "@/contract/users/second-factor";
import * as contract from "@/contract/users/users";
import type { Dependencies } from "../dependencies";
import type { Serve } from "../http/serve";
import {
  changeOwnPassword,
  deactivate,
  endOne,
  endOthers,
  eraseOwn,
  readSessions,
  signOut,
} from "./account";
import { confirmAddress, resend } from "./confirm";
import { askNewEmail, confirmEmailChange } from "./email-change";
import { exportAccount } from "./export/export";
import { add, offerApp, readFactor, removeOwn, renewCodes } from "./factor/app";
import { signInByCode } from "./factor/enter-by-code";
import {
  answerMyInvitation,
  declineInvitation,
  getMyInvitation,
  readInvitation,
} from "./invitation";
import { askForLogin, signInByPasskey } from "./keys/enter-by-passkey";
import { addNew, askForNew, readPasskeys, remove, rename } from "./keys/passkeys";
import { checkMailLink } from "./mail-tokens";
import { acceptInvite, enterInvited, requestRecovery, setNewPassword } from "./passwords/recovery";
import { readMe, updateProfile } from "./profile";
import { askForProof, proveOwner } from "./proof";
import { openProviders } from "./providers/open-providers";
import { link, signInWithProvider, unlink } from "./providers/providers";
import { registerUser } from "./register";
import { signIn } from "./sessions/login";
import { refreshSession } from "./sessions/refresh";

/** Registers the users endpoints of the contract. */
export function serveUsers(serve: Serve, deps: Pick<Dependencies, "config" | "now">) {
  const providers = openProviders(deps);
  serve(contract.register, registerUser);
  serve(contract.confirmEmail, confirmAddress);
  serve(contract.resendConfirmation, resend);
  serve(contract.login, signIn);
  serve(contract.refresh, refreshSession);
  serve(contract.logout, signOut);
  serve(contract.sso, (call) => signInWithProvider(call, providers));
  serve(contract.recoverPassword, requestRecovery);
  serve(contract.resetPassword, setNewPassword);
  serve(contract.acceptInvitation, acceptInvite);
  serve(contract.enterByInvitation, enterInvited);
  serve(invitation.readInvitation, readInvitation);
  serve(invitation.declineInvitation, declineInvitation);
  serve(invitation.getMyInvitation, getMyInvitation);
  serve(invitation.answerMyInvitation, answerMyInvitation);
  serve(own.getMe, readMe);
  serve(own.updateMe, updateProfile);
  serve(own.deactivateMe, deactivate);
  serve(own.eraseMe, eraseOwn);
  serve(own.changeEmail, askNewEmail);
  serve(own.confirmNewEmail, confirmEmailChange);
  serve(contract.checkLink, checkMailLink);
  serve(own.changePassword, changeOwnPassword);
  serve(own.listSessions, readSessions);
  serve(own.endOtherSessions, endOthers);
  serve(own.linkProvider, (call) => link(call, providers));
  serve(own.unlinkProvider, unlink);
  serve(own.exportMe, exportAccount);
  serve(keys.passkeyLoginOptions, askForLogin);
  serve(keys.passkeyLogin, signInByPasskey);
  serve(keys.passkeyOptions, askForNew);
  serve(keys.addPasskey, addNew);
  serve(keys.listPasskeys, readPasskeys);
  serve(keys.renamePasskey, rename);
  serve(keys.removePasskey, remove);
  serve(keys.proofOptions, askForProof);
  serve(keys.prove, proveOwner);
  serve(keys.endSession, endOne);
  serve(factor.secondFactorLogin, signInByCode);
  serve(factor.readSecondFactor, readFactor);
  serve(factor.appOptions, offerApp);
  serve(factor.addApp, add);
  serve(factor.removeApp, removeOwn);
  serve(factor.renewRecoveryCodes, renewCodes);
}
