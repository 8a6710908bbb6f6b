/**
 * Folders of the operating system, where a host may start a server that was told nothing about a project.
 * @module
 */

/** Folders that hold projects of people at most further down: it is they alone that are no project. */
const SHARED = new Set([
  ..."/home /media /mnt /opt /root /run /srv /tmp /usr /usr/local /usr/src /var /var/tmp".split(
    " ",
  ),
  ..."/Applications /Users /Users/Shared /Volumes /private /private/tmp /private/var".split(" "),
]);

/** Folders in which nobody keeps a project, at any depth. */
const SYSTEM = new RegExp(
  "^/(bin|boot|dev|lib|lib32|lib64|libx32|proc|sbin|sys|etc|private/etc" +
    "|usr/(bin|lib|lib32|lib64|libexec|libx32|sbin|share)|System|Library)(/|$)",
);

/** The same on Windows, whose letters of either case are the same; program files are installed, not written. */
const WINDOWS =
  /^[a-z]:\\(users|users\\public|(windows|program files|program files \(x86\)|programdata)(\\.*)?)$/i;

/** Whether a canonical path names a folder that belongs to the system rather than to a project. */
export function isSystemFolder(path: string): boolean {
  return SHARED.has(path) || SYSTEM.test(path) || WINDOWS.test(path);
}
