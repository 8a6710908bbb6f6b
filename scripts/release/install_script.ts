/**
 * The install script of a release: the template with what it has to know.
 * @module
 */
import { downloadUrl, type Repository } from "./about.ts";

const PLACEHOLDER = "@DOWNLOAD_URL@";

/** @throws {Error} if the template has no place for the address */
export function installScript(template: string, repository: Repository): string {
  if (!template.includes(PLACEHOLDER)) throw new Error(`Cannot find ${PLACEHOLDER} in install.sh`);
  return template.replaceAll(PLACEHOLDER, downloadUrl(repository));
}
