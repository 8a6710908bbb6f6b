/**
 * The address of a remote, fit to be shown and stored.
 * @module
 */

const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)/i;
const SCP_LIKE = /^(?:[^/:]*@)?([^/:@]+):(?!\/\/)([^?#]*)/;
const HOST_AND_PORT = /^(?:\[[0-9a-f:.%]+\]|[^\s:@[\]]+)(?::\d*)?$/i;

/**
 * Removes user, password, query and fragment from a remote's address.
 *
 * Local paths give `undefined`: they name somebody's machine, not a place others can reach.
 * So does an address whose host cannot be told from a password.
 *
 * @example
 * publicRemote("https://me:secret@example.org/a/b.git?x") // "https://example.org/a/b.git"
 * publicRemote("git@example.org:a/b.git") // "example.org:a/b.git"
 */
export function publicRemote(address: string): string | undefined {
  const url = WITH_SCHEME.exec(address);
  if (url !== null) {
    const [, scheme = "", host = "", rest = ""] = url;
    return HOST_AND_PORT.test(host) ? `${scheme}://${host}${rest}` : undefined;
  }
  const [, host = "", rest = ""] = SCP_LIKE.exec(address) ?? [];
  // One letter before a colon is a drive.
  return host.length > 1 ? `${host}:${rest}` : undefined;
}
