// Builds the page of the report: scripts and styles into one file, which is part of the package.
//   node build.mjs [OUT]     (by default dagbag/_report/page.html)

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transformSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "dagbag", "_report", "page.html");
const read = (...parts) => readFileSync(join(here, ...parts), "utf8");
const hash = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

const made = await build({
  entryPoints: [join(here, "src", "main.ts")],
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2020"],
  charset: "ascii", // the same bytes, and the same hash, whatever they are read as
  legalComments: "none", // all licences stand at the end of the page
  metafile: true,
  write: false,
});
const script = made.outputFiles[0].text.trim();
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end its own element");
const style = transformSync(read("src", "style.css"), { loader: "css", minify: true, charset: "ascii" }).code.trim();

const packages = new Set();
for (const file of Object.keys(made.metafile.inputs)) {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
  if (found) packages.add(found[1]);
}
const licences = [...packages].sort().map((name) => {
  const { version } = JSON.parse(read("node_modules", name, "package.json"));
  const file = readdirSync(join(here, "node_modules", name)).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version}\n\n${read("node_modules", name, file).trim()}`;
});

const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
// The sources by their hash: whoever edits them without building again is told by a test.
const sources = createHash("sha256");
for (const name of ["build.mjs", "package-lock.json", ...readdirSync(join(here, "src")).sort().map((each) => `src/${each}`)]) {
  sources.update(`${name}\n`).update(read(...name.split("/")));
}
const filled = {
  policy,
  style,
  script,
  licences: `built from report_src, whose hash is ${sources.digest("hex")}\n\n${licences.join("\n\n")}`.replaceAll("--", "- -"),
};
const page = read("src", "page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => filled[name]);
writeFileSync(out, page);
console.log(`${out}: ${page.length} characters, with ${[...packages].sort().join(", ")}`);
