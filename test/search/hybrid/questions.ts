/**
 * Questions and the file that should answer them, over the sources of two packages that the lock file pins.
 *
 * They judge the table of weights in `src/search/hybrid/weights.ts` and were written before it: a question is never
 * added, changed or dropped to suit a weight.
 * @module
 */

export interface Question {
  readonly ask: string;
  /** Path of the file that should win, relative to the corpus. */
  readonly want: string;
}

export interface Corpus {
  /** Package, in the version that `deno.lock` pins. */
  readonly name: string;
  /** Folder inside the package. */
  readonly folder: string;
  readonly questions: readonly Question[];
}

export const CORPORA: readonly Corpus[] = [
  {
    name: "ajv",
    folder: "lib",
    questions: [
      {
        ask: "normalize schema ids and collect the local refs of a schema",
        want: "compile/resolve.ts",
      },
      { ask: "coerce data to the expected type", want: "compile/validate/dataType.ts" },
      { ask: "assign default values to missing properties", want: "compile/validate/defaults.ts" },
      { ask: "standalone validation code as a module", want: "standalone/index.ts" },
      { ask: "optimize generated code by removing unused names", want: "compile/codegen/index.ts" },
      { ask: "parse JSON text and report the position of errors", want: "runtime/parseJson.ts" },
      { ask: "ucs2length", want: "runtime/ucs2length.ts" },
      {
        ask: "where is the discriminator keyword checked to require oneOf",
        want: "vocabularies/discriminator/index.ts",
      },
      { ask: "uniqueItems keyword", want: "vocabularies/validation/uniqueItems.ts" },
      { ask: "multipleOfPrecision", want: "vocabularies/validation/multipleOf.ts" },
      { ask: "how does the serializer for JTD write a string", want: "compile/jtd/serialize.ts" },
      { ask: "resetErrorsCount extendErrors", want: "compile/errors.ts" },
      { ask: "class ValidationError", want: "runtime/validation_error.ts" },
      { ask: "valid timestamp with leap year and time zone", want: "runtime/timestamp.ts" },
      { ask: "addKeyword removeSchema getSchema", want: "core.ts" },
    ],
  },
  {
    name: "zod",
    folder: "src",
    questions: [
      { ask: "convert a schema to JSON Schema", want: "v4/core/to-json-schema.ts" },
      {
        ask: "build a zod schema from a JSON Schema document",
        want: "v4/classic/from-json-schema.ts",
      },
      { ask: "regular expressions for email uuid and ipv4", want: "v4/core/regexes.ts" },
      { ask: "flattenError treeifyError prettifyError", want: "v4/core/errors.ts" },
      { ask: "registry that keeps metadata for schemas by id", want: "v4/core/registries.ts" },
      {
        ask: "parse reference cycles without endless recursion memoizer",
        want: "v4/core/memoizer.ts",
      },
      { ask: "generate source code with indented lines", want: "v4/core/doc.ts" },
      { ask: "visit every nested schema and rewrite it", want: "v4/core/visit.ts" },
      {
        ask: "benchmark of discriminated unions",
        want: "v3/benchmarks/discriminatedUnion.ts",
      },
      { ask: "ParseStatus mergeArray dirty", want: "v3/helpers/parseUtil.ts" },
      { ask: "where is the algorithm of a JWT token checked", want: "v4/core/schemas.ts" },
      { ask: "v4 locale fr", want: "v4/locales/fr.ts" },
      { ask: "make all keys of nested objects optional", want: "v4/classic/deep-partial.ts" },
      {
        ask: "$ZodCheckGreaterThan",
        want: "v4/core/checks.ts",
      },
      { ask: "getErrorMap setErrorMap overrideErrorMap", want: "v3/errors.ts" },
    ],
  },
];
