/**
 * What part of a project a file is, by its path: told with each row, and a reason to rank tests behind code.
 * @module
 */
import { type SourceClass, SURFACE_FAMILIES, type SurfaceFamily } from "../../contract/hybrid.ts";
import type { PathClass } from "../../contract/source.ts";

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;

/** The first rule that fits a path decides. */
const CLASS_RULES: readonly (readonly [RegExp, SourceClass])[] = [
  [/(?:^|\/)(?:fixtures?|testdata|__fixtures__|__snapshots__|goldens?)\//i, "fixtures"],
  [/(?:^|\/)playbooks?\//i, "playbooks"],
  [
    /(?:^|\/)(?:[^/]*[-_])?(?:tests?|__tests__|spec)\/|(?:[._-](?:test|spec)|_tests)\.[a-z]+$/i,
    "tests",
  ],
  [/(?:^|\/)test_[^/]+\.py$/i, "tests"],
  [/(?:^|\/)readme(?:\.[a-z]+)?$/i, "readme"],
  [/(?:^|\/)contracts?\/[^/]*error[^/]*$/i, "error_contracts"],
  [/(?:^|\/)contracts?\/[^/]*tool[^/]*$/i, "tool_contracts"],
  [/(?:^|\/)(?:specs?|rfcs?)\//i, "specs"],
];

export function sourceClassOf(path: string, pathClass: PathClass): SourceClass {
  const rule = CLASS_RULES.find(([pattern]) => pattern.test(path));
  if (rule !== undefined) return rule[1];
  if (DOCUMENT.test(path)) return /bench/i.test(path) ? "benchmark_docs" : "documentation";
  return /(?:^|\/)docs?\//i.test(path) ? "documentation" : pathClass;
}

const FAMILY_RULES: readonly (readonly [RegExp, SurfaceFamily])[] = [
  [
    /(?:^|\/)(?:package\.json|deno\.jsonc?|Cargo\.toml|go\.mod|pyproject\.toml|composer\.json|pom\.xml|index\.[cm]?[jt]sx?|mod\.ts|lib\.rs|__init__\.py)$/,
    "package_surface",
  ],
  [
    /(?:^|\/)(?:Makefile|Dockerfile|CMakeLists\.txt|build\.gradle(?:\.kts)?|build\.rs|tsconfig[^/]*\.json|[^/]+\.config\.[a-z]+)$/,
    "build_config",
  ],
  [/(?:^|\/)(?:main|cli)\.[a-z]+$|(?:^|\/)(?:bin|cmd)\//, "entrypoint"],
  [
    /(?:^|\/)(?:pnpm-workspace\.yaml|lerna\.json|turbo\.json|nx\.json|go\.work)$|^\.github\//,
    "workspace_config",
  ],
];

/** Sorted as the families are listed. */
export function surfaceFamiliesOf(path: string, pathClass: PathClass): SurfaceFamily[] {
  const found = new Set(
    FAMILY_RULES.flatMap(([pattern, family]) => pattern.test(path) ? [family] : []),
  );
  const source = sourceClassOf(path, pathClass);
  if (source === "tests" || source === "runtime") found.add(source);
  return SURFACE_FAMILIES.filter((family) => found.has(family));
}
