import * as invitation from "@/contract/users/invitation";
import * as own from "@/contract/users/own-account";
import * as keys from "@/contract/users/passkeys";
import * as factor from "@/contract/users/second-factor";
import * as contract from "@/contract/users/users";
import type { Dependencies } from "../dependencies";
import { type Serve, serveAll } from "../http/serve";
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
import {
  answerMyInvitation,
  declineInvitation,
  getMyInvitation,
  readInvitation,
} from "./invitation/invitation";
import { checkMailLink } from "./mail-tokens";
import { addNew, askForNew, readPasskeys, remove, rename } from "./passkeys/passkeys";
import { askForLogin, signInByPasskey } from "./passkeys/sign-in-by-passkey";
import { signIn } from "./passwords/login";
import { acceptInvite, enterInvited, requestRecovery, setNewPassword } from "./passwords/recovery";
import { readMe, updateProfile } from "./profile";
import { openProviders } from "./providers/open-providers";
import { link, signInWithProvider, unlink } from "./providers/providers";
import { reauthenticate, startReauthentication } from "./reauthentication";
import { registerUser } from "./register";
import {
  add,
  offerApp,
  readFactor,
  removeOwn,
  renewCodes,
} from "./second-factor/authenticator-app";
import { signInByCode } from "./second-factor/sign-in-by-code";
import { refreshSession } from "./sessions/refresh";

export function serveUsers(serve: Serve, deps: Pick<Dependencies, "config" | "now">) {
  const providers = openProviders(deps);
  serveAll(serve, contract, {
    register: registerUser,
    confirmEmail: confirmAddress,
    resendConfirmation: resend,
    login: signIn,
    refresh: refreshSession,
    logout: signOut,
    sso: (call) => signInWithProvider(call, providers),
    recoverPassword: requestRecovery,
    resetPassword: setNewPassword,
    acceptInvitation: acceptInvite,
    enterByInvitation: enterInvited,
    checkLink: checkMailLink,
  });
  serveAll(serve, invitation, {
    readInvitation,
    declineInvitation,
    getMyInvitation,
    answerMyInvitation,
  });
  serveAll(serve, own, {
    getMe: readMe,
    updateMe: updateProfile,
    deactivateMe: deactivate,
    eraseMe: eraseOwn,
    changeEmail: askNewEmail,
    confirmNewEmail: confirmEmailChange,
    changePassword: changeOwnPassword,
    listSessions: readSessions,
    endOtherSessions: endOthers,
    linkProvider: (call) => link(call, providers),
    unlinkProvider: unlink,
    exportMe: exportAccount,
  });
  serveAll(serve, keys, {
    passkeyLoginOptions: askForLogin,
    passkeyLogin: signInByPasskey,
    passkeyOptions: askForNew,
    addPasskey: addNew,
    listPasskeys: readPasskeys,
    renamePasskey: rename,
    removePasskey: remove,
    proofOptions: startReauthentication,
    prove: reauthenticate,
    endSession: endOne,
  });
  serveAll(serve, factor, {
    secondFactorLogin: signInByCode,
    readSecondFactor: readFactor,
    appOptions: offerApp,
    addApp: add,
    removeApp: removeOwn,
    renewRecoveryCodes: renewCodes,
  });
}
