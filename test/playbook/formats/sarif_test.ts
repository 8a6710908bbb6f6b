import assert from "node:assert/strict";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { citationsAsSarif } from "../../../src/playbook/formats/sarif.ts";
import { asList, asObject } from "../../support/json.ts";
import { sarifProblems } from "../../support/sarif.ts";
import { GONE, payload, THERE } from "./payload.ts";

function runOf(text: string): JsonObject {
  return asObject(asList(parsed(text)["runs"])[0]);
}

function parsed(text: string): JsonObject {
  const value: Json = JSON.parse(text);
  assert(isJsonObject(value));
  return value;
}

function places(text: string): readonly JsonObject[] {
  return asList(runOf(text)["results"]).flatMap((result): JsonObject[] => {
    const locations = asObject(result)["locations"];
    return locations === undefined
      ? []
      : [asObject(asObject(asList(locations)[0])["physicalLocation"])];
  });
}

function region(place: JsonObject | undefined): Json {
  const { snippet: _, ...numbers } = asObject(place?.["region"]);
  return numbers;
}

Deno.test("citationsAsSarif() is valid SARIF 2.1.0 with and without the source", () => {
  for (const source of [THERE, GONE]) {
    const log = citationsAsSarif(payload(), source);
    assert.deepEqual(sarifProblems(JSON.parse(log)), []);
    assert.equal(runOf(log)["columnKind"], "utf16CodeUnits");
    assert.equal(asList(runOf(log)["results"]).length, 4);
  }
});

Deno.test("citationsAsSarif() counts columns in UTF-16, or names whole lines", () => {
  const [one, two, cut] = places(citationsAsSarif(payload(), THERE));
  assert.deepEqual(region(one), { startLine: 1, startColumn: 42, endLine: 1, endColumn: 43 });
  assert.deepEqual(region(two), { startLine: 2, startColumn: 1, endLine: 3, endColumn: 1 });
  assert.deepEqual(region(cut), { startLine: 1, startColumn: 45, endLine: 4, endColumn: 5 });
  const [far, near, lost] = places(citationsAsSarif(payload(), GONE));
  assert.deepEqual(region(far), { startLine: 1, endLine: 1 });
  assert.deepEqual(region(near), { startLine: 2, startColumn: 1, endLine: 3, endColumn: 1 });
  assert.deepEqual(region(lost), { startLine: 1, endLine: 4 });
});

Deno.test("citationsAsSarif() gives a context that is larger than the region, or none", () => {
  const [one, two, all] = places(citationsAsSarif(payload(), THERE));
  assert.deepEqual(one?.["contextRegion"], { startLine: 1, endLine: 2 });
  assert.deepEqual(two?.["contextRegion"], { startLine: 1, endLine: 4 });
  assert.equal(all?.["contextRegion"], undefined);
});

Deno.test("citationsAsSarif() encodes the path and hashes the file", () => {
  const log = citationsAsSarif(payload(), THERE);
  const [place] = places(log);
  assert.deepEqual(place?.["artifactLocation"], { uri: "src/a%20b%231.ts" });
  const [artifact, ...others] = asList(runOf(log)["artifacts"]);
  assert.equal(others.length, 0);
  assert.match(String(asObject(asObject(artifact)["hashes"])["sha-256"]), /^[0-9a-f]{64}$/);
});

Deno.test("the schema is looked at: another version is not valid", () => {
  const broken = parsed(citationsAsSarif(payload(), THERE));
  assert.notDeepEqual(sarifProblems({ ...broken, version: "2.0" }), []);
});
