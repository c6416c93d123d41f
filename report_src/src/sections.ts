// What stands below the graph: strengths, paths, the comparison, replicates, data, origin.

import { aggregate, pairsOf, type Setting } from "./aggregate";
import { countsChart, pathChart, type Point, strengthChart } from "./charts";
import { compare, settled } from "./classes";
import { byId, counted, h } from "./dom";
import type { Model } from "./model";

const ALPHAS = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const CUTOFFS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

function figure(title: string, chart: Element, note: string): HTMLElement {
  return h("figure", {}, h("p", { class: "chart-title" }, title), chart, h("figcaption", {}, note));
}

const HASHES: Record<string, string> = { data: "hash of the data", nodes: "hash of the names" };

interface Path {
  all: Point[];
  told: Point[]; // edges whose direction data can tell
  right: Point[]; // edges between nodes that the graph compared with joins
}

/** Aggregate along a path, a point at a time, so that the page can be used meanwhile. */
function walk(model: Model, values: number[], at: (value: number) => Setting, done: (path: Path) => void): void {
  const mine = turn;
  const other = pairsOf(model.content.comparisons[model.against]?.edges ?? []);
  const path: Path = { all: [], told: [], right: [] };
  const step = (k: number): void => {
    if (mine !== turn) return; // something else is asked for by now
    if (k === values.length) {
      done(path);
      return;
    }
    const x = values[k];
    const { edges, optimal } = aggregate(model.counts!, at(x));
    const heads = settled(edges, null, model.p);
    path.all.push({ x, y: edges.length, open: !optimal });
    path.told.push({ x, y: heads.filter(Boolean).length, open: false });
    if (other.length) {
      const joined = compare(edges, heads, other, model.p).of.filter((each) => each !== "extra");
      path.right.push({ x, y: joined.length, open: false });
    }
    setTimeout(step, 0, k + 1);
  };
  step(0);
}

let turn = 0;

export function showStrengths(model: Model): void {
  const { counts, setting } = model;
  if (counts === null || setting === null) {
    byId("strengths").hidden = true;
    return;
  }
  turn++;
  const strengths = Float64Array.from(
    { length: counts.n },
    (_, k) => (counts.counts[2 * k] + counts.counts[2 * k + 1]) / counts.given.n_boot,
  );
  const isR = setting.kind === "threshold";
  const cutoffs = (isR ? CUTOFFS.map((c) => Number((1 - 2 * c).toFixed(1))).reverse() : CUTOFFS).filter((c) =>
    isR ? (1 - c) / 2 >= counts.given.pairs.least : c >= counts.given.pairs.least,
  );
  const note =
    "Light: those whose direction data can tell. " +
    (model.against < 0 ? "" : "Dashed: those between nodes that the other graph joins. ") +
    "Hollow: not proved optimal. Click a point to go there.";
  const histogram = figure(
    "Strengths of all pairs that some replicate joins",
    strengthChart(strengths, setting.kind === "strength" ? setting.cutoff : null),
    `Pairs, on a scale of powers of ten${setting.kind === "strength" ? "; filled: above the cutoff" : ""}.`,
  );
  walk(model, ALPHAS, (alpha) => ({ ...setting, alpha }), (alphas) =>
    walk(model, cutoffs, (cutoff) => ({ ...setting, cutoff }), (path) =>
      byId("strength-charts").replaceChildren(
        histogram,
        figure(
          "Edges along alpha",
          pathChart(alphas, "weight alpha of a reversal", setting.alpha, (alpha) =>
            model.set({ ...model.setting!, alpha }),
          ),
          note,
        ),
        figure(
          isR ? "Edges along R's threshold" : "Edges along the cutoff",
          pathChart(path, isR ? "threshold" : `cutoff of the ${setting.kind}`, setting.cutoff, (cutoff) =>
            model.set({ ...model.setting!, cutoff }),
          ),
          note,
        ),
      ),
    ),
  );
}

export function showComparison(model: Model): void {
  const section = byId("comparison");
  const other = model.content.comparisons[model.against];
  section.hidden = other === undefined || model.compared === null;
  if (other === undefined || model.compared === null) return;
  const { of, missing } = model.compared;
  const count = (kind: string): number => of.filter((each) => each === kind).length;
  const correct = count("correct");
  const joined = correct + count("undirected") + count("reversed");
  const total = joined + missing.length;
  const share = (part: number, all: number): string => (all ? `${((100 * part) / all).toFixed(0)}%` : "none");
  const name = other.name === "truth" ? "the truth" : "the other result";
  byId("comparison-title").textContent = `Compared with ${name}`;
  const rows: [string, string, string][] = [
    ["Same direction", String(correct), "edges that both have"],
    ["Joined, direction left open", String(count("undirected")), "a line in one of the two"],
    ["Reversed", String(count("reversed")), `${name} has the other direction`],
    ["Extra", String(count("extra")), `${name} does not join the two nodes`],
    ["Missing", String(missing.length), `joined in ${name} only`],
    ["Pairs joined rightly", share(joined, of.length), `${joined} of ${of.length} edges here are joined there`],
    ["Pairs found", share(joined, total), `${joined} of ${total} that are joined there`],
  ];
  byId("comparison-table").replaceChildren(
    h(
      "tbody",
      {},
      ...rows.map(([title, value, told]) =>
        h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "number" }, value), h("td", { class: "quiet" }, told)),
      ),
    ),
  );
}

export function showReplicates(model: Model): void {
  const found = model.content.replicates;
  const section = byId("replicates");
  if (found === null || found.n === 0) {
    section.hidden = true;
    return;
  }
  const told = found.converged.filter((each) => each !== null);
  const done = told.filter(Boolean).length;
  const having = (values: number[]): number => values.filter((value) => value > 0).length;
  const span = (values: number[]): string => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return low === high ? String(low) : `${low} to ${high}`;
  };
  const tiles: [string, string, string, boolean][] = [
    ["Converged", told.length ? `${done} of ${found.n}` : "not told", "searches that ended by themselves", done < told.length],
    ["Saturated", `${having(found.saturated)} of ${found.n}`, "with nodes that have as many parents as rows can fit", having(found.saturated) > 0],
    ["Distinct rows", span(found.distinct_rows), found.rows === null ? "of a resample" : `of ${found.rows}`, false],
    ["Edges", span(found.edges), "of a replicate", false],
    ["Most parents", span(found.most_parents), "of a node", false],
    ["Constant columns", `${having(found.constant)} of ${found.n}`, "replicates with some", having(found.constant) > 0],
    ["Perfect fits refused", `${having(found.collinear)} of ${found.n}`, "replicates with some", having(found.collinear) > 0],
  ];
  byId("tiles").replaceChildren(
    ...tiles.map(([title, value, told, wrong]) =>
      h("div", { class: wrong ? "tile wrong" : "tile" }, h("dt", {}, title), h("dd", {}, h("b", {}, value), h("span", {}, (wrong ? "Look: " : "") + told))),
    ),
  );
  const charts: HTMLElement[] = [figure("Edges", countsChart(found.edges, "edges of a replicate"), "Replicates by their number of edges.")];
  if (Math.max(...found.distinct_rows) > 0) {
    charts.push(figure("Distinct rows", countsChart(found.distinct_rows, "distinct rows"), "Replicates by the distinct rows of their resample."));
  }
  if (having(found.saturated) > 0) {
    charts.push(figure("Saturated nodes", countsChart(found.saturated, "saturated nodes"), "Replicates by their number of saturated nodes."));
  } else {
    charts.push(figure("Most parents", countsChart(found.most_parents, "parents of a node"), "Replicates by the largest number of parents."));
  }
  byId("replicate-charts").replaceChildren(...charts);
}

export function showData(model: Model): void {
  const { findings, cautions } = model.content;
  const box = byId("cautions");
  const warnings = (findings ?? []).filter((each) => each.severity === "warning").map((each) => each.message);
  const all = [...cautions, ...warnings];
  box.hidden = all.length === 0;
  byId("caution-list").replaceChildren(...all.map((text) => h("li", {}, text)));
  byId("caution-count").textContent = all.length === 1 ? "One thing to know first" : `${all.length} things to know first`;
  if (all.length > 3) box.removeAttribute("open");
  byId("data").hidden = findings === null;
  if (findings === null) return;
  if (findings.length === 0) {
    byId("findings").replaceWith(h("p", { id: "findings" }, "Nothing remarkable was found in the data."));
    return;
  }
  byId("findings").replaceChildren(
    h("thead", {}, h("tr", {}, ...["severity", "found", "done", "to change it"].map((text) => h("th", { scope: "col" }, text)))),
    h(
      "tbody",
      {},
      ...findings.map((each) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("span", { class: `badge ${each.severity}` }, each.severity)),
          h("td", {}, each.message),
          h("td", {}, each.action),
          h("td", {}, each.remedy),
        ),
      ),
    ),
  );
}

export function showOrigin(model: Model): void {
  const { origin, result, aggregation, effects } = model.content;
  byId("calls").textContent = origin.calls.join("\n");
  byId("calls").hidden = origin.calls.length === 0;
  byId("choices").replaceChildren(...origin.choices.map((text) => h("li", {}, text)));
  byId("choices-part").hidden = origin.choices.length === 0;
  const entries: [string, string][] = [
    ["result", [result.kind, ...result.facts].join("; ")],
    ...Object.entries(origin.versions),
    ["hash of the graph", origin.graph],
    ...Object.entries(origin.settings).map(([name, value]): [string, string] => [
      HASHES[name] ?? name.replace(/_/g, " "),
      value,
    ]),
  ];
  if (origin.knowledge !== "") entries.push(["known before", origin.knowledge]);
  if (aggregation !== null) {
    entries.push([
      "false edges",
      aggregation.false_edges === null
        ? `no bound: ${aggregation.false_edges_note}`
        : `at most ${aggregation.false_edges} expected (${aggregation.false_edges_note})`,
    ]);
  }
  for (const note of effects?.notes ?? []) entries.push(["effects", note]);
  byId("settings").replaceChildren(...entries.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  const told = [counted(model.p, "node"), counted(model.reported.edges.length, "edge")];
  if (aggregation?.counted) told.push(counted(aggregation.n_boot, "replicate"));
  byId("summary").textContent = `${told.join(" · ")}`;
}
